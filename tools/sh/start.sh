# Sourced first by every script here: where the project is, how a script speaks and how it gives up.
# shellcheck shell=bash
set -euo pipefail

# The real path, because processes are recognised by their folder (processes.sh).
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
cd "$root"
data=$(realpath -m "${SLUICE_DATA:-.data}")
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
unset MAKEFLAGS MFLAGS # cargo would take make's job slots for its own

say() { printf '%s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# The status of a GET on this machine, or nothing. A fresh Debian has no curl.
http_status() { # port path
  local line=
  {
    exec 3<>"/dev/tcp/127.0.0.1/$1" &&
      printf 'GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' "$2" >&3 &&
      read -r -t 5 line <&3
    exec 3>&-
  } 2>/dev/null || true
  line=${line#* }
  printf '%s' "${line%% *}"
}

secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
