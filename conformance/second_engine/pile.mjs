/**
 * The pile: what bars it, what freezes it, and what takes it (canasta-intl:13.b.2, 14, 17, 20.b; samba-fi:11.k,
 * 13.c.2, 14, 15.f.2, 17, 20.b).
 */
import { countIf, isBlackThree, isNatural, isRedThree, isWild, rankIndex, rankOf, suitOf, without } from './cards.mjs';
import { findMeld, hasCanastaOf, isFinished, namesOf, rankOfSet, setToJoin } from './melds.mjs';
import { layCards } from './laying.mjs';
import { layFromPile } from './red_threes.mjs';
import { refuse, refuseIf, Refusal } from './refusal.mjs';
import { meansSequence, span } from './sequences.mjs';
import { cloneState } from './position.mjs';
import { isUsedUp } from './stock.mjs';
import { checkTurnCanEnd, goOut } from './going_out.mjs';

const topOf = (state) => state.pile[state.pile.length - 1];
const sideInTurn = (state) => state.sideOf[state.turn.player];

/** Whether the pile is frozen (canasta-intl:14.b; samba-fi:14.b, lock-ends). */
export function isFrozen(state) {
  const { P, pile } = state;
  if (P['pile.frozen_by.at_start'] && !state.pileTaken) return true;
  if (P['pile.freeze_lasts'] === 'whole_deal' && state.wasFrozen) return true;
  return (P['pile.frozen_by.wild'] && pile.some(isWild)) || (P['pile.frozen_by.red_three'] && pile.some(isRedThree));
}

/** A top card that bars the pile (canasta-intl:17.b, 20.b, 21.a, C-26; samba-fi:17.b, 20.b, blocked-top-card). */
function checkTopCard(state) {
  const { P } = state;
  const top = topOf(state);
  refuseIf(P['pile.blocked_by.wild'] && isWild(top), 'blocked-by-wild');
  refuseIf(P['pile.blocked_by.black_three'] && isBlackThree(top), 'blocked-by-black-three');
  refuseIf(P['pile.blocked_by.red_three'] && isRedThree(top), 'blocked-by-red-three');
}

/**
 * One card against one card (canasta-intl:14.c, C-14; samba-fi:14.d, one-card-hand). Where going out excuses it, it is
 * the only way to end the turn.
 */
function checkOneCard(state) {
  if (state.hands[state.turn.player].length !== 1 || state.pile.length !== 1) return;
  const rule = state.P['pile.one_card_by_one_card'];
  refuseIf(rule === 'never' || (rule === 'while_stock' && isUsedUp(state)), 'one-card-hand-one-card-pile');
}

/** A pile that for a side with a canasta of the top card's rank is as good as frozen (variant.1, C-100). */
const asFrozen = (state, rank) => state.P['pile.rank_with_canasta'] === 'as_frozen'
  && hasCanastaOf(state.P, state.melds[sideInTurn(state)], rank);

/** Whether a card is the next one at either end of a sequence. */
function continues(meld, card) {
  const { low, high } = span(meld.cards);
  const at = rankIndex(rankOf(card));
  return suitOf(card) === suitOf(meld.cards[0]) && (at === low - 1 || at === high + 1);
}

/** The top card, alone or with cards from the hand, to a sequence (samba-fi:11.k, 14.a.2, pile-onto-sequence). */
function checkOntoSequence(state, meld, using) {
  const { P } = state;
  const rule = P['sequence.takes_pile'];
  refuseIf(rule === 'never' || (rule !== 'with_hand' && using.length > 0), 'not-directly-onto-sequence');
  refuseIf(isFrozen(state), 'pile-frozen');
  refuseIf(!state.opened[sideInTurn(state)], 'no-right-to-pile');
  refuseIf(meld !== null && !meld.old && !P['pile.onto_new_meld'], 'not-directly-onto-sequence');
  refuseIf(using.length === 0 && !continues(meld, topOf(state)), 'not-directly-onto-sequence');
}

