/**
 * The count of a deal (canasta-intl:34, 15.b, 18.c, 19.b, 21.f to 21.h; samba-fi:34, 15.c, 18.c, 21.f to 21.h).
 */
import { countIf, isNatural, isRedThree, isWild, totalValue } from './cards.mjs';
import { countFinished, isFinished } from './melds.mjs';

/** Bonus of a finished set (canasta-intl:15.b, samba-fi:15.c.2 and 15.c.3). */
export function canastaBonus(P, meld) {
  return P[canastaKind(meld)];
}

function canastaKind(meld) {
  if (meld.kind === 'sequence') return 'sequence.bonus';
  if (!meld.cards.some(isNatural)) return 'bonus.wild';
  return meld.cards.some(isWild) ? 'bonus.mixed' : 'bonus.natural';
}

const LINE_OF = {
  'bonus.natural': 'natural-canasta', 'bonus.mixed': 'mixed-canasta', 'bonus.wild': 'wild-canasta',
  'sequence.bonus': 'sequence',
};

/** Whether a meld earns its bonus; a sequence from a number of its own (samba-fi:term-overload). */
function earnsBonus(P, meld) {
  return meld.kind === 'sequence' ? meld.cards.length >= P['sequence.bonus_from'] : isFinished(P, meld);
}

function addCanastas(P, melds, lines) {
  for (const meld of melds.filter((one) => earnsBonus(P, one))) {
    const kind = canastaKind(meld);
    lines[LINE_OF[kind]] = (lines[LINE_OF[kind]] ?? 0) + P[kind];
  }
}

const worth = (P, count) => (count === 0 ? 0 : P[`red_threes.worth.${count}`] ?? count * P['red_threes.worth.1']);

/** Whether red threes count for a side (canasta-intl:21.f; samba-fi:21.f, red-three-threshold). */
function redThreesPlus(P, melds) {
  if (P['red_threes.plus_if'] === 'any_meld') return melds.length >= P['red_threes.plus_count'];
  const finished = melds.filter((meld) => isFinished(P, meld));
  const sequences = countIf(finished, (meld) => meld.kind === 'sequence');
  const most = P['red_threes.plus_same_kind'] ? Math.max(sequences, finished.length - sequences) : finished.length;
  return most >= P['red_threes.plus_count'];
}

const minus = (P, count) => (P['red_threes.minus_each'] > 0 ? count * P['red_threes.minus_each'] : worth(P, count));

/** Whether a player is not charged for red threes in his hand (canasta-intl:21.g, C-62; samba-fi:21.g). */
function excused(state, player) {
  const rule = state.P['red_threes.kept_excused'];
  return rule === 'all' || (rule === 'no_turn' && !state.hadTurn.has(player));
}

function addRedThrees(state, side, lines) {
  const { P } = state;
  let laid = 0;
  let always = 0;
  let kept = 0;
  for (const player of state.players.filter((one) => state.sideOf[one] === side)) {
    const held = countIf(state.hands[player], isRedThree);
    laid += state.redThrees[player].length;
    if (!excused(state, player)) {
      kept += held;
      if (P['red_threes.kept_counted']) laid += held;
    } else if (P['red_threes.without_turn'] === 'minus' && !state.hadTurn.has(player)) always += held;
    else laid += held;
  }
  const signed = redThreesPlus(P, state.melds[side]) ? worth(P, laid) : -minus(P, laid);
  lines['red-threes'] = signed - minus(P, always);
  const charged = P['red_threes.kept_per'] === 'side' ? Math.min(kept, 1) : kept;
  lines['red-threes-kept'] = -charged * P['red_threes.kept'];
}

/** Bonus for going out (canasta-intl:18.c, 19.b; samba-fi:18.c, 19, going-out-bonus). */
function addGoingOut(state, side, lines) {
  const { P, ended } = state;
  if (ended === null || ended.how !== 'out' || state.sideOf[ended.player] !== side) return;
  if (ended.concealed) lines['going-out-concealed'] = P['out.concealed_bonus'];
  else lines['going-out'] = P['out.bonus'];
}

/** Card values (canasta-intl:12, 34.b.2; samba-fi:12.b, 34.b.2). */
function addCards(state, side, lines) {
  const { P } = state;
  const melded = state.melds[side].reduce((sum, meld) => sum + totalValue(P, meld.cards), 0);
  const held = state.players.filter((one) => state.sideOf[one] === side)
    .reduce((sum, player) => sum + totalValue(P, state.hands[player]), 0);
  lines['melded-cards'] = P['score.melded_cards'] ? melded : 0;
  lines['cards-in-hand'] = P['score.hand_cards'] ? -held : 0;
}

const LINES = ['natural-canasta', 'mixed-canasta', 'wild-canasta', 'sequence', 'red-threes', 'red-threes-kept',
  'going-out', 'going-out-concealed', 'melded-cards', 'cards-in-hand', 'penalties'];

function scoreOf(state, side) {
  const lines = Object.fromEntries(LINES.map((line) => [line, 0]));
  addCanastas(state.P, state.melds[side], lines);
  addRedThrees(state, side, lines);
  addGoingOut(state, side, lines);
  addCards(state, side, lines);
  if (state.P['count_faults.deducted'] !== 'red_threes') lines.penalties = -(state.penalties[side] ?? 0);
  let total = Object.values(lines).reduce((a, b) => a + b, 0);
  if (total > 0 && countFinished(state.P, state.melds[side]) < state.P['score.plus_needs']) {
    lines['no-plus'] = -total;
    total = 0;
  }
  return { total: total + 0, lines };
}

/** The count of this deal by side, at its end or as it stands (canasta-intl:34.b, C-74; samba-fi:34.b). */
export function scoresOf(state) {
  return Object.fromEntries(state.sides.map((side) => [side, scoreOf(state, side)]));
}
