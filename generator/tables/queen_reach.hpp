// Queen moves from and into sets of positions on a box.
//
// A queen move lowers x, lowers y, or lowers both by the same amount. No move leaves the box, so
// what is computed on the box holds for its positions in the unbounded game. Moves are
// well-founded: a set without a move from member to member, into which every other position has a
// move, is the set of P-positions.
//
// Cost: reach and options O(width*height/64), fewer O(width*height).
#pragma once

#include <cstdint>

#include "tables/position_set.hpp"

namespace mexcert::tables {

// The positions that have a move to a member.
PositionSet queen_reach(const PositionSet& members);

// The positions to which a member has a move.
PositionSet queen_options(const PositionSet& members);

// The positions that have fewer than k moves to members.
PositionSet queen_fewer(const PositionSet& members, std::uint64_t k);

// The definitions, move by move: O(width + height) a position. Test oracles and baselines.
PositionSet naive_queen_reach(const PositionSet& members);
PositionSet naive_queen_options(const PositionSet& members);
PositionSet naive_queen_fewer(const PositionSet& members, std::uint64_t k);

}  // namespace mexcert::tables
