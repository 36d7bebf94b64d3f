// A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.
// Standard output belongs to the suite: print for people on standard error.
"use strict";

const PARSE_ERROR = -32700, INTERNAL = -32603;
const INVALID = -32600, NO_METHOD = -32601, BAD_PARAMS = -32602;

// ------------------------------------------------------------ fill in

const HELLO = {
  protocol: "1.3", name: "My Canasta", version: "0.1", language: "JavaScript",
  rulesets: ["canasta-intl"], classes: ["core"], readings: [], options: [],
  cannot: ["incidents"], grain: "act",
};

/** The game that a request begins with: a new one at each call. Your own takes its place. */
function load(params) {
  if (params.deal) throw new Failure(NO_METHOD, "beginning with the deal: not filled in");
  const sent = object(params.position, "position");
  const player = text(object(sent.turn, "turn").player, "turn.player");
  const hands = mapped(sent.hands, "hands", cards);
  const melds = mapped(sent.melds, "melds", (side) => list(side, "melds").map(cards));
  if (!(player in hands)) throw new Failure(BAD_PARAMS, `${player} is in turn and has no hand`);
  const stock = cards(sent.stock); // from the top
  const pile = cards(sent.pile); // from the bottom
  return { sent, player, hands, melds, stock, pile };
}

/** A player does an act: accepted, refused, with a code of spec/refusals.yaml if you like, or
 * unsupported. What a refused act has changed is forgotten. */
function perform(state, player, act) {
  switch (act.act) {
    case "draw": // an example, and not the whole rule
      if (player !== state.player) return { accepted: false, code: "not-your-turn" };
      if (state.stock.length === 0) return { accepted: false, code: "stock-empty" };
      state.hands[player].push(state.stock.shift());
      return { accepted: true };
    // "take_pile" has using, onto, new, add, leave_rest; "meld" has new, add; "discard" has card:
    // for these and the others see PROTOCOL.md
    default:
      return { unsupported: `${act.act}: not filled in` };
  }
}

/** The position at the end. Whatever your program changes is told here. */
function position({ sent, hands, melds, stock, pile }) {
  return { ...sent, hands, melds, stock, pile };
}

/** The count as it stands, { a: { total: 155 }, ... }. What is left out is not judged. */
function scores(state) { return {}; }

/** What initial melds must reach, { a: 50, ... }. What is left out is not judged. */
function minimum(state) { return {}; }

// ------------------------------------------------------------ the protocol

/** A request that cannot be answered. A refused act is none. */
class Failure extends Error {
  constructor(code, message) { super(message); this.code = code; }
}

function checked(value, type, what) {
  const its = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  if (its !== type) throw new Failure(BAD_PARAMS, `${what} is missing or is no ${type}`);
  return value;
}
const text = (value, what) => checked(value, "string", what);
const list = (value, what) => checked(value, "array", what);
const object = (value, what) => checked(value, "object", what);
const cards = (value) => list(value, "cards").map((card) => text(card, "a card"));
const mapped = (value, what, read) =>
  Object.fromEntries(Object.entries(object(value, what)).map(([key, one]) => [key, read(one)]));
const readStep = (player, act) =>
  ({ player: text(player, "a player"), act: { ...act, act: text(act?.act, "act") } });

function run(params) {
  const turns = list(params.turns, "turns").flatMap((turn) =>
    list(turn?.acts, "acts").map((act) => readStep(turn.player, act)));
  const tries = list(params.try ?? [], "try").map((one) => readStep(one?.player, one?.act));
  const done = [];
  const acts = turns.map((step) => {
    const told = perform(replay(params, done), step.player, step.act);
    if (told.accepted) done.push(step);
    return told;
  });
  const tried = tries.map(({ player, act }) => perform(replay(params, done), player, act));
  const state = replay(params, done);
  return { acts, tried, position: position(state), scores: scores(state), minimum: minimum(state) };
}

/** The game after the acts that were accepted. */
function replay(params, done) {
  const state = load(params);
  for (const { player, act } of done) perform(state, player, act);
  return state;
}

function answer(method, params) {
  if (typeof method !== "string") throw new Failure(INVALID, "a request has a method");
  if (method === "initialize") return HELLO;
  if (method === "run") return run(object(params, "params"));
  if (method === "shutdown") return {};
  throw new Failure(NO_METHOD, `no method is called ${method}`);
}

function reply(line) {
  const told = { jsonrpc: "2.0", id: null };
  let code = PARSE_ERROR;
  try {
    const message = JSON.parse(line);
    code = INTERNAL;
    told.id = message?.id ?? null;
    told.result = answer(message?.method, message?.params);
  } catch (error) {
    if (error instanceof Failure) code = error.code;
    else console.error(error);
    told.error = { code, message: error instanceof Error ? error.message : String(error) };
  }
  return told;
}

async function main() {
  let rest = "";
  for await (const part of process.stdin.setEncoding("utf8")) {
    const lines = (rest + part).split("\n");
    rest = lines.pop();
    for (const line of lines.filter((one) => one.trim())) {
      const told = reply(line);
      process.stdout.write(JSON.stringify(told) + "\n");
      if (JSON.stringify(told.result) === "{}") return; // that of shutdown
    }
  }
}

main();
