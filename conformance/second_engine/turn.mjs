/**
 * The course of a turn: draw, meld, discard (canasta-intl:9, 16; samba-fi:9, 16), and the dispatch of acts.
 */
import { isRedThree, without } from './cards.mjs';
import { answer, ask, checkDiscard, checkPass, goOut } from './going_out.mjs';
import { join, meld } from './laying.mjs';
import { findMeld } from './melds.mjs';
import { takePile } from './pile.mjs';
import { beginTurn, cloneState, nextPlayer } from './position.mjs';
import { checkLaidBeforeDiscard, layByHand, layDealt } from './red_threes.mjs';
import { refuse, refuseIf, Unsupported } from './refusal.mjs';
import { decline, draw, endWithStock } from './stock.mjs';

/**
 * What stands at the start of a turn: a player who was dealt red threes lays and replaces them (canasta-intl:21.b,
 * C-56; samba-fi:21.b, dealt-red-three-timing), unless a reading leaves the moment to him.
 */
export function startTurn(state) {
  const { turn, P } = state;
  if (state.ended !== null || state.outOfScope) return;
  const byHimself = P['red_threes.dealt_laid'] === 'first_turn' || P['red_threes.dealt_laid'] === 'any_turn';
  if (turn.first && !byHimself) layDealt(state, turn.player);
}

function endTurn(state) {
  state.hadTurn.add(state.turn.player);
  endWithStock(state);
  if (state.ended !== null) return;
  beginTurn(state, nextPlayer(state, state.turn.player), state.turn.number + 1);
  startTurn(state);
}

/** The discard that ends a turn (canasta-intl:16.b, 21.j; samba-fi:16.b, 21.i). */
function discard(state, act) {
  const before = cloneState(state);
  const { player } = state.turn;
  const rest = without(state.hands[player], [act.card]);
  refuseIf(rest === null, 'not-in-hand');
  refuseIf(isRedThree(act.card) && state.P['red_threes.discard'] !== 'free', 'red-three-not-discarded');
  checkLaidBeforeDiscard(state);
  state.hands[player] = rest;
  state.pile.push(act.card);
  checkDiscard(before, state, act.card);
  if (rest.length === 0) goOut(state);
  else endTurn(state);
}

/** Ends a turn without a discard (samba-fi:hand-floor). */
function pass(state) {
  checkLaidBeforeDiscard(state);
  checkPass(state);
  endTurn(state);
}

/** Lays a red three by hand; if it was the last card of the hand, the player goes out with it. */
function layRedThree(state, act) {
  const { turn } = state;
  layByHand(state, act.card);
  if (state.ended === null && turn.drew !== null && state.hands[turn.player].length === 0) goOut(state);
}

/** A card lawfully melded stays (canasta-intl:11.g, samba-fi:11.h). */
function takeBack(state, act) {
  const side = state.sideOf[state.turn.player];
  for (const { meld: name, cards } of act.from ?? []) {
    const found = findMeld(state, side, name);
    refuseIf(without(found.cards, cards) === null, 'no-such-meld');
  }
  if (!state.P['set.taken_back']) refuse('melded-card-stays');
  throw new Unsupported('this engine takes no melded cards back');
}

/** The acts, and whether they come after the draw. */
const ACTS = {
  draw: { does: draw, when: 'before' },
  take_pile: { does: takePile, when: 'before' },
  meld: { does: meld, when: 'melding' },
  join: { does: join, when: 'melding' },
  discard: { does: discard, when: 'after' },
  pass: { does: pass, when: 'after' },
  take_back: { does: takeBack, when: 'any' },
  ask: { does: ask, when: 'any' },
  decline: { does: decline, when: 'any' },
  lay_red_three: { does: layRedThree, when: 'any' },
};

function checkMoment(state, when) {
  const { turn, P } = state;
  const drawn = turn.drew !== null;
  refuseIf(when === 'before' && drawn, 'already-drawn');
  refuseIf(when === 'after' && !drawn, 'draw-first');
  refuseIf(when === 'melding' && !drawn && P['turn.draw_first'], 'draw-first');
}

/** Performs an act on a copy of the state, which it gives back; refuses, or says that it has no such move. */
export function perform(state, player, act) {
  if (state.outOfScope) throw new Unsupported(`this engine does not know ${state.outOfScope}`);
  if (act.act !== 'answer' && !Object.hasOwn(ACTS, act.act)) throw new Unsupported(`this engine has no act ${act.act}`);
  refuseIf(state.ended !== null, 'deal-over');
  const after = cloneState(state);
  if (act.act === 'answer') {
    answer(after, player, act.yes === true);
    return after;
  }
  refuseIf(player !== state.turn.player, 'not-your-turn');
  refuseIf(state.turn.pending, 'answer-first');
  const { does, when } = ACTS[act.act];
  checkMoment(after, when);
  does(after, act);
  if (after.ended !== null) after.hadTurn.add(player);
  return after;
}
