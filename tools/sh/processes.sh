# Starts what a script needs and ends it again: that, and nothing else.
# Each process has a group of its own, so that Ctrl-C reaches the script alone and the script ends them in
# order; and the kernel signals it when the script is killed, so that nothing outlives a crash.
# shellcheck shell=bash

declare -A pids=() # name -> process
order=()           # names, first started first
step=              # the command that runs now, see `run`

# Only one script at a time works in a folder of services, and it ends what a crashed one left there.
claim() { # folder, what to say when it is taken
  run_dir=$1
  mkdir -p "$run_dir/log" 2>/dev/null && [ -w "$run_dir" ] ||
    die "$run_dir cannot be written: run this as $(stat -c %U "$data" 2>/dev/null), or move $data away."
  exec 9>>"$run_dir/lock"
  flock -n 9 || die "$2"
  trap finish EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  trap 'exit 129' HUP
  local left
  for left in "$run_dir"/*.pid; do [ ! -s "$left" ] || end_leftover "$left"; done
}

birth() { sed 's/.*) //' "/proc/$1/stat" | cut -d ' ' -f 20; } # in clock ticks since the machine started

end_leftover() { # pid file
  local pid signal known
  read -r pid signal known <"$1" || true
  # The same number, born at the same time, at work in our folder: then it is ours.
  if [ "$(birth "$pid" 2>/dev/null) $(readlink "/proc/$pid/cwd")" = "$known" ]; then
    say "Ending what an earlier run left: $(basename "$1" .pid), process $pid."
    end "$pid" "$signal"
  fi
  rm -f "$1"
}

# The folder is open before the user changes: so Postgres, which may not be root, works below a folder that only
# root may enter.
start() { # name folder signal-that-ends-it command...
  local name=$1 dir=$2 signal=$3 pid
  shift 3
  (cd "$dir" && exec setsid setpriv --pdeathsig "$signal" "$@") \
    7<"$dir" 9>&- </dev/null >>"$run_dir/log/$name.log" 2>&1 &
  pid=$!
  pids[$name]=$pid
  order+=("$name")
  printf '%s %s %s %s\n' "$pid" "$signal" "$(birth "$pid")" "$dir" >"$run_dir/$name.pid"
}

end() { # process signal
  local i
  kill -s "$2" "$1" 2>/dev/null || return 0
  for ((i = 0; i < 200; i++)); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.1
  done
  say "Process $1 did not end in 20 seconds and is killed."
  kill -s KILL -- "-$1" 2>/dev/null || true
}

stop() { # name
  local signal
  [ -s "$run_dir/$1.pid" ] || return 0
  read -r _ signal _ <"$run_dir/$1.pid"
  end "${pids[$1]}" "$signal"
  rm -f "$run_dir/$1.pid"
}

# A step that Ctrl-C, SIGTERM or a closed terminal cuts at once, with all that it started.
run() { # command...
  local code=0
  setsid setpriv --pdeathsig TERM "$@" 9>&- </dev/null &
  step=$!
  wait "$step" || code=$?
  step=
  return "$code"
}

finish() {
  local i code=$?
  trap '' INT TERM HUP PIPE
  set +e
  [ -z "$step" ] || kill -s TERM -- "-$step" 2>/dev/null
  [ ${#order[@]} = 0 ] || say "Stopping …"
  for ((i = ${#order[@]} - 1; i >= 0; i--)); do stop "${order[i]}"; done
  exit "$code"
}

busy() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Below the range from which the kernel hands out ports.
free_port() {
  local port
  while
    port=$((20000 + SRANDOM % 10000))
    busy "$port"
  do :; done
  printf '%s' "$port"
}

last_words() { # name
  say "$(tail -n 15 "$run_dir/log/$1.log")"
  die "$1 has ended or does not answer; the lines above are the end of $run_dir/log/$1.log"
}

# Until the command succeeds, for half a minute at most; a process that ends meanwhile will not come.
await() { # name command...
  local name=$1 i
  shift
  for ((i = 0; i < 300; i++)); do
    if "$@" >/dev/null 2>&1; then return; fi
    kill -0 "${pids[$name]}" 2>/dev/null || break
    sleep 0.1
  done
  last_words "$name"
}
