# What stands around a block of the docs when a test runs it. Blocks run in a home of their own with `set -euo pipefail`.
# shellcheck shell=bash

servers=()
number=0

# Servers run on in the background, as in another terminal, once they have printed their address.
in_background() {
  local printed=$HOME/.printed-$((number += 1))
  # Emptied first: a block before has left a file of this name, and the process in the background starts later.
  : >"$printed"
  "$@" >"$printed" 2>&1 &
  servers+=("$! $printed")
  until grep -q '^Serving .*/$' "$printed"; do
    kill -0 $! 2>/dev/null || { cat "$printed" >&2 && return 1; }
    sleep 0.05
  done
}

# At the end of a block: each must still answer its owner, and end cleanly.
stop_servers() {
  local server process printed address
  for server in "${servers[@]}"; do
    read -r process printed <<<"$server"
    address=$(sed -n 's/^Serving \([a-z]*:\/\/\).*:\([0-9]*\)\/.*/\1127.0.0.1:\2/p' "$printed")
    curl --silent --show-error --fail --insecure --user ada:swordfish "$address/collections" >"$HOME/.answer" ||
      { cat "$printed" >&2 && return 1; }
    kill -TERM "$process"
    wait "$process"
  done
  servers=()
}

# The program: as installed by a block before, else the one that is tested.
geoindex() {
  local program=$HOME/.local/bin/geoindex
  [[ -x $program ]] || program=$GEOINDEX
  case "${1-}" in
    serve | */*) in_background "$program" "$@" ;;
    *) "$program" "$@" ;;
  esac
}

scripts/demo() {
  in_background "$REPOSITORY/scripts/demo" --port "$GEOINDEX_PORT" "$@"
}

scripts/install() {
  "$REPOSITORY/scripts/install" "$@"
}

scripts/street-map() {
  "$REPOSITORY/scripts/street-map" "$@"
}

scripts/cluster() {
  "$REPOSITORY/scripts/cluster" "$@"
}

# A recipe that gets an error has failed.
curl() {
  command curl --silent --show-error --fail "$@"
}

sudo() {
  if [[ $1 == -u ]]; then
    runuser -u "$2" -- "${@:3}"
  else
    "$@"
  fi
}

# It asks for the password on the terminal.
htpasswd() {
  printf 'swordfish\n' | command htpasswd -i "$@"
}
