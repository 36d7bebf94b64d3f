/**
 * Going out, concealed or not, leave to go out, and whether a turn can still be ended lawfully
 * (canasta-intl:16.b, 18, 19, 23; samba-fi:16.b, 18, 19, 23).
 */
import { countIf, isBlackThree, isRedThree } from './cards.mjs';
import { countFinished, isFinished } from './melds.mjs';
import { minimumOf } from './opening.mjs';
import { cloneState } from './position.mjs';
import { mayLayByHand, replacedByHand } from './red_threes.mjs';
import { refuse, refuseIf } from './refusal.mjs';
import { canMeldOut, canOpenThenMeldOut, canReachPoints } from './search.mjs';

const handOf = (state) => state.hands[state.turn.player];
const sideOf = (state) => state.sideOf[state.turn.player];
const meldsOf = (state) => state.melds[sideOf(state)];

// --- what the cards allow --------------------------------------------------------------------------------------

/** Points that the opening of this turn still lacks. */
const lacking = (state) => (state.opened[sideOf(state)]
  ? 0 : minimumOf(state, sideOf(state)) - state.turn.openingPoints);

function question(state, more) {
  const { P, turn } = state;
  return {
    P,
    hand: handOf(state),
    melds: meldsOf(state),
    closed: false,
    beside: false,
    noWild: false,
    wildLaid: turn.wildLaid,
    blackLaid: turn.blackLaid,
    canastas: P['out.canastas'],
    own: 0,
    points: lacking(state),
    sequencePoints: P['sequence.opens'] ?? true,
    blackPoints: P['black_threes.count_in_opening'],
    ...more,
  };
}

/**
 * Whether nothing done so far keeps the player from going out concealed (canasta-intl:19.a, C-34;
 * samba-fi:direct-out-minimum).
 */
function concealmentOpen(state) {
  const { P, turn } = state;
  const fresh = P['out.concealed_from'] === 'unopened_side' ? !turn.sideHadOpened : !turn.playerHadMelded;
  return fresh && (!turn.addedToOld || P['out.concealed_adding'])
    && (!turn.tookOntoOld || P['out.concealed_by_taking_onto'] || P['out.concealed_adding']);
}

/** Whether going out now would be concealed: the melds of this turn hold the canastas required (canasta-intl:19.a.1, C-32). */
export function isConcealed(state) {
  const own = countIf(meldsOf(state), (meld) => !meld.old && isFinished(state.P, meld));
  return concealmentOpen(state) && own >= state.P['out.concealed_own_canastas'];
}

/** Whether a concealed going out is free of the minimum (canasta-intl:19.c, 19.d.s2; samba-fi:direct-out-minimum). */
const waived = (state) => state.P['opening.waived'] === 'concealed_from_stock' && state.turn.drew === 'stock';

/** Cards of the pile that wait for an opening to reach its minimum; its red threes are not counted (C-13). */
const waitingCards = (state) => (state.turn.leavesRest ? [] : state.pile.filter((card) => !isRedThree(card)));

function canGoOutConcealed(state) {
  if (!concealmentOpen(state)) return false;
  const { P } = state;
  return canMeldOut(question(state, {
    closed: !P['out.concealed_adding'],
    beside: P['out.concealed_beside_partner'],
    own: P['out.concealed_own_canastas'],
    points: waived(state) ? 0 : lacking(state),
  }));
}

/** Whether the cards let the player go out in this turn, leave apart (samba-fi:ability-to-go-out). */
export function ableToGoOut(state) {
  if (mayLayByHand(state) && ableAfterRedThrees(state)) return true;
  if (state.turn.mustConceal) return canGoOutConcealed(state);
  if (state.turn.waiting) return canOpenThenMeldOut(question(state), waitingCards(state));
  if (canMeldOut(question(state))) return true;
  const concealedHelps = (lacking(state) > 0 && waived(state)) || state.P['out.concealed_beside_partner'];
  return concealedHelps && canGoOutConcealed(state);
}

/**
 * Whether the player can go out once he has laid the red threes in his hand (C-56, any-time-in-first-turn; C-57;
 * samba-fi:21.h). A card that replaces one is unknown, so it can only be the last discard.
 */
