const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `feet:foot men:man women:woman children:child people:person teeth:tooth geese:goose mice:mouse oxen:ox knives:knife
   lives:life wives:wife wolves:wolf halves:half loaves:loaf shelves:shelf thieves:thief calves:calf leaves:leaf
   pence:penny dice:die gasses:gas gases:gas buses:bus lenses:lens series:series species:species horsemen:horseman
   inches:inch centuries:century staves:staff`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
const PLURALS: ReadonlyMap<string, string> = new Map([...IRREGULAR].map(([plural, singular]) => [singular, plural]));
/** Symbols and words that have one form. */
const UNCHANGING =
  /^(?:[^\p{L}]*|\p{L}{1,2}|gal|min|USD|EUR|GBP|JPY|sheep|fish|deer|salmon|swine|aircraft|percent|per cent|hertz|sterling|°\p{L})$/iu;

/** The singular of a noun, its case kept but for irregular ones: "wicks" is "wick", "feet" "foot". */
export function singularOf(noun: string): string {
  const irregular = IRREGULAR.get(noun.toLowerCase());
  if (irregular !== undefined) return irregular;
  if (UNCHANGING.test(noun) || /(?:ss|us|is)$/i.test(noun)) return noun;
  if (/[^aeiou]ies$/i.test(noun) && noun.length > 4) return `${noun.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/i.test(noun)) return noun.slice(0, -2);
  return /s$/i.test(noun) ? noun.slice(0, -1) : noun;
}

/** The plural of a singular noun or of a plural: "wick" and "wicks" are "wicks"; symbols stay. */
export function pluralOf(noun: string): string {
  const singular = singularOf(noun);
  const irregular = PLURALS.get(singular.toLowerCase());
  if (irregular !== undefined) return irregular;
  if (UNCHANGING.test(singular)) return singular;
  if (singular !== noun) return noun;
  if (/[^aeiou]y$/i.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:ch|sh|x|s|z)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}
