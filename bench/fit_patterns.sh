#!/usr/bin/env bash
# Builds bench/fit_patterns.cpp on all cores and runs it: bench/fit_patterns.sh GAME OUT.json [options]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
export made root CXX=${CXX:-g++}
compile() {
  "$CXX" -std=c++20 -O3 -DNDEBUG -march=native -pthread -I "$root/native" -c "$1" -o "$made/$(basename "$1").o"
}
export -f compile
printf '%s\n' "$root"/bench/fit_patterns.cpp "$root"/native/positional/*.cpp \
  "$root"/native/positional/forcing/*.cpp "$root"/native/positional/player/*.cpp |
  xargs -P "$(nproc)" -I{} bash -c 'compile {}'
"$CXX" -pthread "$made"/*.o -o "$made/fit_patterns"
"$made/fit_patterns" "$@"
