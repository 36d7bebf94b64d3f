/**
 * The stock and its end (canasta-intl:10, 24; samba-fi:10, 24).
 */
import { isFinished } from './melds.mjs';
import { directlyTakable } from './pile.mjs';
import { drawCards } from './red_threes.mjs';
import { refuseIf } from './refusal.mjs';

/** Whether nothing can be drawn: the stock is used up, or holds too few cards (samba-fi:one-card-stock). */
export function isUsedUp(state) {
  const least = state.P['draw.too_few'] === 'not_drawn' ? state.P['draw.cards'] : 1;
  return state.stock.length < least;
}

/** Draws from the stock (canasta-intl:9.a, 10.b; samba-fi:9.a, 10.b); where a draw that fails ends the deal, ends it. */
export function draw(state) {
  if (isUsedUp(state) && state.P['stock_end.rule'] === 'failed_draw') {
    refuseIf(mustTake(state), 'must-take-pile');
    endByStock(state);
    return;
  }
  refuseIf(isUsedUp(state), 'stock-empty');
  state.turn.drew = 'stock';
  drawCards(state, state.turn.player, state.P['draw.cards']);
}

export function endByStock(state) {
  state.ended = { how: 'stock', player: null, concealed: false };
}

/** Whether the pile must be taken (canasta-intl:24.a.1, C-53; samba-fi:24.a.1, compulsory-take). */
function mustTake(state) {
  const { P } = state;
  const rule = P['stock_end.forced_take'];
  if (rule === 'never') return false;
  return directlyTakable(state, (meld) => rule === 'onto_meld' || (meld.kind === 'set' && !isFinished(P, meld)));
}

/** A player leaves the pile when the stock is used up, and the deal is over (canasta-intl:24.b; samba-fi:24.b). */
export function decline(state) {
  refuseIf(state.turn.drew !== null, 'already-drawn');
  refuseIf(!isUsedUp(state), 'stock-not-empty');
  refuseIf(mustTake(state), 'must-take-pile');
  endByStock(state);
}

/** After a discard with which nobody went out: does the deal end with the stock (canasta-intl:24.b, C-96)? */
export function endWithStock(state) {
  if (state.P['stock_end.rule'] === 'last_drawer_ends' && isUsedUp(state)) endByStock(state);
}
