/**
 * Errors found on the score sheet (canasta-intl:35, C-77; samba-fi:35).
 */
import { minimumFor } from './opening.mjs';

/** Until when an error of each kind is put right; where the law keeps one sheet only, a difference is a wrong count. */
function limitOf(P, kind) {
  if (kind === 'arithmetic') return P['count_faults.arithmetic'];
  if (kind === 'sheets-differ' && P['count_faults.sheets'] !== 'none') return P['count_faults.sheets'];
  return P['count_faults.other'];
}

/** Whether an error is corrected, the scores that hold, and the minimums of the deal being played or of the next. */
export function correctSheet(P, { scores, error, noticed }) {
  const corrected = limitOf(P, error.kind) === 'any_time' || noticed === 'before-next-deal';
  const held = { ...scores };
  if (corrected) held[error.side] += error.by;
  const playing = noticed === 'next-deal' && !P['count_faults.alters_minimum'];
  const basis = playing ? scores : held;
  const minimum = Object.fromEntries(Object.entries(basis).map(([side, total]) => [side, minimumFor(P, total)]));
  return { corrected, scores: held, minimum };
}
