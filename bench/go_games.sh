#!/usr/bin/env bash
# Builds bench/go_games.cpp and runs it: bench/go_games.sh --pairs N ...
# With OUT=FILE the program is only built.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
room=$root/src/kikashi/games/go/native
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
clock=${PROCESSOR:+-include $(dirname "$0")/processor_clock.hpp}
export made root room clock CXX=${CXX:-g++} ARCH=${ARCH:-x86-64-v2}
compile() {
  ${LAUNCHER:-} "$CXX" -std=c++20 -O3 -DNDEBUG -march="$ARCH" -pthread $clock -I "$root/native" \
    -I "$room" -c "$1" -o "$made/$(basename "$1").o"
}
export -f compile
find "$room" -name '*.cpp' ! -name 'bind.cpp' -print | sed "\$a $root/bench/go_games.cpp" |
  xargs -P "$(nproc)" -I{} bash -c 'compile {}'
"$CXX" -pthread "$made"/*.o -o "${OUT:-$made/go_games}"
[ -n "${OUT:-}" ] || "$made/go_games" --patterns "$room/../patterns.txt" "$@"