/** Whether the top card may go to a set on the table without further ado (canasta-intl:14.a.3, 15.e.2; samba-fi:14.a.2, 15.f.2). */
function ontoSetAllowed(state, meld) {
  const { P } = state;
  if (meld === undefined || (!meld.old && !P['pile.onto_new_meld'])) return false;
  if (isFrozen(state) || !state.opened[sideInTurn(state)] || asFrozen(state, rankOf(topOf(state)))) return false;
  return isFinished(P, meld) ? P['pile.onto_complete_set'] : P['pile.onto_open_set'];
}

/** Why the top card may not go to this set, or to none. */
function refuseOntoSet(state, meld) {
  const { P } = state;
  if (meld === undefined) refuse('no-right-to-pile');
  refuseIf(isFrozen(state), 'pile-frozen');
  const canasta = isFinished(P, meld) ? !P['pile.onto_complete_set'] : asFrozen(state, rankOf(topOf(state)));
  refuseIf(canasta || asFrozen(state, rankOf(topOf(state))), 'canasta-not-for-taking');
  refuse('no-right-to-pile');
}

/** Whether natural cards of the top card's rank from the hand take the pile (canasta-intl:13.b.2, 14.a.1, 14.b; samba-fi:14.a.1, 14.b). */
function pairTakes(state, naturals) {
  const { P } = state;
  if (naturals < P['pile.pair_from_hand']) return false;
  const frozen = isFrozen(state);
  refuseIf(frozen && !state.opened[sideInTurn(state)] && !P['pile.opening_when_frozen'], 'frozen-not-for-opening');
  refuseIf(!P['pile.more_than_pair'] && naturals > P['pile.pair_from_hand'], 'only-a-pair-takes');
  return true;
}

/** Whether a natural card with a wild card takes the pile (canasta-intl:14.a.2, C-16, C-24; samba-fi:natural-plus-wild). */
function naturalAndWildTake(state, naturals, wilds) {
  const rule = state.P['pile.natural_and_wild'];
  if (naturals < 1 || wilds < 1 || rule === 'never') return false;
  if (isFrozen(state) || asFrozen(state, rankOf(topOf(state)))) return false;
  return rule === 'free' || state.turn.sideHadOpened;
}

function checkRightWithHand(state, using, target) {
  const naturals = countIf(using, isNatural);
  const wilds = using.length - naturals;
  if (pairTakes(state, naturals) || naturalAndWildTake(state, naturals, wilds)) return;
  if (ontoSetAllowed(state, target)) return;
  refuseIf(isFrozen(state), 'pile-frozen');
  refuseIf(naturals >= 1 && asFrozen(state, rankOf(topOf(state))), 'canasta-not-for-taking');
  refuseIf(naturals >= 1 && wilds >= 1, 'needs-natural-pair');
  refuse('no-right-to-pile');
}

/** The meld to which hand cards and the top card go; undefined for a new one (C-25; samba-fi:pair-and-own-set). */
function targetOfPair(state, using, named) {
  const { P } = state;
  const rank = rankOf(topOf(state));
  const joined = setToJoin(P, state.melds[sideInTurn(state)], rank);
  refuseIf(P['pile.rank_on_table'] === 'barred' && joined !== undefined, 'second-meld-of-rank');
  if (named !== undefined) {
    const canasta = P['pile.rank_on_table'] === 'joins_unfinished' && isFinished(P, named);
    refuseIf(canasta, 'canasta-not-for-taking');
    refuseIf(P['pile.rank_on_table'] === 'apart' && !ontoSetAllowed(state, named), 'second-meld-of-rank');
    return named;
  }
  if (joined === undefined) return undefined;
  if (P['pile.rank_on_table'] === 'apart') return undefined;
  return isFinished(P, joined) && P['set.per_rank'] !== 'one' ? undefined : joined;
}

