/**
 * Red threes: laid out, replaced, or left too late (canasta-intl:21, samba-fi:21).
 */
import { countIf, isRedThree } from './cards.mjs';
import { refuse, refuseIf } from './refusal.mjs';

/**
 * Whether a red three that lies so deep in the stock ends the deal when drawn (canasta-intl:21.e, C-110;
 * samba-fi:21.e, last-red-three).
 */
const amongLast = (P, remaining) => remaining <= P['stock_end.red_three_among_last'];

/** Takes up to `count` cards from the stock: the cards, and whether a red three among them was one of the last. */
function fromStock(state, count) {
  const cards = [];
  let last = false;
  while (cards.length < count && state.stock.length > 0) {
    const remaining = state.stock.length;
    const card = state.stock.shift();
    last ||= isRedThree(card) && amongLast(state.P, remaining);
    cards.push(card);
  }
  return { cards, last };
}

function layOut(state, player, reds) {
  state.redThrees[player].push(...reds);
}

export function endByRedThree(state, player) {
  state.ended = { how: 'red-three', player, concealed: false };
}

/**
 * Brings `count` cards from the stock into a hand; red threes among them are laid out and, if `replaced`, made good
 * (canasta-intl:21.b.s3, 21.c; samba-fi:21.b, 21.c). Returns the number of cards that reached the hand and of red
 * threes that nothing replaced.
 */
function takeIntoHand(state, player, count, replaced) {
  let wanted = count;
  let reached = 0;
  let owed = 0;
  let unreplaced = 0;
  while (wanted > 0 && state.stock.length > 0) {
    const { cards, last } = fromStock(state, wanted);
    const reds = cards.filter(isRedThree);
    layOut(state, player, reds);
    state.hands[player].push(...cards.filter((card) => !isRedThree(card)));
    reached += cards.length - reds.length;
    if (last) {
      endByRedThree(state, player);
      return { reached, unreplaced: 0 };
    }
    if (owed > 0) unreplaced += owed - cards.length;
    owed = replaced ? reds.length : 0;
    wanted = owed;
  }
  return { reached, unreplaced: unreplaced + owed };
}

/** Draws from the stock (canasta-intl:10.b, 21.c, 21.e, C-55; samba-fi:10.a, 21.c, 21.e, last-red-three). */
export function drawCards(state, player, count) {
  const { P } = state;
  if (P['red_threes.dealt_laid'] === 'any_turn') {
    state.hands[player].push(...state.stock.splice(0, count));
    return;
  }
  const { reached, unreplaced } = takeIntoHand(state, player, count, P['red_threes.replaced.drawn']);
  if (state.ended !== null || unreplaced === 0) return;
  const rule = P['stock_end.unreplaced_red_three'];
  if (rule === 'ends' || (rule === 'ends_if_none_kept' && reached === 0)) endByRedThree(state, player);
}

/** Lays out red threes that lie in the hand and makes the hand up (canasta-intl:21.b; samba-fi:21.b). */
function layFromHand(state, player, reds, replaced) {
  for (const card of reds) state.hands[player].splice(state.hands[player].indexOf(card), 1);
  layOut(state, player, reds);
  if (replaced) takeIntoHand(state, player, reds.length, true);
}

/** The red threes a player was dealt, laid at the start of his first turn (canasta-intl:21.b, C-56; samba-fi:dealt-red-three-timing). */
export function layDealt(state, player) {
  const reds = state.hands[player].filter(isRedThree);
  if (reds.length === 0) return;
  layFromHand(state, player, reds, state.P['red_threes.replaced.dealt']);
  if (state.turn.player === player) bindToStock(state, state.P['red_threes.dealt_binds_stock']);
}

function bindToStock(state, binds) {
  if (binds && state.turn.drew === null) state.turn.pileBarred = true;
}

/** Red threes found in the pile (canasta-intl:21.d; samba-fi:21.d). */
export function layFromPile(state, player, reds) {
  if (state.P['red_threes.dealt_laid'] === 'any_turn') {
    state.hands[player].push(...reds);
    return;
  }
  layOut(state, player, reds);
  if (state.P['red_threes.replaced.from_pile']) takeIntoHand(state, player, reds.length, true);
}

/** Whether red threes in the hand may be laid by hand now. */
export function mayLayByHand(state) {
  const { P, turn } = state;
  if (!state.hands[turn.player].some(isRedThree)) return false;
  return turn.first || P['red_threes.dealt_laid'] === 'any_turn'
    || P['late_red_three.when'] !== 'before_draw' || turn.drew === null;
}

/** Whether a card replaces a red three laid by hand (C-56, C-57; samba-fi:late-red-three-replacement). */
export function replacedByHand(state) {
  const { P, turn } = state;
  const inTime = turn.first || P['red_threes.dealt_laid'] === 'any_turn';
  return P[inTime ? 'red_threes.replaced.dealt' : 'late_red_three.replaced'];
}

/** A red three laid by hand: in the first turn, where a reading leaves the moment open, or late (C-56, C-57; samba-fi:21.h). */
export function layByHand(state, card) {
  const { P, turn } = state;
  const held = state.hands[turn.player].filter(isRedThree);
  refuseIf(card !== undefined && !state.hands[turn.player].includes(card), 'not-in-hand');
  if (held.length === 0) refuse('no-red-three-to-lay');
  const red = card ?? held[0];
  refuseIf(!isRedThree(red), 'no-red-three-to-lay');
  refuseIf(!mayLayByHand(state), 'no-red-three-to-lay');
  layFromHand(state, turn.player, [red], replacedByHand(state));
  const inTime = turn.first || P['red_threes.dealt_laid'] === 'any_turn';
  bindToStock(state, P[inTime ? 'red_threes.dealt_binds_stock' : 'late_red_three.binds_stock']);
}

/** Discards that leave a dealt red three behind in the first turn (canasta-intl:21.b, C-56). */
export function checkLaidBeforeDiscard(state) {
  const { P, turn } = state;
  if (!turn.first || P['red_threes.dealt_laid'] === 'any_turn') return;
  refuseIf(countIf(state.hands[turn.player], isRedThree) > 0, 'red-three-not-laid');
}
