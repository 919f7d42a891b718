#include "prover.hpp"

#include <algorithm>
#include <optional>

namespace kikashi::banqi {

namespace {

constexpr int always = 120;  // as many turns as nobody asks for
constexpr std::size_t most_entries = 8'000'000;

struct Known {
    std::int8_t proved = always;  // wins within so many turns ...
    std::int8_t refuted = -1;     // ... and not within so many
};

class Prover {
   public:
    Prover(const Position& position, const WinQuestion& question, Control& control)
        : position_(position),
          attacker_(question.attacker),
          control_(control),
          tables_(question.tables ? &EndgameTables::of(position.geometry()) : nullptr) {}

    bool running() const { return control_.running(); }
    Position& position() { return position_; }

    // The attacker is to move and has so many turns.
    bool attack(int turns) {
        if (turns <= 0 || !control_.tick()) return false;
        if (position_.left(attacker_) == 0) return false;
        if (const auto known = lookup(turns)) return *known == 1;
        MoveList acts;
        position_.captures(acts);
        const int captures = acts.size();
        position_.moves(acts);
        bool found = false;
        for (int i = 0; i < acts.size() && !found && running(); ++i) {
            const Move move = acts.begin()[i];
            if (i >= captures && position_.at(to_of(move)) != no_piece) continue;
            found = step_wins(move, turns);
        }
        if (!found && running()) {
            MoveList flips;
            position_.flips(flips);
            for (int i = 0; i < flips.size() && !found && running(); ++i)
                found = flip_wins(flips.begin()[i], turns);
        }
        if (!running()) return false;
        keep(turns, found);
        return found;
    }

    bool step_wins(Move move, int turns) {
        position_.play(move);
        const bool won = over() || defend(turns - 1);
        position_.undo();
        return won;
    }

    bool flip_wins(Move move, int turns) {
        bool won = true;
        position_.play(move);
        for (Piece piece = 0; piece < pieces && won && running(); ++piece) {
            if (!position_.hidden(piece)) continue;
            position_.play(outcome_move(piece));
            won = over() || defend(turns - 1);
            position_.undo();
        }
        position_.undo();
        return won && running();
    }

    // The defender is to move; the attacker then has so many turns.
    bool defend(int turns) {
        if (turns <= 0 || !control_.tick()) return false;
        if (const auto known = lookup(turns)) return *known == 1;
        MoveList acts;
        position_.moves(acts);
        // Captures and the nearest escapes refute most often.
        std::stable_partition(acts.begin(), acts.end(),
                              [&](Move move) { return position_.at(to_of(move)) != no_piece; });
        bool held = false;
        for (int i = 0; i < acts.size() && !held && running(); ++i) {
            position_.play(acts.begin()[i]);
            held = !attack(turns);
            position_.undo();
        }
        MoveList flips;
        position_.flips(flips);
        for (int i = 0; i < flips.size() && !held && running(); ++i) {
            position_.play(flips.begin()[i]);
            for (Piece piece = 0; piece < pieces && !held && running(); ++piece) {
                if (!position_.hidden(piece)) continue;
                position_.play(outcome_move(piece));
                held = !attack(turns);
                position_.undo();
            }
            position_.undo();
        }
        if (!running()) return false;
        keep(turns, !held);
        return !held;
    }

    // The side to move has lost: no piece, or no act.
    bool over() const { return position_.left(position_.colour()) == 0 || !position_.has_move(); }

    // The fewest turns within which the position is won; it is known to be won within `most`.
    int fewest(int most) {
        const bool attacks = position_.colour() == attacker_;
        for (int turns = 1; turns < most; ++turns)
            if (attacks ? attack(turns) : defend(turns)) return turns;
        return most;
    }

   private:
    // 1: won within so many turns, 0: not.
    std::optional<int> lookup(int turns) {
        if (tables_ && !position_.down()) {
            const TableValue table = tables_->probe(position_);
            if (table.known) {
                const bool mine = position_.colour() == attacker_;
                if (mine ? !table.wins : !table.lost) return 0;
                return (table.plies + 1) / 2 <= turns;
            }
        }
        const auto found = known_.find(position_.key());
        if (found == known_.end()) return std::nullopt;
        if (turns >= found->second.proved) return 1;
        if (turns <= found->second.refuted) return 0;
        return std::nullopt;
    }

    void keep(int turns, bool won) {
        if (known_.size() >= most_entries) {
            control_.out_of_memory();
            return;
        }
        Known& known = known_[position_.key()];
        if (won)
            known.proved = std::min(known.proved, static_cast<std::int8_t>(turns));
        else
            known.refuted = std::max(known.refuted, static_cast<std::int8_t>(turns));
    }

    Position position_;
    int attacker_;
    Control& control_;
    EndgameTables* tables_;
    std::unordered_map<std::uint64_t, Known> known_;
};

// Writes proofs down: each position once, with the fewest turns it needs.
class Writer {
   public:
    Writer(Prover& prover, std::size_t most) : prover_(prover), most_(most) {}

