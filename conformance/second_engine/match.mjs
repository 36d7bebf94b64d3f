/**
 * The game over several deals (canasta-intl:1, 5.a.s2, 34.a; samba-fi:1, 4, 34.a).
 */
import { minimumFor } from './opening.mjs';
import { frame, nextPlayer } from './position.mjs';
import { BadRequest } from './refusal.mjs';

const reached = (P, total) => (P['match.reached'] === 'more_than'
  ? total > P['match.target'] : total >= P['match.target']);

/** The game after a deal: totals, winners, who deals next, and the minimums of the next deal. */
export function playMatch(P, { scores, dealer, counts }) {
  const table = frame(P);
  if (!table.players.includes(dealer)) throw new BadRequest('the dealer is not at this table');
  const totals = { ...scores };
  for (const [side, points] of Object.entries(counts)) totals[side] = (totals[side] ?? 0) + points;
  const over = Object.values(totals).some((total) => reached(P, total));
  const highest = Math.max(...Object.values(totals));
  return {
    over,
    winners: over ? Object.keys(totals).filter((side) => totals[side] === highest) : [],
    scores: totals,
    dealer: nextPlayer(table, dealer),
    minimum: Object.fromEntries(Object.entries(totals).map(([side, total]) => [side, minimumFor(P, total)])),
    ...(P['seats.sits_out'] === 'nobody' ? { sits_out: 0 } : {}),
  };
}
