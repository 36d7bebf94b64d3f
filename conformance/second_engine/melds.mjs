/**
 * Melds: sets, their names, and what may be laid (canasta-intl:11, 15, 20.c; samba-fi:11, 15, 20.c).
 *
 * A meld is `{kind, cards, old, begun}`: `old` if it lay there before this turn, `begun` if the act that is being
 * judged has begun it, `taken` if it took the pile and so came first in that act.
 */
import { countIf, isBlackThree, isNatural, isRedThree, isWild, rankOf, RANKS, suitOf } from './cards.mjs';
import { refuse, refuseIf } from './refusal.mjs';
import { checkAddition, checkCopies, checkSequence, isFinishedSequence, meansSequence, span } from './sequences.mjs';

export const makeMeld = (P, cards, old) => ({
  kind: meansSequence(P, cards) ? 'sequence' : 'set', cards: cards.slice(), old, begun: false,
});

/** The rank of a set; `W` for one of wild cards alone. */
export function rankOfSet(cards) {
  const natural = cards.find(isNatural);
  return natural === undefined ? 'W' : rankOf(natural);
}

/** A canasta has seven cards or more (canasta-intl:15.a), a finished sequence seven (samba-fi:15.a). */
export function isFinished(P, meld) {
  if (meld.kind === 'sequence') return isFinishedSequence(P, meld.cards);
  return rankOfSet(meld.cards) !== '3' && meld.cards.length >= P['set.complete_at'];
}

export const countFinished = (P, melds) => countIf(melds, (meld) => isFinished(P, meld));

function baseName(meld) {
  if (meld.kind === 'set') return rankOfSet(meld.cards);
  return suitOf(meld.cards[0]) + RANKS[span(meld.cards).low];
}

/** The melds of a side by name: `Q`, `Q#2`, `W`, `H4` (PROTOCOL, Acts). */
export function namesOf(melds) {
  const names = new Map();
  for (const meld of melds) {
    const base = baseName(meld);
    let name = base;
    for (let n = 2; names.has(name); n += 1) name = `${base}#${n}`;
    names.set(name, meld);
  }
  return names;
}

/** The meld of this name on the player's own side (canasta-intl:11.c, samba-fi:11.d). */
export function findMeld(state, side, name) {
  const [owner, rest] = name.includes(':') ? name.split(':') : [side, name];
  if (!(owner in state.melds)) refuse('no-such-meld');
  const meld = namesOf(state.melds[owner]).get(rest.replace(/#1$/, ''));
  if (meld === undefined) refuse('no-such-meld');
  refuseIf(owner !== side, 'not-own-meld');
  return meld;
}

/** Refuses cards that no set may consist of, whatever their number (canasta-intl:11.a, 20.c, C-29). */
function checkCardsOfSet(P, cards) {
  refuseIf(cards.some(isRedThree), 'red-three-not-melded');
  const naturals = cards.filter(isNatural);
  refuseIf(new Set(naturals.map(rankOf)).size > 1, 'ranks-differ');
  const wilds = cards.length - naturals.length;
  refuseIf(wilds > 0 && naturals.some(isBlackThree) && !P['black_threes.wild'], 'wild-with-black-threes');
}

/** How many wild cards a set may hold (canasta-intl:11.d.s2, 15.a.s2; samba-fi:11.e, mixed-wild-limit). */
function checkWildLimits(P, cards) {
  const wilds = countIf(cards, isWild);
  const naturals = cards.length - wilds;
  if (naturals === 0) return;
  refuseIf(P['set.max_wild'] > 0 && wilds > P['set.max_wild'], 'too-many-wilds');
  refuseIf(naturals < wilds * P['set.naturals_per_wild'], 'too-many-wilds');
}

/** The first cards of a set (canasta-intl:11.a, 11.d.s2; samba-fi:11.b, 11.e). */
function checkSizeOfSet(P, cards) {
  const naturals = countIf(cards, isNatural);
  if (naturals === 0 && cards.length > 0) {
    refuseIf(P['set.pure_wild'] === 'never', 'too-few-naturals');
    const least = P['set.pure_wild'] === 'complete' ? P['set.complete_at'] : P['set.min_cards'];
    refuseIf(cards.length < least, 'meld-too-small');
    return;
  }
  refuseIf(cards.length < P['set.min_cards'], 'meld-too-small');
  refuseIf(naturals < P['set.min_naturals'], 'too-few-naturals');
}

/**
 * Wild cards beyond the size of a canasta (canasta-intl:15.e.1; samba-fi:15.f.1, wild-beyond-seven): the earlier
 * cards with the wild cards now added make seven at most, or else the whole result does.
 */
function checkWildBeyond(P, before, added) {
  const wilds = countIf(added, isWild);
  const rule = P['set.wild_on_complete'];
  if (wilds === 0 || rule === 'free') return;
  const size = rule === 'before_complete' ? before.length + wilds : before.length + added.length;
  refuseIf(size > P['set.complete_at'], 'wild-onto-canasta');
}

function checkSet(P, before, added) {
  const cards = [...before, ...added];
  checkCardsOfSet(P, cards);
  checkSizeOfSet(P, cards);
  checkWildLimits(P, cards);
  checkWildBeyond(P, before, added);
  refuseIf(P['set.max_cards'] > 0 && cards.length > P['set.max_cards'], 'set-too-large');
}

/** Refuses cards that make no new meld. */
export function checkNew(P, meld) {
  if (meld.kind === 'sequence') checkSequence(P, meld.cards);
  else checkSet(P, [], meld.cards);
}

/** Adds cards to a meld, or refuses (canasta-intl:11.a, 15.e.1; samba-fi:11.b, 15.f.1). */
export function addTo(P, meld, added) {
  if (meld.kind === 'sequence') checkAddition(P, meld.cards, added);
  else checkSet(P, meld.cards, added);
  meld.cards.push(...added);
}

const setsOfRank = (melds, rank) => melds.filter((meld) => meld.kind === 'set' && rankOfSet(meld.cards) === rank);

/** Whether a new set of a rank may lie beside the others (canasta-intl:11.b.s2; samba-fi:11.c, second-set-of-rank). */
function mayLieBeside(P, begun, others) {
  if (P['set.per_rank'] === 'any') return true;
  if (P['set.per_rank'] === 'one') return others.length === 0;
  const open = others.filter((meld) => !isFinished(P, meld));
  return open.every((meld) => meld.begun && !meld.taken && isFinished(P, begun));
}

/**
 * Judges the melds of a side after an act, in whatever order its parts were lawful: how many sets of a rank and
 * sequences of a suit there are. Gives back the new sets that lie beside a meld of their rank against 11.b.s2.
 */
export function crowdedSets(P, melds) {
  checkCopies(P, melds);
  return melds.filter((meld) => meld.kind === 'set' && meld.begun && !meld.apart
    && !mayLieBeside(P, meld, setsOfRank(melds, rankOfSet(meld.cards)).filter((other) => other !== meld)));
}

/** A side's set of a rank: the unfinished one first, else a finished one (samba-fi:pair-and-own-set). */
export function setToJoin(P, melds, rank) {
  const sets = setsOfRank(melds, rank);
  return sets.find((meld) => !isFinished(P, meld)) ?? sets[0];
}

export const hasCanastaOf = (P, melds, rank) => setsOfRank(melds, rank).some((meld) => isFinished(P, meld));
