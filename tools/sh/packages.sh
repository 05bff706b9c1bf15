# Debian packages that are missing on this machine.
# shellcheck shell=bash

missing=()

need() { # package reason
  say "Missing: $1 ($2)"
  missing+=("$1")
}

need_command() { # command package reason
  command -v "$1" >/dev/null || need "$2" "$3"
}

need_services() {
  [ -n "$(pg_programs)" ] || need postgresql "the database; only its programs are used, on a port of their own"
  need_command redis-server redis-server "the gate in front of the database; likewise"
}

install_missing() {
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=() log=$data/install.log
  command -v apt-get >/dev/null ||
    die "This system has no apt-get: install what Debian calls ${missing[*]}, then run this again."
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      die "Installing needs root and there is no sudo: let an administrator run: apt-get install ${missing[*]}"
    as_root=(sudo ${CI:+-n})
    say "sudo is used to install them."
  fi
  mkdir -p "$data"
  say "Installing ${missing[*]} …"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300)
  {
    "${as_root[@]}" "${apt[@]}" update &&
      "${as_root[@]}" "${apt[@]}" install --no-install-recommends "${missing[@]}"
  } >"$log" 2>&1 </dev/null || {
    say "$(tail -n 5 "$log")"
    die "apt-get could not install ${missing[*]}: see $log, put it right, and run this again."
  }
  missing=()
}

need_space() { # gigabytes
  local free
  free=$(df -Pk "$root" | awk 'NR == 2 { print int($4 / 1024 / 1024) }')
  [ "$free" -ge "$1" ] || die "Only $free GB are free where $root is, and $1 GB are needed: make room and run this again."
}
