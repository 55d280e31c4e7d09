"""Automata from data, for tests of the checker alone: nothing here is shared with the generator.

A numeration is its list of rows (language.md 6); None stands for `_`. An automaton is a list of states (out, {letter: target}), a letter a
tuple of digits. `learn` merges words with equal futures as far as the data show them: what it returns may be wrong, the checker decides.
"""
from collections import deque

FIBONACCI = [[0, 1], [0, None]]


class Numeration:
    def __init__(self, rows):
        self.rows = rows
        self.digits = len(rows[0])
        self.words = [()]  # representations of 0, 1, ..
        self.ends = [0]
        self.level = [((), 0)]

    def grow(self, count):
        """Representations of at least `count` numbers."""
        while len(self.words) < count:
            longer = []
            for word, state in self.level:
                for d, target in enumerate(self.rows[state]):
                    if target is not None and (word or d):
                        longer.append((word + (d,), target))
            self.level = longer
            self.words += [w for w, _ in longer]
        return self

    def rep(self, n):
        self.grow(n + 1)
        return self.words[n]

    def padded(self, numbers, extra=0):
        reps = [self.rep(n) for n in numbers]
        length = max(map(len, reps)) + extra
        return list(zip(*[(0,) * (length - len(r)) + r for r in reps])) if length else []

    def language(self, words, state=0):
        for d in words:
            state = self.rows[state][d]
            if state is None:
                return None
        return state


def minimised(states, outputs=False):
    """Trim, minimal and canonical."""
    n = len(states)
    if outputs:
        useful = set(range(n))
    else:
        sources = [[] for _ in range(n)]
        for s, (_, edges) in enumerate(states):
            for t in edges.values():
                sources[t].append(s)
        useful = {s for s in range(n) if states[s][0]}
        todo = list(useful)
        while todo:
            for s in sources[todo.pop()]:
                if s not in useful:
                    useful.add(s)
                    todo.append(s)
        useful.add(0)
    group = {s: states[s][0] for s in useful}
    count = len(set(group.values()))
    while True:
        keys = {}
        new = {}
        for s in useful:
            key = (group[s], tuple(sorted((a, group[t]) for a, t in states[s][1].items() if t in useful)))
            new[s] = keys.setdefault(key, len(keys))
        group = new
        if len(keys) == count:
            break
        count = len(keys)
    number = {group[0]: 0}
    order = [0]
    queue = deque([0])
    while queue:
        s = queue.popleft()
        for a in sorted(states[s][1]):
            t = states[s][1][a]
            if t in useful and group[t] not in number:
                number[group[t]] = len(number)
                order.append(t)
                queue.append(t)
    return [(states[s][0], {a: number[group[t]] for a, t in sorted(states[s][1].items()) if t in useful}) for s in order]


class Trie:
    """Words without leading zeros, with outputs; `learned` folds it by the futures to a depth. The root goes to itself on `zero`."""

    def __init__(self, zero):
        self.edges = [{zero: 0}]
        self.out = [None]

    def add(self, word, out):
        s = 0
        for a in word:
            t = self.edges[s].get(a)
            if t is None:
                t = len(self.edges)
                self.edges[s][a] = t
                self.edges.append({})
                self.out.append(None)
            s = t
        self.out[s] = out

    def learned(self, tail, default, length):
        """States of equal futures of at most `tail` letters; words that were not added have output `default`. All words of at most `length`
        letters are known, so deeper futures are cut there: a node whose future is cut goes to the first state that agrees with it."""
        outs = [default if out is None else out for out in self.out]
        order = [sorted(edges.items()) for edges in self.edges]
        dead = default == 0
        futures = [[out or -1 for out in outs] if dead else outs]
        for _ in range(tail):
            last = futures[-1]
            ids = {(default, ()): -1} if dead else {}  # -1: no member of the set within reach
            futures.append([ids.setdefault((out, tuple([(a, last[t]) for a, t in edges if last[t] != -1])), len(ids))
                            for out, edges in zip(outs, order)])
        known = [{future[0]: 0} for future in futures]
        nodes = [(0, 0)]
        states = []
        for s, depth in nodes:
            edges = {}
            k = max(0, min(tail, length - depth - 1))
            for a, t in order[s]:
                f = futures[k][t]
                if f == -1 and dead:
                    continue
                if t == 0:
                    edges[a] = 0
                    continue
                if f not in known[k]:
                    for future, first in zip(futures, known):
                        first.setdefault(future[t], len(nodes))
                    nodes.append((t, depth + 1))
                edges[a] = known[k][f]
            states.append((outs[s], edges))
        return states


def relation(numeration, tuples, length, tail):
    """The set of tuples as an automaton, learned from all its members of at most `length` digits."""
    trie = None
    for t in tuples:
        word = numeration.padded(t)
        trie = trie or Trie((0,) * len(t))
        if len(word) <= length:
            trie.add(word, 1)
    return minimised(trie.learned(tail, 0, length))


def outputs(numeration, values, length, tail):
    """A sequence as an output automaton, learned from its values at all words of at most `length` digits."""
    trie = Trie((0,))
    for n, v in enumerate(values):
        word = numeration.rep(n)
        if len(word) > length:
            break
        trie.add([(d,) for d in word], v)
    return minimised(trie.learned(tail, -1, length), True)


def text(states, output=False):
    return "".join(
        (str(out) if output else "+" if out else "-")
        + "".join(" %s:%d" % ("".join(map(str, a)), t) for a, t in sorted(edges.items())) + "\n"
        for out, edges in states)


def changed(states, word, out):
    """The same with another output (or membership) at one word without leading zeros (a list of letters)."""
    zero = (0,) * len(word[0])
    number = {(0, 0): 0}
    order = [(0, 0)]
    result = []
    for s, k in order:  # k letters of the word have been read; -1: another word; s is None: not in the automaton
        edges = {}
        targets = dict(states[s][1]) if s is not None else {}
        if k >= 0 and k < len(word):
            targets.setdefault(word[k], None)
        for a, t in targets.items():
            if k == 0 and a == zero:
                edges[a] = 0
                continue
            key = (t, k + 1 if 0 <= k < len(word) and a == word[k] else -1)
            if key == (None, -1):
                continue
            if key not in number:
                number[key] = len(order)
                order.append(key)
            edges[a] = number[key]
        result.append((out if k == len(word) else states[s][0] if s is not None else 0, edges))
    return result


def moved(numeration, states, old, new):
    """The relation without one tuple and with another."""
    for t, out in ((old, 0), (new, 1)):
        if t:
            states = minimised(changed(states, numeration.padded(t), out))
    return states
