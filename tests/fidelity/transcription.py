"""A second transcription of the Lean page on Wythoff's game, in plain Python.

Written from the page alone, before reading the project's own `.mex` files, so
that the two readings are independent.  Every definition of the page is a
function of the page's own name; every theorem that can be decided on a small
box is a predicate of the page's own name.  All arithmetic is on integers, and
everything is computed naively, straight from the wording of the page.

A predicate takes `box`, the bound of its universally quantified numbers.  An
unbounded "there is" is searched up to a bound which the docstring states.  The
constants of a statement are keyword arguments with the page's value as default,
so that a neighbouring (false) statement can be asked for as well.

The page uses three names that it does not define itself: `morphIterate`,
`IsOmegaLimit` and `hofstadterF`; they are written here as the page describes
them in words.
"""

from functools import lru_cache
from itertools import product
from math import isqrt


# ---------------------------------------------------------------------------
# Plain notions


def mex(values):
    """The least natural number that is not among the values."""
    taken = set(values)
    least = 0
    while least in taken:
        least += 1
    return least


def floor_phi(n):
    """The floor of n * phi, where phi is (1 + sqrt 5) / 2."""
    return (n + isqrt(5 * n * n)) // 2


def floor_phi_squared(n):
    """The floor of n * phi^2, where phi^2 is (3 + sqrt 5) / 2."""
    return (3 * n + isqrt(5 * n * n)) // 2


def monus(a, b):
    """Subtraction of natural numbers: never below 0."""
    return max(a - b, 0)


def square(box):
    """All positions of two piles, each of at most `box` tokens."""
    return product(range(box + 1), repeat=2)


def horizontal(x, y):
    """What can be reached by taking tokens from the first pile."""
    return [(u, y) for u in range(x)]


def vertical(x, y):
    """What can be reached by taking tokens from the second pile."""
    return [(x, v) for v in range(y)]


def diagonal(x, y):
    """What can be reached by taking the same number from both piles."""
    return [(x - t, y - t) for t in range(1, min(x, y) + 1)]


def queen_moves(x, y):
    """What a queen of Wythoff's game can reach from (x, y)."""
    return horizontal(x, y) + vertical(x, y) + diagonal(x, y)


def meets(positions, goal):
    """Whether some of the positions lies in the goal set."""
    return any(position in goal for position in positions)


# ---------------------------------------------------------------------------
# Definitions: Wythoff's game with a pass, or with a pile of one stone


def extra_moves(strict, x, y, p):
    """All positions reached from (x, y, p) in one move, extra move included."""
    reached = [(u, v, p) for u, v in queen_moves(x, y)]
    if p == 1 and (not strict or x + y > 0):
        reached.append((x, y, 0))
    return reached


@lru_cache(maxsize=None)
def wythoffExtraMoveGrundy(strict, x, y, p):
    """Grundy number of (x, y, p), where p = 1 while the extra move is there."""
    return mex(wythoffExtraMoveGrundy(strict, u, v, q) for u, v, q in extra_moves(strict, x, y, p))


def wythoffPassGrundy(x, y, p):
    """Grundy number when the extra move is a pass: not allowed at (0, 0)."""
    return wythoffExtraMoveGrundy(True, x, y, p)


def wythoffPlusStoneGrundy(x, y, p):
    """Grundy number when the extra move takes the stone of a pile of one."""
    return wythoffExtraMoveGrundy(False, x, y, p)


wythoffPassSetA = {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}

wythoffPassSetB = {(0, 0), (1, 3), (3, 1), (2, 5), (5, 2), (4, 8), (8, 4), (6, 7), (7, 6)}

wythoffPassSetC = {(0, 1), (1, 0), (2, 2), (3, 6), (6, 3), (4, 8), (8, 4), (5, 7), (7, 5)}


# ---------------------------------------------------------------------------
# Definitions: Wythoff's game with terminal positions


def wythoffTerminalMove(level, source, target):
    """Whether K^level has a move: none from a total of at most the level."""
    return sum(source) > level and target in queen_moves(*source)


