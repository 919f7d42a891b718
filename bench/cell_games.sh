#!/usr/bin/env bash
# Builds bench/cell_games.cpp as the shared library that bench/fit_cells.py loads: OUT=FILE bench/cell_games.sh
PIC=-fPIC
. "$(dirname "$0")/build_games.sh"
build_games libcell_games.so "-shared -static-libgcc -static-libstdc++" "$root"/bench/cell_games.cpp \
  "$root"/native/positional/*.cpp "$root"/native/positional/forcing/*.cpp "$root"/native/positional/player/*.cpp
