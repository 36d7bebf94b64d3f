/**
 * Exact search over a hand: can all of it be melded, all but a last discard, or enough of it for a minimum?
 *
 * The cards decide what a player can do (samba-fi:ability-to-go-out), so every lawful way of laying them is
 * looked at: first which cards of each suit go to sequences, then how the rest goes to sets with the wild cards.
 *
 * A question is a plain object:
 *   P            parameters
 *   hand         cards that are still held
 *   melds        the side's melds on the table
 *   closed       true if melds of earlier turns may not be added to (going out concealed)
 *   beside       true if a new set may lie beside a meld of earlier turns (C-32, may-lie-apart)
 *   noWild       true if no wild card may be melded any more (C-35, no-wild-card-that-turn)
 *   wildLaid     true if one has been melded in this turn
 *   blackLaid    true if black threes have been melded in this turn
 *   canastas     finished melds the side needs in all
 *   own          finished melds that must have been begun in this turn
 *   points       points still wanted
 *   sequencePoints, blackPoints   whether sequences and black threes count towards them
 */
import {
  countIf, isBlackThree, isNatural, isRedThree, isWild, rankIndex, rankOf, RANKS, suitOf, SUITS, totalValue, valueOf,
} from './cards.mjs';
import { rankOfSet } from './melds.mjs';
import { span } from './sequences.mjs';

const RANK_COUNT = RANKS.length;

// --- sequences -------------------------------------------------------------------------------------------------

/** How many cards of each rank of a suit are in the hand. */
function countsOfSuit(hand, suit) {
  const counts = new Array(RANK_COUNT).fill(0);
  for (const card of hand) {
    if (isNatural(card) && rankOf(card) !== '3' && suitOf(card) === suit) counts[rankIndex(rankOf(card))] += 1;
  }
  return counts;
}

function sequencesOfSuit(q, suit) {
  return q.melds
    .filter((meld) => meld.kind === 'sequence' && suitOf(meld.cards[0]) === suit)
    .map((meld) => ({ ...span(meld.cards), old: meld.old }));
}

const lengthOf = (run) => run.high - run.low + 1;

/** Finished runs, those that two meeting runs make if they may be joined among them. */
function finishedRuns(P, runs) {
  const full = P['sequence.complete_at'];
  let count = countIf(runs, (run) => lengthOf(run) >= full);
  if (!P['sequence.join']) return count;
  const open = runs.filter((run) => lengthOf(run) < full);
  while (open.length > 1) {
    const run = open.pop();
    const at = open.findIndex((other) => (other.high + 1 === run.low || run.high + 1 === other.low)
      && lengthOf(other) + lengthOf(run) === full);
    if (at >= 0) {
      open.splice(at, 1);
      count += 1;
    }
  }
  return count;
}

