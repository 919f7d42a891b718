#!/usr/bin/env bash
# Builds bench/line_games.cpp and runs it: bench/line_games.sh play|match GAME ...
. "$(dirname "$0")/build_games.sh"
# Without libraries that another machine might lack: fits are run elsewhere.
build_games line_games -static "$root"/bench/line_games.cpp "$root"/native/positional/*.cpp \
  "$root"/native/positional/forcing/*.cpp "$root"/native/positional/player/*.cpp
"$made/line_games" "$@"
