#!/usr/bin/env bash
# Builds bench/xiangqi_games.cpp and runs it: bench/xiangqi_games.sh play|match ...
. "$(dirname "$0")/build_games.sh"
export room=$root/src/kikashi/games/xiangqi/native
build_games xiangqi_games "" "$root/bench/xiangqi_games.cpp" $(room_sources)
"$made/xiangqi_games" "$@"
