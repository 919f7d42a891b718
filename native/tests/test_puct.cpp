// PUCT on a game whose truth is known: one pile of matches, take one to three, who takes the last
// wins. A pile of a multiple of four is lost for the side to move.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "search/puct.hpp"

using namespace kikashi;

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("%s\n", what);
    ++failures;
}

class Pile {
   public:
    using Move = int;
    explicit Pile(int matches) : matches_(matches) {}
    int side() const { return side_; }
    puct::Outcome settled() const {
        return matches_ == 0 ? puct::won_by(1 - side_) : puct::Outcome::open;
    }
    void play(int taken) {
        matches_ -= taken;
        side_ = 1 - side_;
        taken_.push_back(taken);
    }
    void undo() {
        matches_ += taken_.back();
        side_ = 1 - side_;
        taken_.pop_back();
    }
    int matches() const { return matches_; }
    std::size_t played() const { return taken_.size(); }

   private:
    int matches_, side_ = 0;
    std::vector<int> taken_;
};

// Priors that prefer the wrong move, and a judge that knows nothing.
void simulate(puct::Tree<int>& tree, Pile& pile) {
    if (tree.descend(pile)) {
        std::vector<puct::Prior<int>> priors;
        for (int taken = 1; taken <= 3 && taken <= pile.matches(); ++taken)
            priors.push_back({taken, taken == 2 ? 0.8f : 0.1f});
        tree.expand(priors, 0.5f);
    }
    while (pile.played() > 0) pile.undo();
}

void finds_what_wins_and_settles_it() {
    for (const int matches : {5, 6, 7, 9, 10, 11}) {
        puct::Tree<int> tree;
        Pile pile(matches);
        for (int n = 0; n < 4000 && tree.root().outcome == puct::Outcome::open; ++n)
            simulate(tree, pile);
        expect(tree.root().outcome == puct::Outcome::first_wins, "a won pile is not settled");
        expect(tree[tree.best(tree.root())].move == matches % 4, "another move is taken");
    }
}

void sees_that_all_lose() {
    puct::Tree<int> tree;
    Pile pile(8);
    for (int n = 0; n < 8000 && tree.root().outcome == puct::Outcome::open; ++n)
        simulate(tree, pile);
    expect(tree.root().outcome == puct::Outcome::second_wins, "a lost pile is not settled");
}

void goes_on_below_a_move() {
    puct::Tree<int> tree;
    Pile pile(9);
    for (int n = 0; n < 60; ++n) simulate(tree, pile);
    std::uint32_t visits = 0;
    for (std::uint32_t n = 0; n < tree.root().count; ++n)
        if (tree[tree.root().first + n].move == 1) visits = tree[tree.root().first + n].visits;
    expect(visits > 0, "a move was not looked at");
    tree.advance(1);
    expect(tree.root().visits == visits, "what was known is lost");
    tree.advance(7);  // never looked at
    expect(tree.root().visits == 0, "something is known of a new move");
}

void does_not_choose_what_is_settled_from_outside() {
    puct::Tree<int> tree;
    Pile pile(9);
    for (int n = 0; n < 20; ++n) simulate(tree, pile);
    const std::uint32_t liked = tree.best(tree.root());
    tree.settle({tree.root_index(), liked}, puct::Outcome::second_wins);
    expect(tree.best(tree.root()) != liked, "a move that loses is liked");
    const std::uint32_t visits = tree[liked].visits;
    for (int n = 0; n < 20; ++n) simulate(tree, pile);
    expect(tree[liked].visits == visits, "a move that loses is tried again");
}

void stays_within_its_nodes() {
    puct::Tree<int> tree({}, 40);
    Pile pile(30);
    for (int n = 0; n < 2000; ++n) simulate(tree, pile);
    expect(tree.size() <= 40, "a full tree grows");
    expect(tree.root().visits == 2000, "a full tree is not searched on");
}

}  // namespace

int main() {
    stays_within_its_nodes();
    finds_what_wins_and_settles_it();
    sees_that_all_lose();
    goes_on_below_a_move();
    does_not_choose_what_is_settled_from_outside();
    return failures > 0;
}
