/**
 * Positions: loading, copying and telling them (PROTOCOL, Positions).
 */
import { isCard } from './cards.mjs';
import { makeMeld } from './melds.mjs';
import { BadRequest } from './refusal.mjs';

const SIDE_NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** How many sides there are, by the way they are formed (canasta-intl:4.s3; samba-fi:players-and-seats). */
function numberOfSides(P, players) {
  switch (P['seats.sides']) {
    case 'single': return players;
    case 'three_pairs': return 3;
    default: return 2;
  }
}

/** The empty frame of a state: players in turn order and their sides. */
export function frame(P) {
  const count = P['seats.acting'];
  if (!Number.isInteger(count) || count < 2 || count > 6) throw new BadRequest('seats.acting is missing');
  const players = Array.from({ length: count }, (_, i) => `P${i + 1}`);
  const sides = SIDE_NAMES.slice(0, numberOfSides(P, count));
  const sideOf = Object.fromEntries(players.map((player, i) => [player, sides[i % sides.length]]));
  const each = (keys, value) => Object.fromEntries(keys.map((key) => [key, value()]));
  return {
    P, players, sides, sideOf,
    hands: each(players, () => []), redThrees: each(players, () => []), melds: each(sides, () => []),
    scores: each(sides, () => 0), opened: each(sides, () => false),
    stock: [], pile: [], aside: [], hadTurn: new Set(), hasMelded: new Set(), asked: [],
    pileTaken: false, wasFrozen: false, ended: null, penalties: {}, raised: {}, turn: null, dealer: undefined,
  };
}

/** The player in turn begins: what the turn remembers. */
export function beginTurn(state, player, number) {
  const side = state.sideOf[player];
  for (const melds of Object.values(state.melds)) for (const meld of melds) meld.old = true;
  state.turn = {
    player, number,
    first: !state.hadTurn.has(player),
    drew: null, pileBarred: false, melded: false,
    playerHadMelded: state.hasMelded.has(player), sideHadOpened: state.opened[side],
    openingPoints: 0, waiting: false, leavesRest: false,
    addedToOld: false, tookOntoOld: false, wildLaid: false, blackLaid: false, mustConceal: false,
    asked: false, pending: false, meldedBeforeAsking: false, bound: false, forbidden: false,
  };
}

export const nextPlayer = (state, player) => state.players[(state.players.indexOf(player) + 1) % state.players.length];

// --- loading ---------------------------------------------------------------------------------------------------

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function cardsOf(value, what) {
  if (!Array.isArray(value) || !value.every(isCard)) throw new BadRequest(`${what} is no list of cards`);
  return value.slice();
}

function fill(target, source, what, read) {
  if (!isObject(source)) throw new BadRequest(`${what} is no object`);
  for (const [key, value] of Object.entries(source)) {
    if (!(key in target)) throw new BadRequest(`${what} names ${key}, which is not at this table`);
    target[key] = read(value, `${what} of ${key}`);
  }
}

function meldsOf(P, value, what) {
  if (!Array.isArray(value)) throw new BadRequest(`${what} is no list`);
  return value.map((cards) => {
    if (cards?.length === 0) throw new BadRequest(`${what} has a meld without cards`);
    return makeMeld(P, cardsOf(cards, what), true);
  });
}

function numberOf(value, what) {
  if (!Number.isInteger(value)) throw new BadRequest(`${what} is no whole number`);
  return value;
}

function namesIn(state, value, what) {
  const list = value ?? [];
  if (!Array.isArray(list) || !list.every((name) => state.players.includes(name))) {
    throw new BadRequest(`${what} is no list of players`);
  }
  return list.slice();
}

function endOf(value) {
  if (value === null || value === undefined) return null;
  if (!isObject(value) || typeof value.how !== 'string') throw new BadRequest('ended tells no end');
  return { ...value };
}

const OUT_OF_SCOPE = ['penalty_cards', 'lying', 'apart', 'duties', 'choices', 'to_act', 'faults', 'solo'];

const isEmpty = (value) => value === undefined || value === null || value === false
  || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);

/** Loads a position; one in which something has gone wrong is marked as out of scope. */
export function loadPosition(P, position) {
  if (!isObject(position) || !isObject(position.turn)) throw new BadRequest('there is no position');
  const state = frame(P);
  fill(state.hands, position.hands, 'hands', cardsOf);
  fill(state.redThrees, position.red_threes ?? {}, 'red_threes', cardsOf);
  fill(state.melds, position.melds ?? {}, 'melds', (value, what) => meldsOf(P, value, what));
  fill(state.scores, position.scores ?? {}, 'scores', numberOf);
  fill(state.opened, position.opened ?? {}, 'opened', Boolean);
  for (const zone of ['stock', 'pile', 'aside']) state[zone] = cardsOf(position[zone] ?? [], zone);
  state.hadTurn = new Set(namesIn(state, position.had_turn, 'had_turn'));
  state.hasMelded = new Set(namesIn(state, position.has_melded, 'has_melded'));
  state.asked = namesIn(state, position.asked, 'asked');
  state.pileTaken = position.pile_taken === true;
  state.wasFrozen = position.was_frozen === true;
  state.ended = endOf(position.ended);
  state.penalties = isObject(position.penalties) ? { ...position.penalties } : {};
  state.raised = isObject(position.raised) ? { ...position.raised } : {};
  state.dealer = position.dealer;
  const strange = [...OUT_OF_SCOPE.filter((field) => !isEmpty(position[field])), ...(position.dealing ? ['dealing'] : [])];
  state.outOfScope = strange.length > 0 ? strange.join(', ') : null;
  if (!state.players.includes(position.turn.player)) throw new BadRequest('the player in turn is not at this table');
  beginTurn(state, position.turn.player, position.turn.number ?? 1);
  return state;
}

// --- copying and telling ---------------------------------------------------------------------------------------

const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** A copy of all that an act can change. */
export function cloneState(state) {
  return {
    ...state,
    hands: mapValues(state.hands, (cards) => cards.slice()),
    redThrees: mapValues(state.redThrees, (cards) => cards.slice()),
    melds: mapValues(state.melds, (melds) => melds.map((meld) => ({ ...meld, cards: meld.cards.slice() }))),
    opened: { ...state.opened },
    stock: state.stock.slice(),
    pile: state.pile.slice(),
    hadTurn: new Set(state.hadTurn),
    hasMelded: new Set(state.hasMelded),
    asked: state.asked.slice(),
    turn: { ...state.turn },
  };
}

const inOrder = (state, set) => state.players.filter((player) => set.has(player));

/** The position as the wire tells it. */
export function tellPosition(state) {
  const told = {
    turn: { player: state.turn.player, number: state.turn.number },
    hands: state.hands,
    melds: mapValues(state.melds, (melds) => melds.map((meld) => meld.cards)),
    red_threes: state.redThrees,
    stock: state.stock,
    pile: state.pile,
    aside: state.aside,
    scores: state.scores,
    opened: state.opened,
    had_turn: inOrder(state, state.hadTurn),
    has_melded: inOrder(state, state.hasMelded),
    pile_taken: state.pileTaken,
    was_frozen: state.wasFrozen,
    asked: state.asked,
    ended: state.ended,
  };
  if (state.dealer !== undefined) {
    told.dealer = state.dealer;
    told.deals_next = nextPlayer(state, state.dealer);
  }
  return told;
}

