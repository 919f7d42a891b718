#!/usr/bin/env bash
# Builds and runs bench/fit_patterns.cpp: bench/fit_patterns.sh GAME OUT.json [options]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"${CXX:-g++}" -std=c++20 -O3 -DNDEBUG -march=native -pthread -I "$root/native" \
  "$root"/bench/fit_patterns.cpp "$root"/native/positional/*.cpp "$root"/native/positional/forcing/*.cpp \
  "$root"/native/positional/player/*.cpp -o "$made/fit_patterns"
"$made/fit_patterns" "$@"
