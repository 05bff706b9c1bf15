# The Rust compiler: the one that is there if it is new enough, else Debian's; and the target of the browser.
# shellcheck shell=bash

min_rust=1.95
debian=$root/.data/toolchain # Debian's compiler plus the standard library for the browser, see `debian_for_browser`

new_enough() { # folder of the compiler with its slash, or nothing for the one on PATH
  local version
  version=$("${1-}cargo" --version >/dev/null && "${1-}rustc" --version | cut -d ' ' -f 2) 2>/dev/null || return 1
  printf '%s\n' "$min_rust" "$version" | sort -V -C
}

knows_browser() {
  compgen -G "$(rustc --print target-libdir --target wasm32-unknown-unknown)/libstd-*.rlib" >/dev/null
}

# Decides which compiler builds for the browser (the array `for_browser`, put before a command), and which
# packages that takes.
need_rust() {
  local rustup=${CARGO_HOME:-$HOME/.cargo}/bin
  for_browser=()
  new_enough || PATH=$rustup:$PATH
  if new_enough && [ "${SLUICE_WASM-}" != debian ]; then
    if knows_browser; then return; fi
    say "Adding the target wasm32-unknown-unknown with rustup …"
    if command -v rustup >/dev/null && timeout 120 rustup target add wasm32-unknown-unknown >&2; then return; fi
    say "That cannot be had here; Debian's compiler takes its place."
  fi
  new_enough || PATH=/usr/bin:$PATH
  for_browser=(env "PATH=$debian/bin:$PATH" "RUSTC=$debian/bin/rustc" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld)
  if ! new_enough /usr/bin/ || [ ! -d /usr/lib/rustlib/src/rust/library ]; then
    need rustc-web "Rust $min_rust or newer; an older rustc of Debian gives way to it"
    missing+=(cargo-web rust-web-src)
  fi
  need_command wasm-ld lld "links what runs in the browser"
}

# Debian does not package the standard library for wasm32. It is built once, into a folder that looks like the
# compiler's own because it links to it, so that nothing outside the project changes.
debian_for_browser() {
  local version libs=$debian/sysroot/lib/rustlib/wasm32-unknown-unknown/lib
  [ ${#for_browser[@]} -gt 0 ] || return 0
  version=$(/usr/bin/rustc --version)
  [ "$(cat "$debian/version" 2>/dev/null)" != "$version" ] || return 0
  say "Building Rust's standard library for the browser (2 minutes) …"
  rm -rf "$debian"
  mkdir -p "$debian/bin" "$libs" "$debian/std/src"
  ln -s /usr/lib/rustlib/* "$debian/sysroot/lib/rustlib/"
  ln -s /usr/bin/cargo "$debian/bin/cargo"
  # shellcheck disable=SC2016
  printf '%s\n' '#!/bin/sh' 'exec /usr/bin/rustc --sysroot "${0%/*/*}/sysroot" "$@"' >"$debian/bin/rustc"
  chmod +x "$debian/bin/rustc"
  : >"$debian/std/src/lib.rs"
  printf '%s\n' '[package]' 'name = "std-for-the-browser"' 'edition = "2024"' '[lib]' 'crate-type = ["cdylib"]' \
    '[workspace]' >"$debian/std/Cargo.toml"
  # Bitcode, or link-time optimisation of the site would stop at the standard library.
  run "${for_browser[@]}" RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Cembed-bitcode=yes cargo build --quiet --release \
    --manifest-path "$debian/std/Cargo.toml" --target-dir "$debian/std/target" \
    --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort ||
    die "Rust's standard library for the browser could not be built; the lines above say why."
  cp "$debian"/std/target/wasm32-unknown-unknown/release/deps/*.rlib "$libs/"
  rm -rf "$debian/std"
  printf '%s\n' "$version" >"$debian/version"
}

# Formatter and linter, which a compiler may lack.
need_lint() {
  if cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1; then return; fi
  if [ "$(command -v rustc)" = /usr/bin/rustc ] || ! command -v rustc >/dev/null; then
    need rustfmt-web "checks the format of Rust"
    need rust-web-clippy "checks Rust"
  else
    rustup component add rustfmt clippy >&2 || die "rustfmt or clippy is missing: rustup component add rustfmt clippy"
  fi
}
