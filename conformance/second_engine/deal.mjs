/**
 * The deal (canasta-intl:6, 20.a, 21.a; samba-fi:6, 20.a, 21.a, turn-card-stop-list).
 */
import { isBlackThree, isCard, isRedThree, isWild } from './cards.mjs';
import { beginTurn, frame, nextPlayer } from './position.mjs';
import { layDealt } from './red_threes.mjs';
import { BadRequest } from './refusal.mjs';

/** Whether the top card of the pile must be covered; a black three that is itself a cover by a rule of its own. */
function mustCover(P, card, isCover) {
  if (isWild(card)) return P['deal.cover.wild'];
  if (isRedThree(card)) return P['deal.cover.red_three'];
  if (isBlackThree(card)) return P[isCover ? 'deal.cover.black_three_again' : 'deal.cover.black_three'];
  return false;
}

function dealHands(state, pack) {
  for (let round = 0; round < state.P['deal.cards']; round += 1) {
    let player = state.dealer;
    for (let seat = 0; seat < state.players.length; seat += 1) {
      player = nextPlayer(state, player);
      state.hands[player].push(pack.shift());
    }
  }
}

/** Deals from a pack that is listed from the top. */
export function dealCards(P, deal) {
  const state = frame(P);
  const pack = deal.pack;
  if (!Array.isArray(pack) || !pack.every(isCard)) throw new BadRequest('the pack is no list of cards');
  if (!state.players.includes(deal.dealer)) throw new BadRequest('the dealer is not at this table');
  const cards = pack.slice();
  if (cards.length <= P['deal.cards'] * state.players.length) throw new BadRequest('the pack is too small to deal');
  Object.assign(state.scores, deal.scores ?? {});
  state.dealer = deal.dealer;
  state.outOfScope = null;
  dealHands(state, cards);
  state.pile.push(cards.shift());
  while (cards.length > 0 && mustCover(P, state.pile[state.pile.length - 1], state.pile.length > 1)) {
    state.pile.push(cards.shift());
  }
  state.stock = cards;
  const first = nextPlayer(state, deal.dealer);
  beginTurn(state, first, 1);
  if (P['red_threes.dealt_laid'] === 'after_deal') layAll(state, first);
  return state;
}

/** All lay their red threes straight after the deal (samba-fi:dealt-red-three-timing, all-after-the-deal). */
function layAll(state, first) {
  let player = first;
  do {
    layDealt(state, player);
    player = nextPlayer(state, player);
  } while (player !== first);
}
