#!/usr/bin/env bash
# Builds bench/line_games.cpp on all cores and runs it: bench/line_games.sh play|match GAME ...
# With OUT=FILE the program is only built, without libraries that another machine might lack; with
# PROCESSOR=1 its seconds are those of the processor, for a machine that others use too.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
clock=${PROCESSOR:+-include $(dirname "$0")/processor_clock.hpp}
export made root clock CXX=${CXX:-g++} ARCH=${ARCH:-x86-64-v2}
compile() {
  ${LAUNCHER:-} "$CXX" -std=c++20 -O3 -DNDEBUG -march="$ARCH" -pthread $clock -I "$root/native" \
    -c "$1" -o "$made/$(basename "$1").o"
}
export -f compile
printf '%s\n' "$root"/bench/line_games.cpp "$root"/native/positional/*.cpp \
  "$root"/native/positional/forcing/*.cpp "$root"/native/positional/player/*.cpp |
  xargs -P "$(nproc)" -I{} bash -c 'compile {}'
"$CXX" -static -pthread "$made"/*.o -o "${OUT:-$made/line_games}"
[ -n "${OUT:-}" ] || "$made/line_games" "$@"
