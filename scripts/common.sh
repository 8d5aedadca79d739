# Functions for several scripts, which `source` this file and run in the root of the repository.
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
    fail "this needs root, and sudo is not installed: $*"
  fi
}

# As users get the program: it carries the Swift runtime with it. Everything that is built for release is built
# with these options, since others would make the build start over.
release_options=(-c release --static-swift-stdlib)
# scripts/test builds for release while tests that it has built before run, which wait for each other otherwise.
[[ -z ${SWIFT_IGNORE_LOCK-} ]] || release_options+=(--ignore-lock)
readonly release_options

# The commit that is built, marked if files differ from it; empty without a git history.
commit() {
  git describe --always --abbrev=12 --exclude '*' --dirty=-changed 2>/dev/null || true
}

build_release() {
  swift build "${release_options[@]}" --product geoindex >&2
}

release_program() {
  echo "$(swift build "${release_options[@]}" --show-bin-path)/geoindex"
}
