/** A unit as a sentence names it. */
export interface NamedUnit {
  readonly name: string;
  readonly number: number;
  /** Of each unit, where the sentence says so: "2 units of 10 Thornguard". */
  readonly models?: number;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, at) => [word, at + 1]),
);
const COUNT = `\\d{1,3}|${[...NUMBERS.keys()].join('|')}`;
/** "and" divides only before another count or article: names may hold it. */
const BORDER = new RegExp(`\\s*[,;\\n•]\\s*(?:and\\s+)?|\\s+and\\s+(?=(?:${COUNT})(?:[x×]|\\b)|(?:an?|the)\\b)`, 'i');
const UNIT = new RegExp(
  `^(?:[-*]\\s*)?(?:(?:(?<units>${COUNT}|an?|one)\\s*[x×]?\\s+)?(?:units?|squads?)\\s+of\\s+(?<models>${COUNT})\\s*[x×]?\\s+|(?<count>${COUNT})\\s*[x×]?\\s+(?:(?:units?|squads?)\\s+of\\s+)?|(?:an?|the)\\s+)?(?<name>\\S.*)$`,
  'i',
);

/** "2 Thornguard, a Root Mother and 3x Moss Boar" → Thornguard twice, Root Mother once, Moss Boar three times. */
export function listedUnits(text: string): NamedUnit[] {
  return text.split(BORDER).flatMap((part) => {
    const { units, models, count, name } = UNIT.exec(part.trim())?.groups ?? {};
    if (name === undefined) return [];
    const number = Math.max(1, numberOf(models === undefined ? count : units));
    return [
      {
        name: name.replace(/(?<![.?!])[.?!]+$/, ''),
        number,
        ...(models !== undefined && { models: numberOf(models) }),
      },
    ];
  });
}

function numberOf(said: string | undefined): number {
  if (said === undefined || /^an?$/i.test(said)) return 1;
  return NUMBERS.get(said.toLowerCase()) ?? Number(said);
}
