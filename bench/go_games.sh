#!/usr/bin/env bash
# Builds bench/go_games.cpp and runs it: bench/go_games.sh --pairs N ...
. "$(dirname "$0")/build_games.sh"
export room=$root/src/kikashi/games/go/native
build_games go_games "" "$root/bench/go_games.cpp" $(room_sources)
"$made/go_games" --patterns "$room/../patterns.txt" "$@"