@lru_cache(maxsize=None)
def mex_pairs(level, count):
    """The first `count` pairs (a_n, b_n) of the mex sequences of K^level."""
    pairs = []
    used = set(range(level + 1))
    least = 0
    for n in range(count):
        while least in used:
            least += 1
        pairs.append((least, least + n + level + 1))
        used.update(pairs[-1])
    return tuple(pairs)


def wythoffMexA(level, n):
    """The mex sequence: least number above the level and outside all earlier pairs."""
    return mex_pairs(level, n + 1)[n][0]


def wythoffMexB(level, n):
    """The companion sequence: a_n + n + level + 1."""
    return wythoffMexA(level, n) + n + level + 1


def wythoffTerminalPSet(level, position):
    """Whether the position is terminal or a pair of the mex sequences, either way round.

    The sequence a_n is above n, so no index above the smaller pile matters.
    """
    if sum(position) <= level:
        return True
    smaller, larger = sorted(position)
    return (smaller, larger) in mex_pairs(level, smaller + 1)


@lru_cache(maxsize=None)
def komakG(n):
    """1 - g(m) for the least m < n with floor(n phi) = floor(m phi^2) + 1; 1 if none."""
    for m in range(n):
        if floor_phi(n) == floor_phi_squared(m) + 1:
            return 1 - komakG(m)
    return 1


@lru_cache(maxsize=None)
def hofstadterF2(n):
    """Hofstadter's G: h(0) = 0 and h(n) = n - h(h(n - 1)). (`hofstadterF 2`.)"""
    return 0 if n == 0 else n - hofstadterF2(hofstadterF2(n - 1))


# ---------------------------------------------------------------------------
# Definitions: Fibonacci representations


def fibonacci(i):
    """The sequence 1, 2, 3, 5, 8, ...: F_0 = 1, F_1 = 2."""
    current, following = 1, 2
    for _ in range(i):
        current, following = following, current + following
    return current


def fibGreedyDigits(k, n):
    """The digits at positions k-1 .. 0, each 1 as soon as its F still fits the rest."""
    digits = []
    rest = n
    for j in reversed(range(k)):
        fits = fibonacci(j) <= rest
        digits.append(int(fits))
        rest -= fibonacci(j) if fits else 0
    return digits


def fibDigitCount(n, steps, start):
    """The least k in start .. start + steps - 1 with n < F_k, or else start + steps."""
    for k in range(start, start + steps):
        if n < fibonacci(k):
            return k
    return start + steps


def fibRep(n):
    """The greedy representation: no leading zero, and no digit at all for 0."""
    digits = fibGreedyDigits(fibDigitCount(n, n + 1, 0), n)
    while digits and digits[0] == 0:
        digits = digits[1:]
    return digits


TAIL = 7  # two words count as one state if they agree on all tails of at most this length


def tails_automaton(u, box):
    """Transitions and outputs, by tails, of a DFAO that might give u on 0 .. box.

    A state is the table of the values of u at all continuations of a word by at
    most TAIL digits.  All words of representations of numbers up to the box are
    given a state; None if two of them with one state go to different states.
    """
    value_of_word = {tuple(fibRep(n)): u(n) for n in range(fibonacci(TAIL + 2) * (box + 2))}
    tails = [tail for size in range(TAIL + 1) for tail in product((0, 1), repeat=size)]
    state_of = {word: tuple(value_of_word.get(word + tail) for tail in tails)
                for word in (tuple(fibRep(n)) for n in range(box + 1))}
    step = {}
    for word, state in state_of.items():
        if word and step.setdefault((state_of[word[:-1]], word[-1]), state) != state:
            return None
    return state_of[()], step, lambda state: state[0]


def IsFibonacciAutomatic(u, box, most_states=64):
    """Whether a DFAO of few states gives u(n) from the greedy digits of n, for n <= box.

    The states are searched as classes of words by their tails (see above), and
    the number of states is bounded by `most_states`: without a bound on it every
    finite piece of a sequence would have an automaton.
    """
    found = tails_automaton(u, box)
    if found is None:
        return False
    start, step, output = found
    if len({start} | set(step.values())) > most_states:
        return False
    for n in range(box + 1):
        state = start
        for digit in fibRep(n):
            state = step[state, digit]
        if output(state) != u(n):
            return False
    return True