function ableAfterRedThrees(state) {
  const { P, turn } = state;
  const after = cloneState(state);
  const held = after.hands[turn.player];
  after.hands[turn.player] = held.filter((card) => !isRedThree(card));
  const laid = held.length - after.hands[turn.player].length;
  const unknown = replacedByHand(state) ? Math.min(laid, state.stock.length) : 0;
  if (unknown === 0) return ableToGoOut(after);
  if (unknown > 1 || !P['out.last_discard']) return false;
  after.P = { ...P, 'out.last_discard': false };
  return ableToGoOut(after);
}

const mayGoOut = (state) => !state.turn.forbidden && ableToGoOut(state);

// --- can the turn be ended? ------------------------------------------------------------------------------------

/** Whether a hand of this size ends the turn without a discard (samba-fi:hand-floor, down-to-one-without-discard). */
function passes(state, size) {
  if (size === 0 || size > state.P['turn.pass_with']) return false;
  return state.P['turn.pass_when'] === 'always' || !mayGoOut(state);
}

/**
 * Cards that the draw will still bring, where a reading lets a player meld before it (C-22, meld-first;
 * samba-fi:meld-before-draw, harmless).
 */
const cardsToCome = (state) => (state.turn.drew === null ? Math.min(state.P['draw.cards'], state.stock.length) : 0);

/**
 * Whether the turn can be ended by a discard, or a pass, that does not go out (canasta-intl:16.b.s2, C-12;
 * samba-fi:16.b, hand-floor).
 */
function canStay(state) {
  const hand = handOf(state);
  if (state.turn.blackLaid || state.turn.mustConceal) return false;
  const discardable = state.P['red_threes.discard'] === 'free' || hand.some((card) => !isRedThree(card)) || mayLayByHand(state);
  const coming = state.turn.waiting ? waitingCards(state).length : cardsToCome(state);
  const keep = Math.max(state.P['turn.keeps'] + 1 - coming, 0);
  if (lacking(state) > 0) return canReachPoints(question(state), keep);
  return (hand.length >= keep && (discardable || cardsToCome(state) > 0)) || passes(state, hand.length);
}

/** Whether the turn can still be ended lawfully (canasta-intl:C-13; samba-fi:pile-take-completable). */
export const canEndTurn = (state) => canStay(state) || mayGoOut(state);

function refuseUnendable(state) {
  const { turn, P } = state;
  refuseIf(turn.blackLaid, 'black-threes-only-when-going-out');
  refuseIf(lacking(state) > 0, 'initial-meld-below-minimum');
  if (handOf(state).length <= P['turn.keeps']) {
    refuseIf(turn.forbidden && ableToGoOut(state), 'may-not-go-out');
    if (handOf(state).length === 0 && countFinished(P, meldsOf(state)) < P['out.canastas']) refuse('canasta-missing');
  }
  refuse('must-keep-a-card');
}

/**
 * Judges an act of melding or taking by what may follow: the turn can be ended, and a player bound to go out has
 * not spoilt it (canasta-intl:23.a.s5, 23.b, C-41; samba-fi:23.b).
 */
export function checkTurnCanEnd(before, after) {
  if (!canEndTurn(after)) refuseUnendable(after);
  const bound = after.turn.bound && before.turn.drew !== null;
  refuseIf(bound && ableToGoOut(before) && !ableToGoOut(after), 'must-go-out');
}

// --- going out -------------------------------------------------------------------------------------------------

/** Refuses going out with the hand as it is now: nothing left of it (canasta-intl:18.b, 13.b; samba-fi:18.b). */
function checkGoingOut(state) {
  const { P, turn } = state;
  const concealed = isConcealed(state);
  refuseIf(turn.forbidden, 'may-not-go-out');
  refuseIf(countFinished(P, meldsOf(state)) < P['out.canastas'], 'canasta-missing');
  refuseIf(lacking(state) > 0 && !(concealed && waived(state)), 'initial-meld-below-minimum');
  refuseIf(turn.mustConceal && !concealed, 'second-meld-of-rank');
}

