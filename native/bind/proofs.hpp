// Turns and strategies as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

#include "positional/forcing/proof.hpp"

namespace kikashi::bind {

namespace nb = nanobind;

inline nb::list cells_of(const positional::Turn& turn) {
    nb::list cells;
    for (positional::Cell cell : turn) cells.append(static_cast<int>(cell));
    return cells;
}

// The nodes as certificates write them; see docs/reference/certificate-format.md.
inline nb::list nodes_of(const positional::Proof& proof) {
    nb::list nodes;
    for (const positional::Proof::Node& node : proof.nodes) {
        nb::list written;
        written.append(node.is_turn ? "t" : "r");
        written.append(node.bound);
        if (node.is_turn) {
            written.append(cells_of(node.turn));
            written.append(node.child < 0 ? nb::object(nb::none())
                                          : nb::object(nb::int_(node.child)));
        } else {
            nb::list replies, zones;
            for (const positional::Proof::Reply& reply : node.replies) {
                nb::list entry;
                entry.append(cells_of(reply.stones));
                entry.append(reply.child);
                (reply.passes ? zones : replies).append(entry);
            }
            written.append(replies);
            written.append(zones);
        }
        nodes.append(written);
    }
    return nodes;
}

}  // namespace kikashi::bind
