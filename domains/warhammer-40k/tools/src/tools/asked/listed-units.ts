/** A unit as a sentence names it. */
export interface NamedUnit {
  readonly name: string;
  readonly number: number;
  /** Of each unit, where the sentence says so: "2 units of 10 Thornguard". */
  readonly models?: number;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, at) => [word, at + 1]),
);
const ARTICLES = new Set(['a', 'an', 'the', 'some']);
const UNITS = new Set(['unit', 'units', 'squad', 'squads']);
const BULLETS = new Set(['-', '*', '•']);
/** "10-man", "5-model", "3-strong" */
const SIZE = /^(\d{1,3})-(?:man|model|strong)$/i;
/** Units that one count names, at most; lists have fewer. */
const MAX_UNITS = 50;

/** "2 Thornguard, a Root Mother and 3x Moss Boar" → Thornguard twice, Root Mother once, Moss Boar three times. */
export function listedUnits(text: string): NamedUnit[] {
  return text
    .split(/[,;\n•]/)
    .flatMap((part) => partsOf(part.split(/\s/).filter((word) => word !== '')))
    .flatMap(unitsOf);
}

/** "and" divides only before another count or article: names may hold it. */
function partsOf(words: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const [at, word] of words.entries()) {
    if (isAnd(word) && (at === 0 || isCount(words[at + 1] ?? ''))) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function isAnd(word: string): boolean {
  return word.toLowerCase() === 'and';
}

function isCount(word: string): boolean {
  return ARTICLES.has(word.toLowerCase()) || countOf(word) !== undefined;
}

/** "2", "2x", "two" */
function countOf(word: string | undefined): number | undefined {
  const said = (word ?? '').toLowerCase();
  if (/^\d{1,3}[x×]?$/.test(said)) return Number.parseInt(said, 10);
  return NUMBERS.get(said);
}

function unitsOf(words: readonly string[]): NamedUnit[] {
  const left = [...words];
  /** Takes the next word where it is wanted. */
  const take = (isWanted: (word: string) => boolean): string | undefined => {
    const [next] = left;
    return next !== undefined && isWanted(next.toLowerCase()) ? left.shift() : undefined;
  };
  take((word) => BULLETS.has(word));
  take((word) => ARTICLES.has(word));
  const count = countOf(take((word) => countOf(word) !== undefined));
  take((word) => word === 'x' || word === '×');
  const [, size] = SIZE.exec(take((word) => SIZE.test(word)) ?? '') ?? [];
  const isOfUnits = UNITS.has((left[0] ?? '').toLowerCase()) && left[1]?.toLowerCase() === 'of';
  if (isOfUnits) left.splice(0, 2);
  const models = size ?? (isOfUnits ? countOf(take((word) => countOf(word) !== undefined)) : undefined);
  if (models !== undefined) take((word) => word === 'x' || word === '×');
  const name = withoutMarks(left.join(' '));
  if (name === '') return [];
  const number = Math.max(1, count ?? 1);
  if (models !== undefined) return [{ name, number, models: Number(models) }];
  // "2 units of Thornguard" are two of them, of whatever size.
  if (isOfUnits) return Array.from({ length: Math.min(number, MAX_UNITS) }, () => ({ name, number: 1 }));
  return [{ name, number }];
}

function withoutMarks(name: string): string {
  let end = name.length;
  while (end > 0 && '.?! '.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}
