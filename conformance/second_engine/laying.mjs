/**
 * Laying cards on the table, as one act: new melds, cards added to melds, and what takes the pile. The act is
 * judged as a whole, in whatever order its parts are lawful.
 */
import { isBlackThree, isWild, without } from './cards.mjs';
import { cloneState } from './position.mjs';
import { checkTurnCanEnd, goOut, isConcealed, mayBeLastDiscard } from './going_out.mjs';
import { addTo, checkNew, countFinished, crowdedSets, findMeld, makeMeld, rankOfSet } from './melds.mjs';
import { checkGrain, minimumOf, pointsTowardsMinimum } from './opening.mjs';
import { takeRest } from './pile.mjs';
import { refuse, refuseIf } from './refusal.mjs';
import { joinSequences } from './sequences.mjs';

/** Cards added, gathered by meld; the names are those at the start of the act. */
function gatherAdditions(state, side, added, taken) {
  const additions = new Map();
  const put = (meld, cards) => additions.set(meld, [...(additions.get(meld) ?? []), ...cards]);
  if (taken?.target !== undefined) put(taken.target, [...taken.using, taken.top]);
  for (const { meld, cards } of added) put(findMeld(state, side, meld), cards);
  return additions;
}

function takeFromHand(state, cards) {
  const player = state.turn.player;
  const rest = without(state.hands[player], cards);
  if (rest === null) refuse('not-in-hand');
  state.hands[player] = rest;
}

/** Black threes and wild cards melded in one turn (canasta-intl:20.c, C-35; samba-fi:20.c). */
function noteThreesAndWilds(state, cards) {
  const { turn, P } = state;
  turn.wildLaid ||= cards.some(isWild);
  turn.blackLaid ||= cards.some(isBlackThree);
  refuseIf(turn.wildLaid && turn.blackLaid && !P['black_threes.wild_in_turn'], 'wild-with-black-threes');
}

/** A second set of a rank is barred, unless it lies apart in a concealed going out (canasta-intl:11.b.s2, C-32). */
function checkCrowding(state, side) {
  const { P, turn } = state;
  const crowded = crowdedSets(P, state.melds[side]);
  if (crowded.length === 0) return;
  refuseIf(!P['out.concealed_beside_partner'] || turn.playerHadMelded, 'second-meld-of-rank');
  const ownRanks = state.melds[side].filter((meld) => meld.kind === 'set' && !meld.old)
    .map((meld) => rankOfSet(meld.cards));
  // Two new sets of one rank are never what C-32 lets lie apart.
  refuseIf(new Set(ownRanks).size < ownRanks.length, 'second-meld-of-rank');
  turn.mustConceal = true;
}

/** Books an act towards the initial meld (canasta-intl:13.b, 19.c, C-33; samba-fi:13.b, opening-count-pile-rest). */
function bookOpening(state, side, laid, taken) {
  if (state.opened[side]) return;
  const { P, turn } = state;
  const points = pointsTowardsMinimum(P, laid, taken);
  const pending = turn.openingPoints > 0 || turn.mustConceal;
  turn.openingPoints += points;
  const sequence = laid.some(({ meld }) => meld.kind === 'sequence');
  if (turn.openingPoints >= minimumOf(state, side)) {
    state.opened[side] = true;
    return;
  }
  refuseIf(sequence && !P['sequence.opens'], 'sequence-not-for-opening');
  refuseIf(!mayFallShort(state, side, taken, pending), 'initial-meld-below-minimum');
}

/** Whether an act lays the entire hand at once, all but a last discard, and so goes out concealed (canasta-intl:19.a.1, 19.c, C-11). */
function goesOutAtOnce(state, side) {
  const { P } = state;
  const hand = state.hands[state.turn.player];
  if (hand.length > 1 || (hand.length === 1 && !mayBeLastDiscard(P, hand[0]))) return false;
  return isConcealed(state) && countFinished(P, state.melds[side]) >= P['out.canastas'];
}

/** Whether an opening may for the moment stay below the minimum; what follows in the turn must make it good. */
function mayFallShort(state, side, taken, pending) {
  const { P, turn } = state;
  const oneByOne = P['opening.grain'] === 'one_by_one';
  if (taken !== undefined) {
    if (P['opening.rest_of_pile_counts'] === 'nobody') {
      turn.waiting = oneByOne;
      return oneByOne;
    }
    if (P['opening.rest_of_pile_counts'] === 'concealed') turn.mustConceal = true;
    return true;
  }
  return pending || oneByOne || (P['opening.waived'] === 'concealed_from_stock' && goesOutAtOnce(state, side));
}

/** Lays the cards of one act on the table, or refuses. */
export function layCards(state, { taken, begun, added }) {
  const { P, turn } = state;
  const side = state.sideOf[turn.player];
  const melds = state.melds[side];
  for (const meld of melds) meld.begun = false;
  takeFromHand(state, [...(taken?.using ?? []), ...begun.flat(), ...added.flatMap(({ cards }) => cards)]);
  const additions = gatherAdditions(state, side, added, taken);
  const fresh = taken !== undefined && taken.target === undefined ? [[...taken.using, taken.top], ...begun] : begun;
  checkGrain(state, side, fresh.length + additions.size);
  const laid = [];
  for (const [meld, cards] of additions) {
    turn.addedToOld ||= meld.old && (meld !== taken?.target || cards.length > taken.using.length + 1);
    addTo(P, meld, cards);
    laid.push({ meld, cards, isTaken: meld === taken?.target });
  }
  fresh.forEach((cards, index) => {
    const isTaken = fresh !== begun && index === 0;
    const meld = { ...makeMeld(P, cards, false), begun: true, taken: isTaken, apart: isTaken && taken.apart };
    checkNew(P, meld);
    melds.push(meld);
    laid.push({ meld, cards, isTaken });
  });
  noteThreesAndWilds(state, laid.flatMap(({ cards }) => cards));
  checkCrowding(state, side);
  bookOpening(state, side, laid, taken);
  turn.melded = true;
  state.hasMelded.add(turn.player);
}

/** The act `meld` (canasta-intl:11, 9.b; samba-fi:11, 9.b). */
export function meld(state, act) {
  const before = cloneState(state);
  const begun = act.new ?? [];
  const added = act.add ?? [];
  if (begun.length + added.length === 0) refuse('meld-too-small');
  layCards(state, { begun, added });
  if (state.turn.waiting && state.opened[state.sideOf[state.turn.player]]) takeRest(state);
  checkTurnCanEnd(before, state);
  if (state.hands[state.turn.player].length === 0) goOut(state);
}

/** The act `join` (samba-fi:uniting-sequences). */
export function join(state, act) {
  const { P, turn } = state;
  const side = state.sideOf[turn.player];
  const melds = act.melds.map((name) => findMeld(state, side, name));
  refuseIf(!P['sequence.allowed'] || !P['sequence.join'], 'sequences-not-joined');
  refuseIf(melds.length !== 2, 'sequences-do-not-meet');
  const [first, second] = melds;
  const cards = joinSequences(P, first, second);
  first.cards = cards;
  first.old ||= second.old;
  state.melds[side] = state.melds[side].filter((one) => one !== second);
  turn.melded = true;
}

