/** Adjectives that people compare by. */
const COMPARED = `
  big brave bright broad cheap clean close cold cool dark dear deep dense dry early easy fair far fast fine friendly full
  gentle great hard heavy high hot kind large late light long loose loud mild narrow near new noble old poor pretty pure
  quick quiet rare rich safe sharp short simple slow small soft steep strange strong sweet tall thick thin tough warm weak
  wet wide wild wise young`
  .trim()
  .split(/\s+/);
const IRREGULAR: readonly (readonly [positive: string, forms: string])[] = [
  ['good', 'better best'],
  ['bad', 'worse worst'],
  ['far', 'farther farthest further furthest'],
  ['old', 'elder eldest'],
];
/** End like comparatives, and compare nothing. */
const NOT_COMPARED =
  /^(?:other|rather|never|ever|over|under|former|latter|later|latest|first|last|tower|water|river|number|rest|test|west|east|forest|order|member)$/;

const POSITIVES: ReadonlyMap<string, string> = new Map([
  ...COMPARED.flatMap((positive) => ['r', 'st'].map((ending) => [compared(positive, ending), positive] as const)),
  ...IRREGULAR.flatMap(([positive, forms]) => forms.split(' ').map((form) => [form, positive] as const)),
]);

function compared(positive: string, ending: string): string {
  if (positive.endsWith('e')) return positive + ending;
  if (/[^aeiou]y$/.test(positive)) return `${positive.slice(0, -1)}ie${ending}`;
  const doubles = /^[^aeiou]*[aeiou][bdgmnpt]$/.test(positive);
  return `${positive}${doubles ? positive.slice(-1) : ''}e${ending}`;
}

/** Whether a word, in lower case, is a common comparative or superlative: "cheaper", "heaviest", "better". */
export function isComparative(word: string): boolean {
  return POSITIVES.has(word);
}

/** "heaviest" is of "heavy", "better" of "good"; a rarer adjective is told by its ending. Null for what compares nothing. */
export function positiveOf(word: string): string | null {
  const known = POSITIVES.get(word);
  if (NOT_COMPARED.test(word)) return null;
  if (known !== undefined) return known;
  const stem = word.replace(/(?:er|est)$/, '');
  if (stem === word || stem.length < 2) return null;
  if (stem.endsWith('i')) return `${stem.slice(0, -1)}y`;
  return /([bdgmnpt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
