/**
 * The wire: JSON lines in, JSON lines out (conformance/PROTOCOL.md).
 */
import { isCard } from './cards.mjs';
import { dealCards } from './deal.mjs';
import { playMatch } from './match.mjs';
import { minimumOf } from './opening.mjs';
import { loadPosition, tellPosition } from './position.mjs';
import { BadRequest, Refusal, Unsupported } from './refusal.mjs';
import { scoresOf } from './scoring.mjs';
import { drawSeats } from './seats.mjs';
import { correctSheet } from './sheet.mjs';
import { perform, startTurn } from './turn.mjs';

const HELLO = {
  protocol: '1.3',
  name: 'Meldlaw second engine',
  version: '0.1.0',
  language: 'JavaScript',
  rulesets: ['canasta-intl', 'samba-fi'],
  classes: ['core', 'scoring', 'setup'],
  readings: 'any',
  options: 'any',
  cannot: ['incidents'],
  grain: 'act',
};

/** Laws whose texts this engine was not written from; it plays them by their parameters alone. */
const BY_PARAMETERS = ['canasta-intl-2p', 'canasta-intl-5p', 'canasta-intl-6p-two-teams',
  'canasta-intl-6p-three-teams', 'canasta-intl-quick', 'canasta-fi-4p', 'canasta-fi-2p', 'samba-nl'];

const hello = () => (process.argv.includes('--by-parameters')
  ? { ...HELLO, rulesets: [...HELLO.rulesets, ...BY_PARAMETERS] } : HELLO);

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const NO_METHOD = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function want(condition, message) {
  if (!condition) throw new BadRequest(message);
}

// --- shapes ----------------------------------------------------------------------------------------------------

const isCards = (value) => Array.isArray(value) && value.every(isCard);
const isNamed = (value) => Array.isArray(value)
  && value.every((one) => isObject(one) && typeof one.meld === 'string' && isCards(one.cards));

const FIELDS = {
  using: isCards,
  new: (value) => Array.isArray(value) && value.every(isCards),
  add: isNamed,
  from: isNamed,
  onto: (value) => typeof value === 'string',
  melds: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  yes: (value) => typeof value === 'boolean',
  leave_rest: (value) => typeof value === 'boolean',
};
const NEEDED = { discard: 'card', join: 'melds', answer: 'yes' };

/** Gives back an act without fields that are null; refuses one of the wrong shape. */
function readAct(act) {
  want(isObject(act) && typeof act.act === 'string', 'an act has no name');
  const read = Object.fromEntries(Object.entries(act).filter(([, value]) => value !== null));
  const known = ['draw', 'take_pile', 'meld', 'join', 'discard', 'pass', 'take_back', 'ask', 'answer', 'decline', 'lay_red_three'];
  if (!known.includes(read.act)) return read;
  for (const [field, test] of Object.entries(FIELDS)) {
    want(read[field] === undefined || test(read[field]), `the field ${field} of ${read.act} is of the wrong shape`);
  }
  want(read.card === undefined || isCard(read.card), `the card of ${read.act} is none`);
  const needed = NEEDED[read.act];
  want(needed === undefined || read[needed] !== undefined, `${read.act} lacks ${needed}`);
  return read;
}

function readTurns(turns) {
  want(Array.isArray(turns), 'turns is no list');
  return turns.flatMap((turn) => {
    want(isObject(turn) && typeof turn.player === 'string' && Array.isArray(turn.acts), 'a turn is of the wrong shape');
    return turn.acts.map((act) => ({ player: turn.player, act: readAct(act) }));
  });
}

function readTries(tries) {
  want(Array.isArray(tries), 'try is no list');
  return tries.map((one) => {
    want(isObject(one) && typeof one.player === 'string', 'a try is of the wrong shape');
    return { player: one.player, act: readAct(one.act) };
  });
}

function readParameters(params) {
  want(isObject(params) && isObject(params.parameters), 'there are no parameters');
  return params.parameters;
}

