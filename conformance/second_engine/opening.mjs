/**
 * The initial meld and its minimum (canasta-intl:13, samba-fi:13).
 */
import { isBlackThree, isNatural, rankOf, totalValue } from './cards.mjs';
import { isFinished } from './melds.mjs';
import { refuseIf } from './refusal.mjs';
import { canastaBonus } from './scoring.mjs';

/** The minimum by the total before the deal (canasta-intl:13.a, C-79; samba-fi:13.a, minimum-table-edges). */
export function minimumFor(P, score) {
  if (score < 0) return P['opening.minimum.below_0'];
  let minimum = P['opening.minimum.0'];
  for (const step of [1500, 3000, 7000]) {
    const row = P[`opening.minimum.${step}`];
    if (score >= step && row !== undefined) minimum = row;
  }
  return minimum;
}

/** The minimum of a side in this deal, with what has been added to it. */
export const minimumOf = (state, side) => minimumFor(state.P, state.scores[side] ?? 0) + (state.raised?.[side] ?? 0);

/** Whether a meld counts towards the minimum (samba-fi:opening-by-sequence, black-three-meld; canasta-intl:C-35). */
function counts(P, meld, cards) {
  if (meld.kind === 'sequence') return P['sequence.opens'];
  return P['black_threes.count_in_opening'] || !cards.some(isBlackThree);
}

/** Cards of the meld with the top card that count (canasta-intl:13.b.2, C-17). */
function countedOfTaken(P, taken) {
  const counted = P['opening.taken_meld_extras']
    ? taken.using.slice()
    : taken.using.filter((card) => isNatural(card) && rankOf(card) === rankOf(taken.top))
      .slice(0, P['pile.pair_from_hand']);
  if (P['opening.top_card_counts']) counted.push(taken.top);
  return counted;
}

/** Points of an act towards the minimum: `laid` are the cards laid, by meld; `taken` what took the pile. */
export function pointsTowardsMinimum(P, laid, taken) {
  let points = 0;
  for (const { meld, cards, isTaken } of laid) {
    if (!counts(P, meld, cards)) continue;
    points += totalValue(P, isTaken ? countedOfTaken(P, taken) : cards);
    if (P['opening.canasta_bonus_counts'] && isFinished(P, meld)) points += canastaBonus(P, meld);
  }
  return points;
}

/**
 * The melds of an opening are laid one by one, where the law says so (samba-fi:13.b); the meld that takes the pile
 * is one of them.
 */
export function checkGrain(state, side, combinations) {
  if (state.opened[side] || state.P['opening.grain'] !== 'one_by_one') return;
  refuseIf(combinations > 1, 'one-meld-at-a-time');
}
