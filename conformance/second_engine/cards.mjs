/**
 * Cards: what they are, what they are worth, and small helpers for handfuls of them.
 *
 * A card is a string: rank and suit (`KS`, `TH`, `2C`) or `JK` for a joker.
 */

/** Ranks that may be melded in sets and sequences, from low to high (canasta-intl:C-29, samba-fi:sequence-range). */
export const RANKS = ['4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
export const SUITS = ['S', 'H', 'D', 'C'];

const CARD = /^(?:[2-9TJQKA][SHDC]|JK)$/;
const RANK_INDEX = Object.fromEntries(RANKS.map((rank, index) => [rank, index]));

export const isCard = (value) => typeof value === 'string' && CARD.test(value);
export const rankOf = (card) => (card === 'JK' ? 'JK' : card[0]);
export const suitOf = (card) => (card === 'JK' ? '' : card[1]);
export const rankIndex = (rank) => RANK_INDEX[rank];

/** Jokers and deuces are wild (canasta-intl:11.d, samba-fi:2). */
export const isWild = (card) => card === 'JK' || card[0] === '2';
export const isNatural = (card) => !isWild(card);
const isThree = (card) => card[0] === '3';
export const isRedThree = (card) => isThree(card) && (card[1] === 'H' || card[1] === 'D');
export const isBlackThree = (card) => isThree(card) && (card[1] === 'S' || card[1] === 'C');

/** Value of one card (canasta-intl:12 and 34.values, samba-fi:12.a); a red three has none (C-58). */
export function valueOf(P, card) {
  if (card === 'JK') return P['card.joker'];
  const rank = card[0];
  if (rank === '2') return P['card.two'];
  if (rank === 'A') return P['card.ace'];
  if (rank === '3') return isRedThree(card) ? 0 : P['card.black_three'];
  return RANK_INDEX[rank] >= RANK_INDEX['8'] ? P['card.high'] : P['card.low'];
}

export const totalValue = (P, cards) => cards.reduce((sum, card) => sum + valueOf(P, card), 0);
export const countIf = (cards, test) => cards.reduce((n, card) => n + (test(card) ? 1 : 0), 0);

/** `from` without `cards`, or null where it does not hold them all. */
export function without(from, cards) {
  const rest = from.slice();
  for (const card of cards) {
    const at = rest.indexOf(card);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
