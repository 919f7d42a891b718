# For the scripts beside it: `build_games NAME FLAGS SOURCE...` compiles on all cores into a program
# that the caller runs as "$made/NAME"; a `room` that is set is searched for headers too. With OUT=FILE
# the program is only built and the script ends; with PROCESSOR=1 its seconds are those of the
# processor, for a machine that others use too.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
clock=${PROCESSOR:+-include $root/bench/processor_clock.hpp}
export PIC=${PIC:-} made root clock CXX=${CXX:-g++} ARCH=${ARCH:-x86-64-v2}

compile() {
  ${LAUNCHER:-} "$CXX" -std=c++20 -O3 -DNDEBUG -march="$ARCH" ${PIC:-} -pthread $clock -I "$root/native" \
    ${room:+-I "$room"} -c "$1" -o "$made/$(basename "$1").o"
}
export -f compile

build_games() {
  local name=$1 flags=$2
  shift 2
  printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'compile {}'
  "$CXX" $flags -pthread "$made"/*.o -o "${OUT:-$made/$name}"
  if [ -n "${OUT:-}" ]; then exit; fi
}

# The native code of a room, without what only Python needs.
room_sources() {
  find "$room" -name '*.cpp' ! -name 'bind.cpp'
}
