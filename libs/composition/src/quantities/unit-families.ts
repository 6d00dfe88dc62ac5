/**
 * Units whose ratio is certain everywhere, by family: how many of the family's smallest unit one is. Left out on purpose:
 * tons and pints (they differ by country), kilobytes (1000 or 1024), months in days, and coins.
 */
const FAMILIES: readonly ReadonlyMap<string, number>[] = [
  new Map([
    ['ms', 1],
    ['s', 1_000],
    ['min', 60_000],
    ['h', 3_600_000],
    ['day', 86_400_000],
    ['week', 604_800_000],
  ]),
  new Map([
    ['month', 1],
    ['year', 12],
    ['decade', 120],
    ['century', 1_200],
  ]),
  new Map([
    ['mm', 1],
    ['cm', 10],
    ['m', 1_000],
    ['km', 1_000_000],
  ]),
  new Map([
    ['in', 1],
    ['ft', 12],
    ['yd', 36],
    ['mi', 63_360],
  ]),
  new Map([
    ['mg', 1],
    ['g', 1_000],
    ['kg', 1_000_000],
  ]),
  new Map([
    ['oz', 1],
    ['lb', 16],
  ]),
  new Map([
    ['ml', 1],
    ['l', 1_000],
  ]),
];

/**
 * How many `to` one `from` is.
 *
 * @returns null where no ratio is certain
 */
export function unitRatio(from: string, to: string): number | null {
  if (from === to) return 1;
  for (const family of FAMILIES) {
    const [a, b] = [family.get(from), family.get(to)];
    if (a !== undefined && b !== undefined) return a / b;
  }
  return null;
}

const DURATIONS: ReadonlySet<string> = new Set('ms s min h day week month year decade century night'.split(' '));
const MONEY: ReadonlySet<string> = new Set('USD EUR GBP JPY cp sp gp pp'.split(' '));

export function isDuration(unit: string | null): boolean {
  return unit !== null && DURATIONS.has(unit);
}

export function isMoney(unit: string | null): boolean {
  return unit !== null && MONEY.has(unit);
}