# ---------------------------------------------------------------------------
# Definitions: morphisms and Larsson's sets

MORPHISM = {
    1: [[0, 1], [2], [3, 4], [3, 1], [2]],
    2: [[0, 1], [2], [3, 4], [5, 6], [7], [8, 9], [10], [11, 12], [10, 13], [14], [10, 13],
        [5, 6], [15], [5], [8, 9], [11, 12]],
    3: [[0, 1], [2], [3, 4], [5, 6], [7], [8, 9], [10], [11, 12], [13, 12], [14], [15, 16],
        [14, 17], [18], [14, 17], [19, 12], [18, 20], [21], [18], [13, 12], [19, 12], [14],
        [15, 16]],
}

CODED_B = {1: {2, 4}, 2: {3, 5, 7, 10}, 3: {4, 6, 8, 10, 13, 15, 17, 19, 20}}


def morphIterate(images, times, word):
    """The word after replacing every letter by its image, `times` times."""
    for _ in range(times):
        word = [letter for old in word for letter in images[old]]
    return word


def IsOmegaLimit(images, letter, length):
    """The first `length` letters of the limit of the iterates of the letter, or None.

    The limit is there when every iterate is a prefix of the next one and the
    lengths grow without end; here: until they pass `length`.
    """
    word = [letter]
    while len(word) < length:
        longer = morphIterate(images, 1, word)
        if len(longer) <= len(word) or longer[:len(word)] != word:
            return None
        word = longer
    return word[:length]


def larssonSetTwo(position):
    """Larsson's R_2: (0, 0), the pairs (n, 2n + 1) and the doubled golden pairs."""
    if position == (0, 0):
        return True
    smaller, larger = sorted(position)
    golden = ((2 * floor_phi(n) + 2, 2 * floor_phi_squared(n) + 2) for n in range(larger + 1))
    return larger == 2 * smaller + 1 or (smaller, larger) in golden


def larssonSetThree(position):
    """Larsson's R_3: (0, 0) and the pairs (n, 2n + 1) and (n, 2n + 2)."""
    smaller, larger = sorted(position)
    return position == (0, 0) or larger in (2 * smaller + 1, 2 * smaller + 2)


# ---------------------------------------------------------------------------
# Theorems: Wythoff's game with a pass


def wythoffExtraMoveGrundy_eq(box):
    """The Grundy number is the least m that no position reached in one move has."""
    def is_least(strict, x, y, p):
        reached = {wythoffExtraMoveGrundy(strict, *q) for q in extra_moves(strict, x, y, p)}
        own = wythoffExtraMoveGrundy(strict, x, y, p)
        return own not in reached and all(m in reached for m in range(own))
    return all(is_least(strict, x, y, p)
               for strict in (False, True) for x, y in square(box) for p in (0, 1))


def wythoffPassGrundy_zero_zero(value=0):
    """The corner has the Grundy number 0, pass or no pass."""
    return all(wythoffPassGrundy(0, 0, p) == value for p in (0, 1))


def wythoffPlusStoneGrundy_zero_zero_true(value=1):
    """With the stone there the corner has the Grundy number 1."""
    return wythoffPlusStoneGrundy(0, 0, 1) == value


def wythoffPassSetB_card_wythoffPassSetC_card(size=9):
    """B and C have nine elements each."""
    return len(wythoffPassSetB) == size and len(wythoffPassSetC) == size


def wythoffPassSetA_card(size=7):
    """A has seven elements."""
    return len(wythoffPassSetA) == size


def wythoffGrundy_eq_zero_iff(box):
    """Grundy number 0 exactly at the golden pairs; the index is searched up to x + y."""
    def is_golden(x, y):
        return any((x, y) in ((floor_phi(n), floor_phi(n) + n), (floor_phi(n) + n, floor_phi(n)))
                   for n in range(x + y + 1))
    return all((wythoffPassGrundy(x, y, 0) == 0) == is_golden(x, y) for x, y in square(box))