    bool full() const { return nodes_.size() > most_; }
    std::vector<CertificateNode> take() { return std::move(nodes_); }

    // The attacker is to move and wins within `turns`.
    int attack(int turns) {
        Position& position = prover_.position();
        if (const auto found = seen_.find(position.key()); found != seen_.end())
            return found->second;
        if (full() || !prover_.running()) return -1;
        const int bound = prover_.fewest(turns);
        MoveList acts;
        position.moves(acts);
        for (const Move move : acts) {
            if (!prover_.step_wins(move, bound)) continue;
            position.play(move);
            const int child = prover_.over() ? -1 : defend(bound - 1);
            position.undo();
            return add({'t', bound, move, child, {}});
        }
        MoveList flips;
        position.flips(flips);
        for (const Move move : flips) {
            if (!prover_.flip_wins(move, bound)) continue;
            position.play(move);
            CertificateNode chance{'c', bound - 1, no_move, -1, {}};
            for (Piece piece = 0; piece < pieces; ++piece) {
                if (!position.hidden(piece)) continue;
                position.play(outcome_move(piece));
                chance.children.emplace_back(outcome_move(piece),
                                             prover_.over() ? -1 : defend(bound - 1));
                position.undo();
            }
            const int child = append(std::move(chance));
            position.undo();
            return add({'t', bound, move, child, {}});
        }
        return -1;
    }

    int defend(int turns) {
        Position& position = prover_.position();
        if (const auto found = seen_.find(position.key()); found != seen_.end())
            return found->second;
        if (full() || !prover_.running()) return -1;
        const int bound = prover_.fewest(turns);
        CertificateNode node{'r', bound, no_move, -1, {}};
        MoveList acts;
        position.moves(acts);
        for (const Move move : acts) {
            position.play(move);
            node.children.emplace_back(move, attack(bound));
            position.undo();
        }
        MoveList flips;
        position.flips(flips);
        for (const Move move : flips) {
            position.play(move);
            CertificateNode chance{'c', bound, no_move, -1, {}};
            for (Piece piece = 0; piece < pieces; ++piece) {
                if (!position.hidden(piece)) continue;
                position.play(outcome_move(piece));
                chance.children.emplace_back(outcome_move(piece), attack(bound));
                position.undo();
            }
            node.children.emplace_back(move, append(std::move(chance)));
            position.undo();
        }
        return add(std::move(node));
    }

    // The attacker is to move and has no win within `turns`; every act is answered.
    int refute(int turns) {
        Position& position = prover_.position();
        const std::uint64_t name = position.key() ^ static_cast<std::uint64_t>(turns) << 56;
        if (const auto found = seen_.find(name); found != seen_.end()) return found->second;
        if (full() || !prover_.running()) return -1;
        CertificateNode node{'r', turns, no_move, -1, {}};
        if (turns > 1) {
            MoveList acts;
            position.moves(acts);
            for (const Move move : acts) {
                position.play(move);
                node.children.emplace_back(move, hold_out(turns - 1));
                position.undo();
            }
            MoveList flips;
            position.flips(flips);
            for (const Move move : flips) {
                position.play(move);
                node.children.emplace_back(move, one_outcome(turns - 1, true));
                position.undo();
            }
        }
        const int number = append(std::move(node));
        seen_.emplace(name, number);
        return number;
    }

   private:
    // Chance is to move: one thing it may show keeps the attacker from winning.
    int one_outcome(int turns, bool defender_next) {
        Position& position = prover_.position();
        for (Piece piece = 0; piece < pieces; ++piece) {
            if (!position.hidden(piece)) continue;
            position.play(outcome_move(piece));
            const bool good =
                defender_next ? !prover_.over() && !prover_.defend(turns) : !prover_.attack(turns);
            const int child = !good ? -1 : defender_next ? hold_out(turns) : refute(turns);
            position.undo();
            if (good) return append({'o', turns, outcome_move(piece), child, {}});
        }
        return -1;
    }

    // The defender is to move and has an act after which the attacker has no win in `turns`.
    int hold_out(int turns) {
        Position& position = prover_.position();
        MoveList acts;
        position.moves(acts);
        for (const Move move : acts) {
            position.play(move);
            const bool good = !prover_.attack(turns);
            const bool over = good && prover_.over();
            const int child = good && !over ? refute(turns) : -1;
            position.undo();
            if (good) return append({'t', turns, move, child, {}});
        }
        MoveList flips;
        position.flips(flips);
        for (const Move move : flips) {
            position.play(move);
            const int child = one_outcome(turns, false);
            position.undo();
            if (child >= 0) return append({'t', turns, move, child, {}});
        }
        return -1;
    }

    int append(CertificateNode node) {
        nodes_.push_back(std::move(node));
        return static_cast<int>(nodes_.size()) - 1;
    }
    int add(CertificateNode node) {
        const int number = append(std::move(node));
        seen_.emplace(prover_.position().key(), number);
        return number;
    }

