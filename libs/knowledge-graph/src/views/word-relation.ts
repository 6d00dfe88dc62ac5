/** Types that need "is" before them: a participle or noun with its preposition, such as `led_by`, `member_of`. */
const NOMINAL = /(?:ed|en|wn|ld|pt|id|ept|un|n|r|y|t|e) (?:by|in|at|on|to|with|from|of|for|under|near)$/;
/** Verbs in the third person, such as `leads` and `works_at`. */
const VERB = /^\p{Ll}+s(?: |$)/u;

/** Stances that are adjectives, with the words around them. */
const STANCES: Readonly<Record<string, string>> = {
  hostile: 'is hostile to',
  friendly: 'is friendly to',
  neutral: 'is neutral towards',
  allied: 'is allied with',
  loyal: 'is loyal to',
};

/** A relation as a clause: `led_by` becomes "A is led by B", `keeps` "A keeps B". */
export function wordRelation(from: string, type: string, to: string): string {
  const stance = STANCES[type];
  if (stance !== undefined) return `${from} ${stance} ${to}`;
  const words = type.replaceAll('_', ' ');
  const isNominal = NOMINAL.test(words) && !VERB.test(words);
  return `${from} ${isNominal || / (?:by|of)$/.test(words) ? `is ${words}` : words} ${to}`;
}