def near_p_position(x, y, distance):
    """Whether a P-position (v, w) has (x-v)^2 + (y-w)^2 at most `distance`.

    Neither coordinate of such a position is farther away than the distance.
    """
    reach = isqrt(distance)
    return any(wythoffPassGrundy(v, w, 0) == 0 and (x - v) ** 2 + (y - w) ** 2 <= distance
               for v in range(max(0, x - reach), x + reach + 1)
               for w in range(max(0, y - reach), y + reach + 1))


def wythoffGrundy_one_near_zero(box, distance=20):
    """Near every position of Grundy number 1 there is a P-position."""
    return all(near_p_position(x, y, distance)
               for x, y in square(box) if wythoffPassGrundy(x, y, 0) == 1)


def wythoffPass_pPositions_le_eight(corner=8):
    """In the corner the sets A, B, C are the positions of Grundy number 0."""
    return all((wythoffPassGrundy(x, y, 0) == 0) == ((x, y) in wythoffPassSetA)
               and (wythoffPassGrundy(x, y, 1) == 0) == ((x, y) in wythoffPassSetB)
               and (wythoffPlusStoneGrundy(x, y, 1) == 0) == ((x, y) in wythoffPassSetC)
               for x, y in square(corner))


def outside(box, corner):
    """The positions of the box with a pile of at least `corner`."""
    return ((x, y) for x, y in square(box) if x >= corner or y >= corner)


def wythoffPass_moves_meet_setB_setC(box, corner=9, band=8, near=4, far=5):
    """Which kinds of moves from outside the corner meet B and C."""
    def both_meet(moves):
        return meets(moves, wythoffPassSetB) and meets(moves, wythoffPassSetC)

    def neither_meets(moves):
        return not meets(moves, wythoffPassSetB) and not meets(moves, wythoffPassSetC)

    def holds(x, y):
        rows = y > band or both_meet(horizontal(x, y)) and neither_meets(vertical(x, y))
        columns = x > band or both_meet(vertical(x, y)) and neither_meets(horizontal(x, y))
        inside = not (x <= y + near and y <= x + near) or both_meet(diagonal(x, y))
        beyond = not (y + far <= x or x + far <= y) or neither_meets(diagonal(x, y))
        return rows and columns and inside and beyond

    return all(holds(x, y) for x, y in outside(box, corner))


def wythoffPass_moves_meet_setB_iff_setC(box, corner=9):
    """Each kind of move from outside the corner meets B exactly when it meets C."""
    return all(meets(moves(x, y), wythoffPassSetB) == meets(moves(x, y), wythoffPassSetC)
               for x, y in outside(box, corner) for moves in (horizontal, vertical, diagonal))


def wythoffPassGrundy_eq_zero_iff_plusStone(box, corner=9):
    """Outside the corner the pass and the stone give the same P-positions."""
    return all((wythoffPassGrundy(x, y, 1) == 0) == (wythoffPlusStoneGrundy(x, y, 1) == 0)
               for x, y in outside(box, corner))


def wythoffPassGrundy_true_eq_zero_iff(box, corner=9):
    """Outside the corner P-positions with the pass are positions of Grundy number 1 without."""
    return all((wythoffPassGrundy(x, y, 1) == 0) == (wythoffPassGrundy(x, y, 0) == 1)
               for x, y in outside(box, corner))


def wythoffPass_pPosition_near_wythoff_pPosition(box, distance=20):
    """Near every P-position with the pass there is a P-position without."""
    return all(near_p_position(x, y, distance)
               for x, y in square(box) if wythoffPassGrundy(x, y, 1) == 0)


# ---------------------------------------------------------------------------
# Theorems: Wythoff's game with terminal positions


def not_wythoffTerminalMove_of_terminal(box, levels=range(5), beyond=0):
    """No move of K^level leaves a position of total at most the level (plus `beyond`)."""
    return not any(wythoffTerminalMove(level, p, q)
                   for level in levels for p in square(box) if sum(p) <= level + beyond
                   for q in square(box))


