# The demo's build: server and site, in release mode, only when something in them has changed.
# shellcheck shell=bash

# Tests give a server and a site that are built already.
server=${SLUICE_SERVER:-$target/release/sluice}
site=${SLUICE_SITE:-$target/site}
built=$target/demo.stamp

# What is in the files that a build reads. Faster than asking cargo, and right after `git checkout` too.
fingerprint() {
  find . \( -path ./target -o -path ./.data -o -path ./.git -o -path ./docs -o -name node_modules -o -name tests -o -name test-results \) -prune -o \
    -type f -not -name '*.md' -print0 | sort -z | xargs -0 sha256sum | sha256sum
}

up_to_date() {
  [ -z "${SLUICE_SERVER-}" ] || return 0
  [ -x "$server" ] && [ -d "$site" ] && [ "$(cat "$built" 2>/dev/null)" = "$(fingerprint)" ]
}

need_build_tools() {
  need_command gcc gcc "compiles and links"
  [ -e /usr/include/stdio.h ] || need libc6-dev "likewise"
  [ -d /etc/ssl/certs ] || need ca-certificates "downloads are checked with them"
  need_command npm npm "brings the editor, and wasm-opt, which shrinks the site"
  need_rust
}

build() {
  local now
  now=$(fingerprint)
  debian_for_browser
  say "Building the server (the first time takes long) …"
  run env SQLX_OFFLINE=true cargo build --locked --release -p server --bin sluice || die "The server does not build."
  say "Building the site …"
  run "${for_browser[@]}" cargo run --locked -p xtask -- site --profile wasm-release --out "$site" ||
    die "The site does not build."
  printf '%s\n' "$now" >"$built"
}