// --- methods ---------------------------------------------------------------------------------------------------

/** Judges one act: the answer, and the state that follows. */
function judge(state, { player, act }) {
  try {
    return { answer: { accepted: true, events: [] }, state: perform(state, player, act) };
  } catch (error) {
    if (error instanceof Refusal) {
      return { answer: { accepted: false, code: error.code, reason: error.message }, state };
    }
    if (error instanceof Unsupported) return { answer: { unsupported: error.message }, state };
    throw error;
  }
}

function loadStart(P, params) {
  want(isObject(params.position) || isObject(params.deal), 'there is neither a position nor a deal');
  return isObject(params.deal) ? dealCards(P, params.deal) : loadPosition(P, params.position);
}

function run(params) {
  const P = readParameters(params);
  want(!P['solo.forms'], 'this engine plays no game in which sides form during the deal');
  let state = loadStart(P, params);
  startTurn(state);
  const turns = readTurns(params.turns);
  const tries = readTries(params.try ?? []);
  const acts = turns.map((step) => {
    const judged = judge(state, step);
    state = judged.state;
    return judged.answer;
  });
  const minimum = Object.fromEntries(state.sides.map((side) => [side, minimumOf(state, side)]));
  const tried = tries.map((step) => judge(state, step).answer);
  return { acts, tried, position: tellPosition(state), scores: scoresOf(state), minimum };
}

function match(params) {
  const P = readParameters(params);
  want(isObject(params.scores) && isObject(params.counts), 'scores or counts are missing');
  const numbers = [...Object.values(params.scores), ...Object.values(params.counts)];
  want(numbers.length > 0 && numbers.every(Number.isInteger), 'scores and counts are whole numbers');
  return playMatch(P, params);
}

function seats(params) {
  const P = readParameters(params);
  want(isObject(params.drawn) && Object.values(params.drawn).every(isCards), 'drawn is no table of cards');
  return drawSeats(P, params);
}

function sheet(params) {
  const P = readParameters(params);
  const { scores, error, noticed } = params;
  want(isObject(scores) && Object.values(scores).every(Number.isInteger), 'scores are whole numbers');
  want(isObject(error) && ['arithmetic', 'count', 'sheets-differ'].includes(error.kind), 'the error has no known kind');
  want(Object.hasOwn(scores, error.side) && Number.isInteger(error.by), 'the error tells no side or no points');
  want(noticed === 'before-next-deal' || noticed === 'next-deal', 'it is not told when the error is noticed');
  return correctSheet(P, params);
}

const METHODS = { initialize: hello, run, match, seats, sheet, shutdown: () => ({}) };

// --- lines -----------------------------------------------------------------------------------------------------

const errorAnswer = (id, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } });

function answerRequest(request) {
  const id = isObject(request) && Number.isInteger(request.id) ? request.id : null;
  if (!isObject(request) || typeof request.method !== 'string') {
    return errorAnswer(id, INVALID_REQUEST, 'this is no request');
  }
  if (!Object.hasOwn(METHODS, request.method)) {
    return errorAnswer(id, NO_METHOD, `there is no method ${request.method}`);
  }
  try {
    return { jsonrpc: '2.0', id, result: METHODS[request.method](request.params) };
  } catch (error) {
    if (error instanceof BadRequest) return errorAnswer(id, INVALID_PARAMS, error.message);
    process.stderr.write(`${error?.stack ?? error}\n`);
    return errorAnswer(id, INTERNAL_ERROR, 'this engine has failed at this request');
  }
}

/** Answers one line: the answer as a line, and whether the program is to end. */
export function answerLine(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return { line: JSON.stringify(errorAnswer(null, PARSE_ERROR, 'this line is no JSON')), ends: false };
  }
  const answer = answerRequest(request);
  return { line: JSON.stringify(answer), ends: request?.method === 'shutdown' && answer.error === undefined };
}