/** Ends the deal by going out (canasta-intl:18.a, 19; samba-fi:18.a, 19). */
export function goOut(state) {
  checkGoingOut(state);
  const concealed = isConcealed(state);
  if (meldsOf(state).length > 0) state.opened[sideOf(state)] = true;
  state.ended = { how: 'out', player: state.turn.player, concealed };
}

/** Whether a player may go out by discarding this card (canasta-intl:C-11, C-15; samba-fi:final-discard). */
export const mayBeLastDiscard = (P, card) => P['out.last_discard']
  && (P['red_threes.discard'] === 'free' || !isRedThree(card))
  && (P['out.last_discard_black_three'] || !isBlackThree(card));

/** Judges a discard by what it leaves (canasta-intl:16.b.s2, C-11, C-15, 23; samba-fi:16.b, final-discard, 23). */
export function checkDiscard(before, after, card) {
  const { P, turn } = after;
  const left = handOf(after).length;
  if (left === 0) {
    refuseIf(!mayBeLastDiscard(P, card), 'must-keep-a-card');
    return;
  }
  refuseIf(left < P['turn.keeps'], 'must-keep-a-card');
  checkStaying(before, turn);
}

/** Refuses to end a turn without going out where the player is bound to go out or has not opened yet. */
export function checkStaying(before, turn) {
  refuseIf(turn.blackLaid || turn.mustConceal, 'must-go-out');
  refuseIf(turn.bound && ableToGoOut(before), 'must-go-out');
  refuseIf(turn.melded && lacking(before) > 0, 'initial-meld-below-minimum');
}

/** Ends a turn without a discard, where the law lets a player (samba-fi:hand-floor). */
export function checkPass(state) {
  refuseIf(!passes(state, handOf(state).length), 'cannot-pass');
  checkStaying(state, state.turn);
}

// --- leave to go out -------------------------------------------------------------------------------------------

const partnersOf = (state, player) => {
  const at = state.players.indexOf(player);
  const round = [...state.players.slice(at + 1), ...state.players.slice(0, at)];
  return round.filter((other) => state.sideOf[other] === state.sideOf[player]);
};

function mayAsk(state) {
  const { turn } = state;
  const stock = turn.drew === 'stock';
  switch (state.P['out.ask']) {
    case 'unless_pile_chosen': return turn.drew !== 'pile';
    case 'after_draw': return turn.drew !== null;
    case 'after_stock_draw': return stock;
    case 'after_stock_draw_unmelded': return stock && !turn.melded;
    default: return false;
  }
}

/** Whether the question has been asked as often as it may be. */
function askedEnough(state) {
  const player = state.turn.player;
  if (state.P['out.ask_times'] === 'per_turn') return state.turn.asked;
  const asked = state.P['out.ask_times'] === 'per_deal'
    ? state.asked.filter((other) => other === player)
    : state.asked.filter((other) => state.sideOf[other] === state.sideOf[player]);
  return asked.length > 0;
}

/** A player asks his partner for leave (canasta-intl:23.a, C-40; samba-fi:23.a, permission-timing). */
export function ask(state) {
  const { turn } = state;
  refuseIf(partnersOf(state, turn.player).length === 0, 'no-partner');
  refuseIf(!mayAsk(state) || askedEnough(state), 'may-not-ask-now');
  turn.asked = true;
  turn.pending = true;
  turn.meldedBeforeAsking = turn.melded;
  state.asked.push(turn.player);
}

/** The partner's answer binds, unless the asker had melded before (canasta-intl:23.a.s5, 23.b, C-41; samba-fi:23.a, 23.b). */
export function answer(state, player, yes) {
  const { turn, P } = state;
  const partners = partnersOf(state, turn.player);
  const asked = P['out.asked'] === 'any_partner' ? partners : partners.slice(0, 1);
  refuseIf(!turn.pending || !asked.includes(player), 'not-asked');
  turn.pending = false;
  if (turn.meldedBeforeAsking && P['out.melding_before_asking_binds']) turn.bound = true;
  else if (P['out.answer_binds']) {
    turn.bound = yes;
    turn.forbidden = !yes;
  }
}