def wythoffTerminalMove_zero_one_zero(level=0):
    """K^0 has a move from (1, 0) to (0, 0)."""
    return wythoffTerminalMove(level, (1, 0), (0, 0))


def wythoffMexA_zero(levels, plus=1):
    """a_0 = level + 1."""
    return all(wythoffMexA(level, 0) == level + plus for level in levels)


def wythoffMexA_one(levels, least_level=1):
    """a_1 = level + 2 for every level from 1 on."""
    return all(wythoffMexA(level, 1) == level + 2 for level in levels if level >= least_level)


def wythoffMexB_zero(levels, plus=2):
    """b_0 = 2 level + 2."""
    return all(wythoffMexB(level, 0) == 2 * level + plus for level in levels)


def mem_wythoffTerminalPSet_of_terminal(box, levels=range(5), beyond=0):
    """Every position of total at most the level (plus `beyond`) is in the predicted set."""
    return all(wythoffTerminalPSet(level, p)
               for level in levels for p in square(box) if sum(p) <= level + beyond)


def stable_and_absorbing(level, member, box):
    """No move from a member to a member; from every other position a move to a member.

    Only positions of the box are asked, and moves never leave it.
    """
    def has_move_in(p):
        return sum(p) > level and any(member(q) for q in queen_moves(*p))
    return all(member(p) != has_move_in(p) for p in square(box))


def wythoffTerminal_pPositions(box, levels=range(1, 5)):
    """The predicted set of K^level is stable and absorbing, for level >= 1."""
    return all(stable_and_absorbing(level, lambda p: wythoffTerminalPSet(level, p), box)
               for level in levels)


def wythoffTerminal_one_pPositions(box, level=1):
    """The case of level 1."""
    return stable_and_absorbing(level, lambda p: wythoffTerminalPSet(1, p), box)


def wythoffTerminal_two_pPositions(box, level=2):
    """The case of level 2."""
    return stable_and_absorbing(level, lambda p: wythoffTerminalPSet(2, p), box)


def mex_properties_of(level, box):
    """The six parts of `wythoffMex_properties` at one level, for indices up to the box."""
    a = [pair[0] for pair in mex_pairs(level, box + 2)]
    b = [pair[1] for pair in mex_pairs(level, box + 2)]
    steps = range(box + 1)
    increasing = all(a[n] < a[n + 1] and b[n] < b[n + 1] for n in steps)
    covering = all((j > level) == (j in a or j in b) for j in steps)
    disjoint = not set(a) & set(b)
    differences = all([monus(q, p) for p, q in zip(a, b)].count(j) == 1
                      for j in steps if j > level)
    small_steps = all(a[n + 1] - a[n] in (1, 2) and b[n + 1] - b[n] in (2, 3) for n in steps)
    coupled = all(b[n + 1] - b[n] == a[n + 1] - a[n] + 1 for n in steps)
    return increasing and covering and disjoint and differences and small_steps and coupled


def wythoffMex_properties(box, levels=range(1, 5)):
    """Increasing, covering all above the level once, all differences once, small steps.

    An index is searched up to box + 1: the sequences are above their index.
    """
    return all(mex_properties_of(level, box) for level in levels)


def wythoffMex_floor_goldenRatio(box, levels=range(1, 5), bound=None, plus=1):
    """a_n and b_n are golden floors at n + level, off by one common bounded number.

    The common number is what a_n leaves; it must not exceed `bound`, by default
    twice the level: a stated bound stands for "there is a bound".
    """
    def holds(level):
        most = 2 * level if bound is None else bound
        return all(abs(a - floor_phi(n + level)) <= most
                   and b == floor_phi_squared(n + level) + (a - floor_phi(n + level)) + plus
                   for n, (a, b) in enumerate(mex_pairs(level, box + 1)))
    return all(holds(level) for level in levels)


