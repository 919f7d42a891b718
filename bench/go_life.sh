#!/usr/bin/env bash
# Builds bench/go_life.cpp and runs it: bench/go_life.sh solve POSITIONS NODES
. "$(dirname "$0")/build_games.sh"
export room=$root/src/kikashi/games/go/native
build_games go_life "" "$root/bench/go_life.cpp" "$room/life_policy.cpp" "$room/shapes.cpp"
"$made/go_life" "$@"
