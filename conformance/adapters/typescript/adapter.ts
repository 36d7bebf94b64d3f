// A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.
// Standard output belongs to the suite: print for people on standard error.

const PARSE_ERROR = -32700, INTERNAL = -32603;
const INVALID = -32600, NO_METHOD = -32601, BAD_PARAMS = -32602;

// ------------------------------------------------------------ fill in

const HELLO = {
  protocol: "1.3", name: "My Canasta", version: "0.1", language: "TypeScript",
  rulesets: ["canasta-intl"], classes: ["core"], readings: [], options: [],
  cannot: ["incidents"], grain: "act",
};

/** A game under way. Your program's own takes its place. */
export interface State {
  sent: Fields; // the position as it was sent
  player: string; // in turn
  hands: Record<string, string[]>;
  melds: Record<string, string[][]>;
  stock: string[]; // from the top
  pile: string[]; // from the bottom
}

/** The game that a request begins with: a new one at each call. */
function load(params: Fields): State {
  if (params.deal) throw new Failure(NO_METHOD, "beginning with the deal: not filled in");
  const sent = object(params.position, "position");
  const player = text(object(sent.turn, "turn").player, "turn.player");
  const hands = mapped(sent.hands, "hands", cards);
  const melds = mapped(sent.melds, "melds", (side) => list(side, "melds").map(cards));
  if (!(player in hands)) throw new Failure(BAD_PARAMS, `${player} is in turn and has no hand`);
  return { sent, player, hands, melds, stock: cards(sent.stock), pile: cards(sent.pile) };
}

/** A player does an act: accepted, refused, with a code of spec/refusals.yaml if you like, or
 * unsupported. What a refused act has changed is forgotten. */
function perform(state: State, player: string, act: Act): Answer {
  switch (act.act) {
    case "draw": // an example, and not the whole rule
      if (player !== state.player) return { accepted: false, code: "not-your-turn" };
      if (state.stock.length === 0) return { accepted: false, code: "stock-empty" };
      state.hands[player].push(...state.stock.splice(0, 1));
      return { accepted: true };
    // "take_pile" has using, onto, new, add, leave_rest; "meld" has new, add; "discard" has card:
    // for these and the others see PROTOCOL.md
    default:
      return { unsupported: `${act.act}: not filled in` };
  }
}

/** The position at the end. Whatever your program changes is told here. */
function position({ sent, hands, melds, stock, pile }: State): Fields {
  return { ...sent, hands, melds, stock, pile };
}

/** The count as it stands, { a: { total: 155 }, ... }. What is left out is not judged. */
function scores(_state: State): Record<string, { total: number }> { return {}; }

/** What initial melds must reach, { a: 50, ... }. What is left out is not judged. */
function minimum(_state: State): Record<string, number> { return {}; }

// ------------------------------------------------------------ the protocol

type Fields = Record<string, any>; // of JSON, not yet looked at
type Act = Fields & { act: string };
type Answer = { accepted?: boolean; code?: string; reason?: string; unsupported?: string };
type Step = { player: string; act: Act };
declare const console: any, process: any; // of Node

/** A request that cannot be answered. A refused act is none. */
class Failure extends Error {
  constructor(readonly code: number, message: string) { super(message); }
}

function checked<T>(value: unknown, type: string, what: string): T {
  const its = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  if (its !== type) throw new Failure(BAD_PARAMS, `${what} is missing or is no ${type}`);
  return value as T;
}
const text = (value: unknown, what: string) => checked<string>(value, "string", what);
const list = (value: unknown, what: string) => checked<Fields[]>(value, "array", what);
const object = (value: unknown, what: string) => checked<Fields>(value, "object", what);
const cards = (value: unknown) => list(value, "cards").map((card) => text(card, "a card"));
const mapped = <T>(value: unknown, what: string, read: (one: unknown) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(object(value, what)).map(([key, one]) => [key, read(one)]));
const readStep = (player: unknown, act: Fields): Step =>
  ({ player: text(player, "a player"), act: { ...act, act: text(act?.act, "act") } });

function run(params: Fields): Fields {
  const turns = list(params.turns, "turns").flatMap((turn) =>
    list(turn?.acts, "acts").map((act) => readStep(turn.player, act)));
  const tries = list(params.try ?? [], "try").map((one) => readStep(one?.player, one?.act));
  const done: Step[] = [];
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
function replay(params: Fields, done: Step[]): State {
  const state = load(params);
  for (const { player, act } of done) perform(state, player, act);
  return state;
}

function answer(method: unknown, params: unknown): Fields {
  if (typeof method !== "string") throw new Failure(INVALID, "a request has a method");
  if (method === "initialize") return HELLO;
  if (method === "run") return run(object(params, "params"));
  if (method === "shutdown") return {};
  throw new Failure(NO_METHOD, `no method is called ${method}`);
}

function reply(line: string): Fields {
  const told: Fields = { jsonrpc: "2.0", id: null };
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

async function main(): Promise<void> {
  let rest = "";
  for await (const part of process.stdin.setEncoding("utf8")) {
    const lines: string[] = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((one) => one.trim())) {
      const told = reply(line);
      process.stdout.write(JSON.stringify(told) + "\n");
      if (JSON.stringify(told.result) === "{}") return; // that of shutdown
    }
  }
}

main();