/** Every way to lay cards of one suit to sequences: the cards used, and the finished sequences that result. */
function layingsOfSuit(q, suit) {
  const { P } = q;
  const have = countsOfSuit(q.hand, suit);
  const table = sequencesOfSuit(q, suit);
  const used = new Array(RANK_COUNT).fill(0);
  const found = new Map();

  const record = (runs, begun) => {
    if (begun && P['sequence.copies'] === 'after_finished') {
      const open = runs.filter((run) => lengthOf(run) < P['sequence.complete_at']);
      if (open.length > 1 || open.some((run) => !run.fresh)) return;
    }
    const finished = finishedRuns(P, runs);
    const own = finishedRuns(P, runs.filter((run) => !run.old));
    const key = `${used.join()}|${finished}|${own}`;
    if (!found.has(key)) found.set(key, { used: used.slice(), finished, own });
  };

  const least = Math.max(P['sequence.min_cards'], 1);
  const begin = (runs, low, high, begun) => {
    record(runs, begun);
    for (let a = low; a + least <= RANK_COUNT; a += 1) {
      for (let b = a + least - 1; b < RANK_COUNT && b - a < P['sequence.max_cards']; b += 1) {
        if (a === low && b < high) continue;
        if (!take(a, b)) break;
        begin([...runs, { low: a, high: b, old: false, fresh: true }], a, b, true);
        give(a, b);
      }
    }
  };

  const take = (a, b) => {
    for (let i = a; i <= b; i += 1) if (used[i] >= have[i]) return false;
    for (let i = a; i <= b; i += 1) used[i] += 1;
    return true;
  };
  const give = (a, b) => {
    for (let i = a; i <= b; i += 1) used[i] -= 1;
  };

  const extend = (at, runs) => {
    if (at === table.length) {
      begin(runs, 0, 0, false);
      return;
    }
    const run = table[at];
    const fixed = (q.closed && run.old) || (!P['sequence.onto_complete'] && lengthOf(run) >= P['sequence.complete_at']);
    for (let low = run.low; low >= 0; low -= 1) {
      if (low < run.low && (fixed || !take(low, run.low - 1))) break;
      for (let high = run.high; high < RANK_COUNT && high - low < P['sequence.max_cards']; high += 1) {
        if (high > run.high && (fixed || !take(run.high + 1, high))) break;
        extend(at + 1, [...runs, { low, high, old: run.old }]);
        if (high > run.high) give(run.high + 1, high);
      }
      if (low < run.low) give(low, run.low - 1);
    }
  };

  extend(0, []);
  return [...found.values()];
}

/** A way to lay sequences, with those of one more suit. */
const withLaying = (P, way, laying) => ({
  left: way.left.map((n, i) => n - laying.used[i]),
  finished: way.finished + laying.finished,
  own: way.own + laying.own,
  points: way.points + laying.used.reduce((p, n, i) => p + n * valueOf(P, `${RANKS[i]}S`), 0),
});