def wythoffMex_tendsto_goldenRatio(box, levels=range(1, 5)):
    """a_n / n tends to phi and b_n / n to phi^2.

    A limit cannot be decided on a box; what is asked is a rate that gives it:
    a_n and b_n stay within 3 level + 3 of n phi and n phi^2.
    """
    return all(abs(a - floor_phi(n)) <= 3 * level + 3 and
               abs(b - floor_phi_squared(n)) <= 3 * level + 3
               for level in levels for n, (a, b) in enumerate(mex_pairs(level, box + 1)))


# ---------------------------------------------------------------------------
# Theorems: Komak's sequence and Fibonacci-automatic sequences


def komakG_zero(value=1):
    """g(0) = 1."""
    return komakG(0) == value


def komakG_one(value=0):
    """g(1) = 0."""
    return komakG(1) == value


def komak_pPositions(box, level=2):
    """Komak's set is stable and absorbing in K^2; the index is searched up to x + y + 1."""
    def member(p):
        if sum(p) <= 2:
            return True
        pairs = ((monus(floor_phi(n) + komakG(n), 1), floor_phi_squared(n) + komakG(n))
                 for n in range(sum(p) + 2))
        return any(p in (pair, pair[::-1]) for pair in pairs)
    return stable_and_absorbing(level, member, box)


def komakG_hofstadter(box, at_one=0):
    """Komak's sequence by Hofstadter's: g(0) = 1, g(1) = 0, and the rule from 2 on."""
    def by_rule(n):
        before, now = hofstadterF2(n - 2), hofstadterF2(n - 1)
        return monus(1, komakG(now)) if before < now else 1
    return (komakG(0) == 1 and komakG(1) == at_one
            and all(komakG(n) == by_rule(n) for n in range(2, box + 1)))


def isFibonacciAutomatic_komakG(box):
    """Komak's sequence comes from a DFAO (of few states, on the box)."""
    return IsFibonacciAutomatic(komakG, box)


def isFibonacciAutomatic_const(box, constants=range(4)):
    """Every constant sequence comes from a DFAO; one state does."""
    return all(IsFibonacciAutomatic(lambda _: c, box) for c in constants)


def fibRep_examples():
    """The representations of 0, 2, 4, 7 and 12."""
    words = {0: '', 2: '10', 4: '101', 7: '1010', 12: '10101'}
    return all(''.join(map(str, fibRep(n))) == word for n, word in words.items())


def wythoffTerminal_one_fibRep(box, level=1):
    """Pairs whose second representation is the first, ending in 0, with a 1 appended."""
    def member(p):
        smaller, larger = fibRep(min(p)), fibRep(max(p))
        return sum(p) <= 1 or smaller[-1:] == [0] and larger == smaller + [1]
    return stable_and_absorbing(level, member, box)


def golden_automatic(level, box, a_plus, b_plus):
    """Whether a Fibonacci-automatic g, at most 2, corrects the golden floors at n + 2.

    What is asked for all n up to the box: a_n is the floor of (n+2) phi plus
    g(n+1) plus a_plus, and b_n is that of (n+2) phi^2 plus g(n+1) plus b_plus.
    The value g(0) is free; all of 0, 1, 2 are tried.
    """
    reach = fibonacci(TAIL + 2) * (box + 2)
    pairs = mex_pairs(level, reach)
    g = [a - floor_phi(n + 2) - a_plus for n, (a, _) in enumerate(pairs)]
    fits = all(0 <= value <= 2 for value in g) and all(
        b == floor_phi_squared(n + 2) + g[n] + b_plus for n, (_, b) in enumerate(pairs))
    return fits and any(IsFibonacciAutomatic(lambda n: g[n - 1] if n else first, box)
                        for first in (0, 1, 2))


def exists_fibonacciAutomatic_wythoffTerminal_three(box, a_plus=-1, b_plus=1):
    """Level 3: the floors are corrected by g - 1 and g + 1."""
    return golden_automatic(3, box, a_plus, b_plus)


def exists_fibonacciAutomatic_wythoffTerminal_four(box, a_plus=0, b_plus=3):
    """Level 4: the floors are corrected by g and g + 3."""
    return golden_automatic(4, box, a_plus, b_plus)


