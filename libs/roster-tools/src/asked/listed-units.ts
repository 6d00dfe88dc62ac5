/** A unit as a sentence names it. */
export interface NamedUnit {
  readonly name: string;
  readonly number: number;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, at) => [word, at + 1]),
);
const COUNT = `\\d{1,3}|${[...NUMBERS.keys()].join('|')}`;
/** "and" divides only before another count or article: names may hold it. */
const BORDER = new RegExp(`\\s*[,;\\n•]\\s*(?:and\\s+)?|\\s+and\\s+(?=(?:${COUNT})(?:[x×]|\\b)|(?:an?|the)\\b)`, 'i');
const UNIT = new RegExp(`^(?:[-*]\\s*)?(?:(${COUNT})\\s*[x×]?\\s+|(?:an?|the)\\s+)?(\\S.*)$`, 'i');

/** "2 Thornguard, a Root Mother and 3x Moss Boar" → Thornguard twice, Root Mother once, Moss Boar three times. */
export function listedUnits(text: string): NamedUnit[] {
  return text.split(BORDER).flatMap((part) => {
    const [, count, name] = UNIT.exec(part.trim()) ?? [];
    if (name === undefined) return [];
    const number = count === undefined ? 1 : (NUMBERS.get(count.toLowerCase()) ?? Number(count));
    return [{ name: name.replace(/[.?!]+$/, ''), number: Math.max(1, number) }];
  });
}
