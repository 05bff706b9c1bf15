# A Postgres of our own: one cluster in a folder, on a free port of 127.0.0.1, with the owner `sluice` and a
# database of that name. A port and no socket, because the path of a socket may not pass 107 bytes.
# shellcheck shell=bash

# The folder of the newest Postgres programs, or nothing.
pg_programs() {
  local found
  found=$(printf '%s\n' /usr/lib/postgresql/*/bin/initdb | sort -V | tail -n 1)
  [ -x "$found" ] || found=$(command -v initdb) || return 0
  dirname "$found"
}

# Postgres refuses root; its package made a user for it, which finds its folder as descriptor 7 (see `start`).
# A change of user makes the kernel forget the signal for the death of the script, so it is asked for again.
pg_user=()
[ "$(id -u)" != 0 ] || pg_user=(setpriv --reuid=postgres --regid=postgres --init-groups --pdeathsig INT)
pg_folder=/proc/self/fd/7

init_postgres() { # folder password
  local new=$1.new
  rm -rf "$new"
  mkdir -m 700 "$new"
  [ "$(id -u)" != 0 ] || chown postgres: "$new"
  (
    cd /
    "${pg_user[@]}" "$pg_bin/initdb" -D "$pg_folder" --username=sluice --auth=trust --encoding=UTF8 --locale=C.UTF-8
    printf '%s\n' "ALTER ROLE sluice PASSWORD '$2'" 'CREATE DATABASE sluice' |
      "${pg_user[@]}" "$pg_bin/postgres" --single -D "$pg_folder" postgres
  ) 7<"$new" >"$run_dir/log/initdb.log" 2>&1 || die "Postgres could not make its data; see $run_dir/log/initdb.log"
  printf 'host all all 127.0.0.1/32 password\n' >"$new/pg_hba.conf"
  mv "$new" "$1" # the data is there whole or not at all
}

start_postgres() { # password, more settings...: sets DATABASE_URL and PG_BIN
  local dir=$run_dir/postgres password=$1 port version
  shift
  pg_bin=$(pg_programs)
  [ -s "$dir/PG_VERSION" ] || init_postgres "$dir" "$password"
  version=$(cat "$dir/PG_VERSION")
  "$pg_bin/postgres" --version | grep -q " $version\b" ||
    die "$run_dir was made with Postgres $version, which this machine has no longer: move that folder away to start anew."
  rm -f "$dir/postmaster.pid" # `claim` saw to it that nobody works in this folder, whoever has that number now
  port=$(free_port)
  : >"$run_dir/log/postgres.log"
  start postgres "$dir" INT env -C / "${pg_user[@]}" "$pg_bin/postgres" -D "$pg_folder" -c port="$port" \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=UTC -c log_timezone=UTC "$@"
  await postgres "$pg_bin/pg_isready" -q -h 127.0.0.1 -p "$port"
  export PG_BIN=$pg_bin DATABASE_URL=postgres://sluice:$password@127.0.0.1:$port/sluice
}
