import { quantitiesIn, type Quantity } from '../quantities/quantities-in.js';
import { isPlain, isSame, valueIn } from './concluded-from.js';

/** Amounts of a claim, and of what is near it, that are looked at. */
const MOST_AMOUNTS = 24;

export interface ComparedStatements {
  /** The sentences of the sources that come nearest to the claim. */
  readonly near: readonly string[];
  /** Everything that the sources say; read only where the claim is in doubt. */
  readonly all: Iterable<string>;
  /** The rest of the answer, and its question: what they state may be computed with. */
  readonly beside: readonly string[];
}

/**
 * An amount that no source states, where the sentences nearest to the claim state another one of the same unit, or the same one of
 * another unit: "12 wicks" or "9 scales" beside "9 wicks", however many beacons are 12. The same value counts whatever unit it
 * lacks; so does what follows from two amounts as their sum, difference or product.
 *
 * @returns both, for people; null where there is none
 */
export function unstatedAmount(claim: string, { near, all, beside }: ComparedStatements): string | null {
  const claimed = quantitiesIn(claim).filter(hasUnit).slice(0, MOST_AMOUNTS);
  if (claimed.length === 0) return null;
  const nearest = near.flatMap((text) => quantitiesIn(text)).slice(0, MOST_AMOUNTS);
  const others = beside.flatMap((text) => quantitiesIn(text)).slice(0, MOST_AMOUNTS);
  const doubted = claimed.flatMap((amount) => {
    if (nearest.some((one) => states(one, amount))) return [];
    const conflict =
      nearest.find((one) => one.unit === amount.unit && hasUnit(one)) ??
      nearest.find((one) => hasUnit(one) && valueIn(one, amount) === null && isSame(one.value, amount.value));
    const operands = [...others, ...nearest].filter((one) => isPlain(one) && !isSame(one.value, amount.value));
    return conflict && !isComputed(amount, operands) ? [{ amount, conflict }] : [];
  });
  if (doubted.length === 0) return null;
  const stated = [...beside.slice(0, 1), ...all].flatMap((text) => quantitiesIn(text));
  // "Nine staff" may say "nine people": another unit is a conflict where the sources count in that one, too.
  const unstated = doubted.find(
    ({ amount }) => stated.some(({ unit }) => unit === amount.unit) && !stated.some((one) => states(one, amount)),
  );
  return unstated ? `the source says "${unstated.conflict.text}", not "${unstated.amount.text}"` : null;
}

function hasUnit(amount: Quantity): boolean {
  const { unit, kind } = amount;
  return unit !== null && isPlain(amount) && kind !== 'date' && kind !== 'fraction';
}

function states(one: Quantity, amount: Quantity): boolean {
  const value = one.unit === null ? one.value : valueIn(one, amount);
  return isSame(value, amount.value) || (one.to !== null && isSame(one.to, amount.value));
}

function isComputed(amount: Quantity, operands: readonly Quantity[]): boolean {
  const values = operands.flatMap((one) => (one.unit === null ? one.value : (valueIn(one, amount) ?? [])));
  const isSum = values.some((a, at) =>
    values.slice(at + 1).some((b) => isSame(a + b, amount.value) || isSame(Math.abs(a - b), amount.value)),
  );
  return isSum || values.some((a) => operands.some(({ value }) => isSame(a * value, amount.value)));
}
