# Functions for several scripts, which `source` this file after one `cd` to the root of the repository.
# shellcheck shell=bash

say() {
  echo "==> $*" >&2
}

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# Prints the comment at the top of the script as its help.
print_header() {
  (cd "$OLDPWD" && sed '1d; /^#/!Q; s/^# \{0,1\}//' "$0")
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

# Downloads a Debian package into a folder. If the first attempt fails, the list of packages may be missing or old; one
# caller at a time fetches it before the second.
download_package() {
  try_download_package "$@" 2>/dev/null && return
  (flock 9 && as_root apt-get update -qq) 9>.build/apt-get-update.lock
  try_download_package "$@"
}

# Without the sandbox user, who may not write into a temporary folder of root's.
try_download_package() {
  (cd "$2" && apt-get download -qq -o APT::Sandbox::User=root "$1" >&2)
}

# The options of the released program, which contains the Swift runtime. All release builds use them, because other
# options would rebuild everything.
readonly release_options=(-c release --static-swift-stdlib)

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

# The folder of the Swift toolchain, which has bin/swift.
swift_folder() {
  dirname "$(dirname "$(readlink -f "$(command -v swift)")")"
}

# The packages that a Swift toolchain needs: those in swift.org's images, by names that all releases of Debian have.
swift_needs() {
  printf '%s\n' binutils ca-certificates g++ git libc6-dev libcurl4-openssl-dev libncurses6 libpython3-dev libxml2-dev \
    libz3-dev pkg-config tzdata zlib1g-dev
}
