# What several scripts share. They read it with `source` and run from the repository's root.
# shellcheck shell=bash

say() {
  echo "==> $*" >&2
}

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "this needs root and there is no sudo: $*"
  fi
}

# The release program as users get it: it carries the Swift runtime with it.
readonly release_options=(-c release --static-swift-stdlib --product geoindex)

build_release() {
  swift build "${release_options[@]}" >&2
}

release_program() {
  echo "$(swift build "${release_options[@]}" --show-bin-path)/geoindex"
}
