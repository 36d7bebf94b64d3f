/**
 * The draw for seats (canasta-intl:3, 4, 5.a, C-02; samba-fi:3, 4, starter-draw-tie).
 */
const RANK_ORDER = '23456789TJQKA';
const SUIT_ORDER = 'CDHS';

const cardKey = (P, card) => RANK_ORDER.indexOf(card[0]) * 4
  + (P['seats.suit_decides'] ? SUIT_ORDER.indexOf(card[1]) : 0);

/** What a person's draws are worth, one after the other; a joker does not count (canasta-intl:3.s5, samba-fi:3.d). */
function keysOf(P, cards) {
  const counted = cards.filter((card) => card !== 'JK' || !P['seats.joker_draws_again']);
  return counted.map((card) => (card === 'JK' ? -1 : cardKey(P, card)));
}

function compareKeys(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) if (a[i] !== b[i]) return b[i] - a[i];
  return b.length - a.length;
}

const sameKeys = (a, b) => a.length === b.length && a.every((key, i) => key === b[i]);

/** Those who stand level with another and must draw again (canasta-intl:3.s4; samba-fi:3.d). */
function levelNames(P, people) {
  if (P['seats.equal_draws_again'] === 'nobody') return [];
  const level = people.filter((one) => people.some((other) => other !== one && sameKeys(one.keys, other.keys)));
  if (P['seats.equal_draws_again'] === 'anybody') return level.map((one) => one.name);
  const top = people.slice().sort((a, b) => compareKeys(a.keys, b.keys))[0];
  return level.filter((one) => sameKeys(one.keys, top.keys)).map((one) => one.name);
}

/** Partners by the draw: the two highest, then the rest (canasta-intl:4, 4.s3). */
function partnersOf(P, order) {
  if (!P['seats.partners_drawn']) return [];
  if (P['seats.sides'] === 'pairs' || P['seats.sides'] === 'three_pairs') {
    if (order.length % 2 > 0) return [order.slice(0, 2), order.slice(2)];
    return Array.from({ length: order.length / 2 }, (_, i) => order.slice(2 * i, 2 * i + 2));
  }
  return [];
}

const nothingYet = (again) => ({ again, order: [], partners: [], plays_first: '' });

/** Who must draw again, or the order, the partners and who plays first. */
export function drawSeats(P, { drawn }) {
  const people = Object.entries(drawn).map(([name, cards]) => ({ name, cards, keys: keysOf(P, cards) }));
  const joker = (one) => P['seats.joker_draws_again'] && one.cards[one.cards.length - 1] === 'JK';
  const waiting = people.filter((one) => one.cards.length === 0 || joker(one)).map((one) => one.name);
  const again = [...waiting, ...levelNames(P, people.filter((one) => !waiting.includes(one.name)))];
  if (again.length > 0) return nothingYet(Object.keys(drawn).filter((name) => again.includes(name)));
  const ranked = people.slice().sort((a, b) => compareKeys(a.keys, b.keys));
  const undecided = ranked.some((one, i) => i > 0 && sameKeys(one.keys, ranked[i - 1].keys));
  if (undecided && P['seats.equal_draws_again'] === 'nobody') return nothingYet([]);
  const order = ranked.map((one) => one.name);
  const first = P['seats.first_dealer'] === 'lot' ? '' : order[0];
  return { again: [], order, partners: partnersOf(P, order), plays_first: first };
}