# ---------------------------------------------------------------------------
# Theorems: morphisms


def morphIterate_wythoffTerminal_one_example(times=4):
    """The fourth iterate of f_1 from 0 begins with 0 1 2 3 4 3."""
    return morphIterate(MORPHISM[1], times, [0])[:6] == [0, 1, 2, 3, 4, 3]


def morphic_coding(level, box, shift):
    """The limit word is there, and codes a at a_n - shift and b at b_n - shift."""
    pairs = mex_pairs(level, box + 1)
    word = IsOmegaLimit(MORPHISM[level], 0, pairs[-1][1] + 1)
    if word is None:
        return False
    coded_b = [letter in CODED_B[level] for letter in word]
    return all(not coded_b[monus(a, shift)] and coded_b[monus(b, shift)] for a, b in pairs)


def wythoffTerminal_one_morphic(box, shift=2):
    """The word of f_1, coded by g_1, tells a_n from b_n at level 1."""
    return morphic_coding(1, box, shift)


def wythoffTerminal_two_morphic(box, shift=3):
    """The word of f_2, coded by g_2, tells a_n from b_n at level 2."""
    return morphic_coding(2, box, shift)


def wythoffTerminal_three_morphic(box, shift=4):
    """The word of f_3, coded by g_3, tells a_n from b_n at level 3."""
    return morphic_coding(3, box, shift)


# ---------------------------------------------------------------------------
# Theorems: blocking and redundant moves


def larssonSetTwo_examples():
    """(0, 0), (0, 1) and (2, 2) are in R_2."""
    return all(larssonSetTwo(p) for p in ((0, 0), (0, 1), (2, 2)))


def larssonSetThree_examples():
    """(0, 0), (0, 2) and (3, 1) are in R_3."""
    return all(larssonSetThree(p) for p in ((0, 0), (0, 2), (3, 1)))


def blocking(member, box, blocked):
    """Members have at most `blocked` moves to members, all other positions have more."""
    def ways(p):
        return sum(member(q) for q in queen_moves(*p))
    return all((ways(p) <= blocked) == member(p) for p in square(box))


def blockingWythoff_two_pPositions(box, blocked=1):
    """R_2 when one option may be blocked."""
    return blocking(larssonSetTwo, box, blocked)


def blockingWythoff_three_pPositions(box, blocked=2):
    """R_3 when two options may be blocked."""
    return blocking(larssonSetThree, box, blocked)


def move_vectors(box):
    """The vectors (i, 0), (0, i) and (i, i) for i from 1 to the box."""
    return [v for i in range(1, box + 1) for v in ((i, 0), (0, i), (i, i))]


def wythoffTerminal_no_redundant_move(box, levels=range(1, 5), reach=4):
    """Some non-member has, of all moves into the set, only moves by v.

    The non-member is searched with piles of at most reach * (box + level + 2).
    """
    def only_by(level, v, p):
        return all((p[0] - q[0], p[1] - q[1]) == v
                   for q in queen_moves(*p) if wythoffTerminalMove(level, p, q)
                   and wythoffTerminalPSet(level, q))
    return all(any(not wythoffTerminalPSet(level, p) and only_by(level, v, p)
                   for p in square(reach * (box + level + 2)))
               for level in levels for v in move_vectors(box))


def blockingWythoff_no_redundant_move(box, blocked_two=2, blocked_three=3, reach=4):
    """Some non-member has too few moves into the set once moves by v are removed.

    The non-member is searched with piles of at most reach * (box + 2).
    """
    def too_few(member, v, p, needed):
        return needed > sum(member(q) for q in queen_moves(*p)
                            if (p[0] - q[0], p[1] - q[1]) != v)

    def needs(member, v, needed):
        return any(not member(p) and too_few(member, v, p, needed)
                   for p in square(reach * (box + 2)))

    return all(needs(larssonSetTwo, v, blocked_two) and needs(larssonSetThree, v, blocked_three)
               for v in move_vectors(box))