/** The meld for the top card, and the right to it. Returns `{meld, kind}`; `meld` undefined for a new one. */
function rightToPile(state, using, onto) {
  const side = sideInTurn(state);
  const top = topOf(state);
  const named = onto === undefined ? undefined : findMeld(state, side, onto);
  const begunWith = named === undefined && using.length > 0 ? [...using, top] : [];
  if (named?.kind === 'sequence' || meansSequence(state.P, begunWith)) {
    checkOntoSequence(state, named ?? null, using);
    return named;
  }
  refuseIf(named !== undefined && rankOfSet(named.cards) !== rankOf(top), 'ranks-differ');
  refuseIf(using.some(isRedThree), 'red-three-not-melded');
  refuseIf(using.some((card) => isNatural(card) && rankOf(card) !== rankOf(top)), 'no-right-to-pile');
  if (using.length > 0) {
    const target = targetOfPair(state, using, named);
    checkRightWithHand(state, using, target);
    return target;
  }
  const target = named ?? setToJoin(state.P, state.melds[side], rankOf(top));
  if (!ontoSetAllowed(state, target)) refuseOntoSet(state, target);
  return target;
}

/**
 * Takes the rest of the pile into the hand (canasta-intl:10.c, C-19; samba-fi:10.c, whole-pile-or-top-card). It
 * waits while an opening that is laid one by one has not reached its minimum (samba-fi:opening-count-pile-rest).
 */
export function takeRest(state) {
  state.turn.waiting = false;
  const rest = state.turn.leavesRest ? [] : state.pile.splice(0);
  state.hands[state.turn.player].push(...rest.filter((card) => !isRedThree(card)));
  layFromPile(state, state.turn.player, rest.filter(isRedThree));
}

/**
 * Whether the rest of the pile helps to reach the minimum and is taken up before it (C-33, whole-pile-counts;
 * samba-fi:opening-count-pile-rest, any-card-melded).
 */
const restCounts = (state) => !state.opened[sideInTurn(state)] && state.P['opening.rest_of_pile_counts'] !== 'nobody';

/** Takes the pile: the whole act, with the melds that belong to it. */
export function takePile(state, act) {
  const before = cloneState(state);
  const { turn, P } = state;
  refuseIf(turn.drew !== null, 'already-drawn');
  refuseIf(state.pile.length === 0, 'pile-empty');
  checkTopCard(state);
  refuseIf(turn.pileBarred, 'pile-barred-this-turn');
  checkOneCard(state);
  const using = act.using ?? [];
  refuseIf(without(state.hands[turn.player], using) === null, 'not-in-hand');
  const wantsTopOnly = act.leave_rest === true && P['pile.rest'] === 'whole';
  refuseIf(wantsTopOnly && P['sequence.takes_pile'] !== 'top_only', 'whole-pile');
  const target = rightToPile(state, using, act.onto);
  const topOnly = target?.kind === 'sequence' && P['sequence.takes_pile'] === 'top_only';
  refuseIf(wantsTopOnly && !topOnly, 'whole-pile');
  const frozen = isFrozen(state);
  const top = state.pile.pop();
  turn.drew = 'pile';
  turn.tookOntoOld ||= target?.old === true;
  const apart = P['pile.rank_on_table'] === 'apart';
  turn.leavesRest = topOnly || act.leave_rest === true;
  if (restCounts(state)) takeRest(state);
  layCards(state, { taken: { using, top, target, apart }, begun: act.new ?? [], added: act.add ?? [] });
  state.pileTaken = true;
  state.wasFrozen ||= frozen;
  if (!turn.waiting) takeRest(state);
  checkTurnCanEnd(before, state);
  if (state.hands[turn.player].length === 0) goOut(state);
}

/** Whether the top card alone takes the pile onto a meld of the side that passes a test. */
export function directlyTakable(state, concerns) {
  if (state.pile.length === 0) return false;
  for (const [name, meld] of namesOf(state.melds[sideInTurn(state)])) {
    if (!concerns(meld)) continue;
    try {
      takePile(cloneState(state), { using: [], onto: name });
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return false;
}