    Prover& prover_;
    std::size_t most_;
    std::vector<CertificateNode> nodes_;
    std::unordered_map<std::uint64_t, int> seen_;
};

// The longest resistance, as far as nothing is flipped.
std::vector<Move> main_line(const std::vector<CertificateNode>& proof) {
    std::vector<Move> line;
    int number = static_cast<int>(proof.size()) - 1;
    while (number >= 0) {
        const CertificateNode& node = proof[static_cast<std::size_t>(number)];
        if (node.kind == 'c') break;
        if (node.kind == 't') {
            line.push_back(node.move);
            number = node.child;
            continue;
        }
        int best = -1;
        Move reply = no_move;
        for (const auto& [move, child] : node.children) {
            const int bound = child < 0 ? 0 : proof[static_cast<std::size_t>(child)].bound;
            if (!is_flip(move) && bound > best) {
                best = bound;
                reply = move;
                number = child;
            }
        }
        if (reply == no_move) break;
        line.push_back(reply);
    }
    return line;
}

}  // namespace

WinAnswer search_win(const Position& position, const WinQuestion& question, Control& control) {
    WinAnswer answer;
    Prover prover(position, question, control);
    const bool attacks = position.colour() == question.attacker;
    TableValue table;
    if (question.tables && !position.down())
        table = EndgameTables::of(position.geometry()).probe(position);
    if (table.known && (attacks ? !table.wins : !table.lost)) {
        answer.result = WinAnswer::Result::never;
    } else {
        for (int turns = 1; turns <= question.most_turns && control.running(); ++turns) {
            const bool won = attacks ? prover.attack(turns) : prover.defend(turns);
            if (!control.running()) break;
            if (!won) {
                answer.refuted = turns;
                continue;
            }
            answer.result = WinAnswer::Result::wins;
            answer.turns = turns;
            break;
        }
    }
    if (answer.result == WinAnswer::Result::wins) {
        Writer writer(prover, question.proof_nodes);
        if (attacks)
            writer.attack(answer.turns);
        else
            writer.defend(answer.turns);
        if (!writer.full() && control.running()) answer.proof = writer.take();
        answer.line = main_line(answer.proof);
    }
    if (question.refute && attacks && answer.refuted > 0 && control.running()) {
        Writer writer(prover, question.refutation_nodes);
        writer.refute(answer.refuted);
        if (!writer.full() && control.running()) answer.refutation = writer.take();
    }
    answer.nodes = control.nodes();
    answer.ending = control.ending();
    return answer;
}

std::vector<CertificateNode> hold(const Position& start, int holder, std::size_t most_nodes,
                                  Control& control) {
    EndgameTables& tables = EndgameTables::of(start.geometry());
    std::vector<CertificateNode> nodes;
    if (start.down() || !tables.probe(start).known) return nodes;
    Position position = start;
    // Positions are found breadth first and numbered as they are met; the root is number 0.
    std::unordered_map<std::uint64_t, int> numbers{{position.key(), 0}};
    std::vector<std::vector<Move>> ways{{}};  // from the start, to stand there again
    const auto lost = [&](const Position& here) {
        const TableValue value = tables.probe(here);
        return here.colour() == holder ? value.lost : value.wins;
    };
    if (lost(position)) return nodes;
    nodes.emplace_back();
    for (std::size_t number = 0; number < nodes.size(); ++number) {
        if (nodes.size() > most_nodes || !control.tick()) return {};
        const std::vector<Move> way = ways[number];
        for (const Move move : way) position.play(move);
        const auto meet = [&](Move move) {
            position.play(move);
            int child = -1;
            if (position.left(position.colour()) > 0 && position.has_move()) {
                const auto [found, fresh] =
                    numbers.emplace(position.key(), static_cast<int>(nodes.size()));
                child = found->second;
                if (fresh) {
                    nodes.emplace_back();
                    ways.push_back(way);
                    ways.back().push_back(move);
                }
            }
            position.undo();
            return child;
        };
        MoveList acts;
        position.moves(acts);
        CertificateNode made;
        if (position.colour() == holder) {
            made.kind = 't';
            int best = -1;
            for (const Move move : acts) {
                position.play(move);
                const bool ends = position.left(position.colour()) == 0 || !position.has_move();
                const bool good = ends || !lost(position);
                // Captures and wins first: the set of positions stays small.
                const int rank = !good                               ? -1
                                 : ends                              ? 3
                                 : position.last_taken() != no_piece ? 2
                                 : numbers.contains(position.key())  ? 1
                                                                     : 0;
                position.undo();
                if (rank > best) {
                    best = rank;
                    made.move = move;
                }
            }
            made.child = meet(made.move);
        } else {
            made.kind = 'r';
            for (const Move move : acts) made.children.emplace_back(move, meet(move));
        }
        nodes[number] = std::move(made);
        for (std::size_t i = 0; i < way.size(); ++i) position.undo();
    }
    return nodes;
}

}  // namespace kikashi::banqi
