# What ./quotient and ./test share: packages, configuring, building. To be sourced, with `root` set to the project's
# folder. Functions return 2 where the machine lacks something that only its owner can give.

build_packages=(cmake ninja-build g++ libfmt-dev libcli11-dev nlohmann-json3-dev libxxhash-dev libbliss-dev
                libgmp-dev libgecode-dev libexpat1-dev libboost-dev pybind11-dev python3-dev)
test_packages=(libgtest-dev librapidcheck-dev spin rumur tcc gap-core python3 python3-pytest python3-jsonschema chromium chromium-driver
               openmpi-bin libopenmpi-dev)
all_packages=(clang)  # besides, for ./test --all

say() { printf 'quotient: %s\n' "$*" >&2; }

# Prints those of the packages that are not installed. Elsewhere than on Debian and its kin, all are taken to be there.
missing_packages() {
  command -v dpkg-query >/dev/null || return 0
  local package
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || printf '%s\n' "$package"
  done
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} == 0)) && return 0
  local line="apt-get install --yes --no-install-recommends ${missing[*]}"
  local as_root=()
  if ((EUID != 0)); then
    if ! sudo -n true 2>/dev/null; then
      ask_for "some packages are missing" "$line"
      return 2
    fi
    as_root=(sudo -n)
  fi
  say "installing ${missing[*]}"
  local log
  log=$(mktemp)
  # The lists of a fresh machine are empty or old: fetch them first, but do not fail for it where they are not needed.
  if { "${as_root[@]}" apt-get update || true; } >"$log" 2>&1 &&
     "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $line >>"$log" 2>&1; then
    rm -f "$log"
    return 0
  fi
  tail -n 20 "$log" >&2
  rm -f "$log"
  ask_for "these packages could not be installed" "$line"
  return 2
}

# ask_for WHAT LINE: what somebody who may install packages has to run. The lists of a fresh machine are empty.
ask_for() {
  if ((EUID != 0)) && command -v sudo >/dev/null; then
    say "$1; please run this, and then try again:"
    printf '    sudo apt-get update && sudo %s\n' "$2" >&2
  else
    local who=""
    ((EUID != 0)) && who=" as root"
    say "$1; please run this$who, and then try again:"
    printf '    apt-get update && %s\n' "$2" >&2
  fi
}

# run_build FOLDER WHAT COMMAND...: runs a command of cmake quietly. On a terminal its progress is one line, refreshed in
# place; what it printed is kept in FOLDER/build.log and shown where it fails.
run_build() {
  local folder=$1 what=$2
  shift 2
  mkdir -p "$folder"
  local log=$folder/build.log status
  if [[ -t 2 ]]; then
    NINJA_STATUS='%f/%t ' "$@" 2>&1 | tee "$log" | while IFS= read -r line; do
      [[ $line =~ ^([0-9]+/[0-9]+)\  ]] && printf '\r\033[Kquotient: %s %s' "$what" "${BASH_REMATCH[1]}" >&2
    done
    status=${PIPESTATUS[0]}
    printf '\r\033[K' >&2
  else
    say "$what"
    "$@" >"$log" 2>&1
    status=$?
  fi
  if ((status != 0)); then
    say "$what failed; the whole story is in $log"
    tail -n 30 "$log" >&2
    return 4
  fi
}
