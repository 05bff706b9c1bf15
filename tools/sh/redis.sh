# A Redis of our own: one folder, a free port of 127.0.0.1, a password; what it answered is on disk.
# shellcheck shell=bash

start_redis() { # name password, more settings...: sets redis_port
  local name=$1 password=$2 dir=$run_dir/$1
  shift 2
  mkdir -p "$dir"
  redis_port=$(free_port)
  # A file, because arguments, and so the password, can be read by anyone.
  (umask 077 && printf '%s\n' "port $redis_port" 'bind 127.0.0.1' "requirepass $password" "masterauth $password" \
    'save ""' 'appendonly yes' 'appendfsync always' 'maxmemory-policy noeviction' "$@" >"$dir/redis.conf")
  : >"$run_dir/log/$name.log"
  start "$name" "$dir" TERM redis-server redis.conf
  REDISCLI_AUTH=$password await "$name" redis_says PONG -p "$redis_port" ping
}

redis_says() { # word, arguments of redis-cli...
  local word=$1
  shift
  redis-cli -h 127.0.0.1 "$@" | grep -q "$word"
}

# Three primaries, no replica: what a sharded key space needs, and no more. Sets REDIS_CLUSTER_URL.
start_redis_cluster() { # password
  local i ports=() urls=()
  for i in 1 2 3; do
    start_redis "redis-cluster-$i" "$1" 'cluster-enabled yes' "cluster-port $(free_port)" 'cluster-node-timeout 5000'
    ports+=("127.0.0.1:$redis_port")
    urls+=("redis://:$1@127.0.0.1:$redis_port")
  done
  REDISCLI_AUTH=$1 redis-cli --cluster create "${ports[@]}" --cluster-yes >"$run_dir/log/redis-cluster.log" 2>&1 ||
    die "The Redis Cluster could not be made; see $run_dir/log/redis-cluster.log"
  REDISCLI_AUTH=$1 await redis-cluster-1 redis_says cluster_state:ok -p "$redis_port" cluster info
  REDIS_CLUSTER_URL=$(IFS=, && printf '%s' "${urls[*]}")
  export REDIS_CLUSTER_URL
}
