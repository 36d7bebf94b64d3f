/**
 * Sequences: cards of one suit in order of rank (samba-fi:11.a, 15.a).
 */
import { isNatural, isRedThree, isWild, rankIndex, rankOf, suitOf } from './cards.mjs';
import { refuse, refuseIf } from './refusal.mjs';

/**
 * Whether cards are meant as a sequence: the law knows sequences, and the natural cards are of two or more
 * ranks, none of them twice (PROTOCOL, Positions and Acts).
 */
export function meansSequence(P, cards) {
  if (!P['sequence.allowed']) return false;
  const ranks = cards.filter(isNatural).map(rankOf);
  return ranks.length > 1 && new Set(ranks).size === ranks.length;
}

/** Lowest and highest rank of a lawful sequence, as indices into RANKS. */
export function span(cards) {
  let low = Infinity;
  let high = -Infinity;
  for (const card of cards) {
    const at = rankIndex(rankOf(card));
    if (at < low) low = at;
    if (at > high) high = at;
  }
  return { low, high };
}

export const isFinishedSequence = (P, cards) => cards.length >= P['sequence.complete_at'];

/** Refuses what is no sequence (samba-fi:11.a, 15.a, sequence-range). */
export function checkSequence(P, cards) {
  refuseIf(cards.some(isRedThree), 'red-three-not-melded');
  refuseIf(cards.some((card) => rankOf(card) === '3'), 'three-in-sequence');
  refuseIf(cards.filter(isWild).length > (P['sequence.wild'] ?? 0), 'wild-in-sequence');
  refuseIf(new Set(cards.map(suitOf)).size > 1, 'suits-differ');
  const { low, high } = span(cards);
  const distinct = new Set(cards.map(rankOf)).size === cards.length;
  refuseIf(!distinct || high - low + 1 !== cards.length, 'not-consecutive');
  refuseIf(cards.length < P['sequence.min_cards'], 'sequence-too-short');
  refuseIf(cards.length > P['sequence.max_cards'], 'sequence-too-long');
}

/** Refuses an addition that a sequence does not take: none goes onto a finished one (samba-fi:15.f.1). */
export function checkAddition(P, cards, added) {
  refuseIf(!P['sequence.onto_complete'] && isFinishedSequence(P, cards), 'sequence-finished');
  checkSequence(P, [...cards, ...added]);
}

/** A further sequence of a suit (samba-fi:14.c, several-sequences). */
export function checkCopies(P, melds) {
  if (P['sequence.copies'] !== 'after_finished') return;
  const sequences = melds.filter((meld) => meld.kind === 'sequence');
  for (const begun of sequences.filter((meld) => meld.begun)) {
    const open = sequences.filter((meld) => meld !== begun && !isFinishedSequence(P, meld.cards)
      && suitOf(meld.cards[0]) === suitOf(begun.cards[0]));
    const barring = open.filter((meld) => !meld.begun || !isFinishedSequence(P, begun.cards));
    refuseIf(barring.length > 0, 'second-sequence-of-suit');
  }
}

/** Unites two sequences of one's own side, where a reading allows it (samba-fi:uniting-sequences). */
export function joinSequences(P, first, second) {
  refuseIf(!P['sequence.allowed'] || !P['sequence.join'], 'sequences-not-joined');
  refuseIf(first === second || first.kind !== 'sequence' || second.kind !== 'sequence', 'sequences-do-not-meet');
  const [a, b] = [span(first.cards), span(second.cards)];
  const meet = suitOf(first.cards[0]) === suitOf(second.cards[0])
    && (a.high + 1 === b.low || b.high + 1 === a.low);
  if (!meet) refuse('sequences-do-not-meet');
  refuseIf(isFinishedSequence(P, first.cards) || isFinishedSequence(P, second.cards), 'sequence-finished');
  const cards = [...first.cards, ...second.cards];
  refuseIf(cards.length > P['sequence.max_cards'], 'sequence-too-long');
  return cards;
}
