// Moves and proofs as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "position.hpp"
#include "search/forcing_proof.hpp"

namespace kikashi::minishogi {

inline std::string word(Move move) {
    const auto name = [](int cell) {
        return std::string{static_cast<char>('5' - cell % size),
                           static_cast<char>('e' - cell / size)};
    };
    std::string text =
        drops(move) ? std::string{"KRBGSP"[dropped(move)], '*'} : name(from_of(move));
    text += name(to_of(move));
    if (promotes_in(move)) text += '+';
    return text;
}

inline nanobind::typed<nanobind::list, nanobind::str> words(const auto& moves) {
    nanobind::list made;
    for (const Move move : moves) made.append(word(move));
    return made;
}

// As lines of a certificate: ["t", bound, move, child] and ["r", bound, [[move, child], ...]].
inline nanobind::list nodes(const std::vector<ProofNode<Move>>& proof) {
    nanobind::list made;
    for (const auto& node : proof) {
        nanobind::list line;
        line.append(node.turn ? "t" : "r");
        line.append(node.bound);
        if (node.turn) {
            line.append(word(node.move));
            line.append(node.child < 0 ? nanobind::none()
                                       : nanobind::object(nanobind::int_(node.child)));
        } else {
            nanobind::list replies;
            for (const auto& [move, child] : node.replies) {
                nanobind::list entry;
                entry.append(word(move));
                entry.append(child);
                replies.append(entry);
            }
            line.append(replies);
        }
        made.append(line);
    }
    return made;
}

}  // namespace kikashi::minishogi