/** Every way to lay sequences in all suits, one at a time: what is left of each rank, and what the sequences bring. */
function* layingsOfSequences(q) {
  const left = RANKS.map((rank) => countIf(q.hand, (card) => rankOf(card) === rank));
  const none = { left, finished: 0, own: 0, points: 0 };
  if (!q.P['sequence.allowed']) {
    yield none;
    return;
  }
  const bySuit = SUITS.map((suit) => layingsOfSuit(q, suit));
  const seen = new Set();
  const visit = function* visit(at, way) {
    const key = `${at}|${way.left.join()}|${way.finished}|${way.own}|${way.points}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (at === bySuit.length) yield way;
    else for (const laying of bySuit[at]) yield* visit(at + 1, withLaying(q.P, way, laying));
  };
  yield* visit(0, none);
}

/** Whether some way to lay sequences passes a test. */
function someSequences(q, test) {
  for (const way of layingsOfSequences(q)) if (test(way)) return true;
  return false;
}

// --- sets ------------------------------------------------------------------------------------------------------

/** The side's sets of a rank, as numbers of natural and wild cards. */
function tableSets(q, rank) {
  return q.melds
    .filter((meld) => meld.kind === 'set' && rankOfSet(meld.cards) === rank)
    .map((meld) => ({ n: countIf(meld.cards, isNatural), w: countIf(meld.cards, isWild), old: meld.old }));
}

/** The most wild cards that a set on the table or a new one can still take. */
function wildRoom(q, rank, set, naturals) {
  const { P } = q;
  if (q.noWild || (rank === '3' && !P['black_threes.wild'])) return 0;
  if (rank === 'W') return Infinity;
  let room = P['set.max_wild'] > 0 ? P['set.max_wild'] - set.w : Infinity;
  if (P['set.naturals_per_wild'] > 0) room = Math.min(room, Math.floor(naturals / P['set.naturals_per_wild']) - set.w);
  if (P['set.wild_on_complete'] !== 'free') room = Math.min(room, P['set.complete_at'] - set.n - set.w);
  return Math.max(room, 0);
}

const sizeAllowed = (P, size) => P['set.max_cards'] === 0 || size <= P['set.max_cards'];

/** Whether these new sets may lie beside the others of their rank. */
function besideAllowed(q, rank, onTable, fresh) {
  const { P } = q;
  const finished = (set) => rank !== '3' && set.n + set.w >= P['set.complete_at'];
  if (fresh.length === 0 || P['set.per_rank'] === 'any') return true;
  const counted = q.beside ? onTable.filter((set) => !set.old) : onTable;
  if (P['set.per_rank'] === 'one') return counted.length + fresh.length <= 1;
  return counted.every(finished) && countIf(fresh, (set) => !finished(set)) <= 1;
}

/** Every way to meld `naturals` cards of a rank with up to `wilds` wild cards: wild cards used, canastas there are. */
function layingsOfRank(q, rank, naturals, wilds) {
  const { P } = q;
  const table = tableSets(q, rank);
  const found = new Map();
  const complete = (set) => rank !== '3' && set.n + set.w >= P['set.complete_at'];

  const record = (onTable, fresh, used) => {
    if (!besideAllowed(q, rank, onTable, fresh)) return;
    const all = [...onTable, ...fresh];
    const way = { used, finished: countIf(all, complete), own: countIf(all, (set) => !set.old && complete(set)) };
    found.set(`${way.used}|${way.finished}|${way.own}`, way);
  };

  const begin = (onTable, fresh, left, used) => {
    if (left === 0) record(onTable, fresh, used);
    const least = rank === 'W' ? 0 : Math.max(P['set.min_naturals'], 1);
    for (let n = left; n >= least; n -= 1) {
      const room = Math.min(wildRoom(q, rank, { n: 0, w: 0 }, n), wilds - used);
      const from = rank === 'W' && P['set.pure_wild'] === 'complete' ? P['set.complete_at'] : P['set.min_cards'];
      for (let w = Math.max(from - n, 0); w <= room; w += 1) {
        if (n + w > 0 && sizeAllowed(P, n + w)) begin(onTable, [...fresh, { n, w, old: false }], left - n, used + w);
      }
    }
  };

  const extend = (at, sets, left, used) => {
    if (at === table.length) {
      begin(sets, [], left, used);
      return;
    }
    const set = table[at];
    const fixed = q.closed && set.old;
    for (let n = 0; n <= (fixed ? 0 : left); n += 1) {
      const room = fixed ? 0 : Math.min(wildRoom(q, rank, set, set.n + n), wilds - used);
      for (let w = 0; w <= room; w += 1) {
        if (n + w > 0 && !sizeAllowed(P, set.n + set.w + n + w)) break;
        extend(at + 1, [...sets, { n: set.n + n, w: set.w + w, old: set.old }], left - n, used + w);
      }
    }
  };

  extend(0, [], naturals, 0);
  return [...found.values()];
}

/** The ranks in which something can be laid, with the natural cards of each. */
function ranksToLay(q, left, blacks) {
  const ranks = RANKS.map((rank, i) => ({ rank, n: left[i] }));
  ranks.push({ rank: '3', n: blacks });
  if (q.P['set.pure_wild'] !== 'never') ranks.push({ rank: 'W', n: 0 });
  return ranks.filter(({ rank, n }) => n > 0 || rank === 'W' || tableSets(q, rank).length > 0);
}

function remembered(q) {
  const memory = new Map();
  return (rank, n, wilds) => {
    const key = `${rank}${n}/${wilds}`;
    if (!memory.has(key)) memory.set(key, layingsOfRank(q, rank, n, wilds));
    return memory.get(key);
  };
}

/** Whether the sets can take all cards that the sequences have left, all wild cards included. */
function setsTakeAll(q, layings, way, blacks, wilds) {
  let states = new Map([['0|0|0', { used: 0, finished: 0, own: 0 }]]);
  for (const { rank, n } of ranksToLay(q, way.left, blacks)) {
    const next = new Map();
    for (const state of states.values()) {
      for (const laying of layings(rank, n, wilds - state.used)) {
        const sum = {
          used: state.used + laying.used,
          finished: Math.min(state.finished + laying.finished, q.canastas),
          own: Math.min(state.own + laying.own, q.own),
        };
        next.set(`${sum.used}|${sum.finished}|${sum.own}`, sum);
      }
    }
    states = next;
    if (states.size === 0) return false;
  }
  return [...states.values()].some((state) => state.used === wilds
    && state.finished + way.finished >= q.canastas && state.own + way.own >= q.own);
}

/** Points that melding the whole of `cards` brings; what sequences bring may not count. */
function pointsOf(q, cards, way) {
  const counted = q.blackPoints ? cards : cards.filter((card) => !isBlackThree(card));
  return totalValue(q.P, counted) - (q.sequencePoints ? 0 : way.points);
}

/** Whether the whole of `cards` can be melded so that the question is met. */
function allMeldable(q, cards) {
  if (cards.some(isRedThree)) return false;
  const blacks = countIf(cards, isBlackThree);
  const wilds = countIf(cards, isWild);
  const black = blacks > 0 || q.blackLaid;
  if (black && !q.P['black_threes.wild_in_turn'] && (wilds > 0 || q.wildLaid)) return false;
  const part = { ...q, hand: cards };
  const layings = remembered(part);
  return someSequences(part, (way) => pointsOf(part, cards, way) >= q.points
    && setsTakeAll(part, layings, way, blacks, wilds));
}

/** Whether the whole hand can be melded, or all but a card that may be the last discard (C-11, C-15; final-discard). */
export function canMeldOut(q) {
  const { P, hand } = q;
  if (allMeldable(q, hand)) return true;
  if (!P['out.last_discard']) return false;
  const discards = new Set(hand.filter((card) => (P['red_threes.discard'] === 'free' || !isRedThree(card))
    && (P['out.last_discard_black_three'] || !isBlackThree(card))));
  for (const card of discards) {
    const rest = hand.slice();
    rest.splice(rest.indexOf(card), 1);
    if (allMeldable(q, rest)) return true;
  }
  return false;
}

/** The cards of `hand` for a set: natural cards of a rank and wild cards, the dearest first. */
function pickForSet(P, hand, rank, n, w) {
  const wilds = hand.filter(isWild).sort((a, b) => valueOf(P, b) - valueOf(P, a));
  return [...hand.filter((card) => rankOf(card) === rank).slice(0, n), ...wilds.slice(0, w)];
}

/** Ways to begin or extend one set in one step, as pairs of a meld's place (-1: a new one) and cards. */
function setSteps(q) {
  const { P, hand, melds } = q;
  const wilds = countIf(hand, isWild);
  const steps = [];
  for (const rank of [...RANKS, '3']) {
    const have = countIf(hand, (card) => rankOf(card) === rank);
    const places = melds.flatMap((meld, at) => (meld.kind === 'set' && rankOfSet(meld.cards) === rank ? [at] : []));
    for (const at of have > 0 ? [...places, -1] : places) {
      const cards = at < 0 ? [] : melds[at].cards;
      const set = { n: countIf(cards, isNatural), w: countIf(cards, isWild) };
      for (let n = at < 0 ? P['set.min_naturals'] : 0; n <= have; n += 1) {
        const room = Math.min(wildRoom(q, rank, set, set.n + n), wilds);
        for (let w = 0; w <= room; w += 1) {
          const size = set.n + set.w + n + w;
          if (n + w === 0 || size < P['set.min_cards'] || !sizeAllowed(P, size)) continue;
          if (at < 0 && !besideAllowed(q, rank, tableSets(q, rank), [{ n, w, old: false }])) continue;
          steps.push([at, pickForSet(P, hand, rank, n, w)]);
        }
      }
    }
  }
  return steps;
}

/** Ways to begin a sequence, or to extend one by one card, in one step. */
function sequenceSteps(q) {
  const { P, hand, melds } = q;
  if (!P['sequence.allowed'] || !P['sequence.opens']) return [];
  const steps = [];
  for (const suit of SUITS) {
    const have = countsOfSuit(hand, suit);
    melds.forEach((meld, at) => {
      if (meld.kind !== 'sequence' || suitOf(meld.cards[0]) !== suit) return;
      const run = span(meld.cards);
      if (lengthOf(run) >= P['sequence.max_cards']) return;
      for (const next of [run.low - 1, run.high + 1]) if (have[next] > 0) steps.push([at, [RANKS[next] + suit]]);
    });
    for (let low = 0; low < RANK_COUNT; low += 1) {
      for (let high = low; have[high] > 0 && high - low < P['sequence.max_cards']; high += 1) {
        if (high - low + 1 < P['sequence.min_cards']) continue;
        steps.push([-1, RANKS.slice(low, high + 1).map((rank) => rank + suit)]);
      }
    }
  }
  return steps;
}

/** The question that is left when a step has been taken. */
function afterStep(q, kind, [at, cards]) {
  const hand = q.hand.slice();
  for (const card of cards) hand.splice(hand.indexOf(card), 1);
  const melds = q.melds.slice();
  if (at < 0) melds.push({ kind, cards, old: false });
  else melds[at] = { ...melds[at], cards: [...melds[at].cards, ...cards] };
  const counted = q.blackPoints || !cards.some(isBlackThree);
  return {
    ...q,
    hand,
    melds,
    points: q.points - (counted ? totalValue(q.P, cards) : 0),
    wildLaid: q.wildLaid || cards.some(isWild),
    blackLaid: q.blackLaid || cards.some(isBlackThree),
  };
}

const signature = (q) => JSON.stringify([q.hand.slice().sort(), q.melds.map((meld) => meld.cards.slice().sort()).sort()]);

/**
 * Whether the points wanted can be melded from the hand alone, and everything then be melded out together with the
 * cards of `rest` (samba-fi:opening-count-pile-rest).
 */
export function canOpenThenMeldOut(q, rest) {
  if (!canMeldOut({ ...q, hand: [...q.hand, ...rest] })) return false;
  const seen = new Set();
  const visit = (at) => {
    const key = signature(at);
    if (seen.has(key)) return false;
    seen.add(key);
    if (at.points <= 0) return canMeldOut({ ...at, hand: [...at.hand, ...rest], points: 0 });
    return setSteps(at).some((step) => visit(afterStep(at, 'set', step)))
      || sequenceSteps(at).some((step) => visit(afterStep(at, 'sequence', step)));
  };
  return visit(q);
}

/** The most points that sets can bring when at least `keep` cards stay in the hand; -1 if none can stay. */
function bestSets(q, layings, way, blacks, wildValues, keep) {
  let states = new Map([['0|0', { used: 0, kept: Math.min(blacks, keep), points: 0 }]]);
  for (const { rank, n } of ranksToLay(q, way.left, 0)) {
    const value = rank === 'W' || rank === '3' ? 0 : valueOf(q.P, `${rank}S`);
    const next = new Map();
    for (const state of states.values()) {
      for (let laid = 0; laid <= n; laid += 1) {
        for (const laying of layings(rank, laid, wildValues.length - state.used)) {
          const sum = {
            used: state.used + laying.used,
            kept: Math.min(state.kept + n - laid, keep),
            points: state.points + laid * value,
          };
          const key = `${sum.used}|${sum.kept}`;
          if (!next.has(key) || next.get(key).points < sum.points) next.set(key, sum);
        }
      }
    }
    states = next;
  }
  let best = -1;
  for (const state of states.values()) {
    if (state.kept + wildValues.length - state.used < keep) continue;
    const wild = wildValues.slice(0, state.used).reduce((a, b) => a + b, 0);
    best = Math.max(best, state.points + wild);
  }
  return best;
}

/** Whether the points wanted can be melded while at least `keep` cards stay in the hand. */
export function canReachPoints(q, keep) {
  const blacks = countIf(q.hand, (card) => isBlackThree(card) || isRedThree(card));
  const wildValues = q.hand.filter(isWild).map((card) => valueOf(q.P, card)).sort((a, b) => b - a);
  const layings = remembered(q);
  return someSequences(q, (way) => {
    const best = bestSets(q, layings, way, blacks, wildValues, keep);
    return best >= 0 && best + (q.sequencePoints ? way.points : 0) >= q.points;
  });
}

