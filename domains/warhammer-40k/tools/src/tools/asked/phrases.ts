/** Sentences that are longer are more than one question. */
const MAX_LENGTH = 2_000;
/** Polite openings of a question. */
const POLITE =
  /^(?:please|can you|could you|would you|will you|tell me|help me(?: to)?|do you know|hi|hello|hey|ok|so),? /i;
const THANKS = ['please', 'pls', 'thanks', 'thank you'];
const ENDS = new Set(['?', '.', '!', ',', ' ']);

/** A question on one line without what is said before it and its marks at the end; null for one that is too long. */
export function sentenceOf(question: string): string | null {
  if (question.length > MAX_LENGTH) return null;
  let text = question
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');
  for (let polite = POLITE.exec(text); polite; polite = POLITE.exec(text)) text = text.slice(polite[0].length);
  const asked = withoutMarks(text);
  return withoutMarks(withoutEnds(asked, THANKS));
}

function withoutMarks(text: string): string {
  let end = text.length;
  while (end > 0 && ENDS.has(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Words that begin a question or a request rather than a name. */
const NO_NAMES = new Set(
  'what which who whose how why when where is are was were do does did can could may might will would should must make build write create give show list name tell check validate compare explain suggest find i we you it if there'.split(
    ' ',
  ),
);
/** Words of a phrase such as "Captain in Terminator Armour points cost". */
const MAX_PHRASE = 9;

/** Whether a text is a few words as people type them into a search: "Monolith points". */
export function isPhrase(text: string): boolean {
  const words = text.toLowerCase().split(' ');
  const [first = ''] = words;
  return words.length <= MAX_PHRASE && !NO_NAMES.has(first.replace(/['’]s$/, ''));
}

/** The text after its opening words; undefined if it begins with none of them. */
export function after(text: string, beginnings: readonly RegExp[]): string | undefined {
  for (const beginning of beginnings) {
    const found = beginning.exec(text);
    if (found?.index === 0) return text.slice(found[0].length);
  }
  return undefined;
}

/** A text without words at its end, each as often as they come. */
export function withoutEnds(text: string, ends: readonly string[]): string {
  for (let rest = text; ;) {
    const low = rest.toLowerCase();
    const end = ends.find((one) => low.endsWith(` ${one}`));
    if (end === undefined) return rest;
    rest = rest.slice(0, -end.length - 1);
  }
}

/** Cuts a text where the first of some words stands between blanks; undefined where none does. */
export function cutAt(
  text: string,
  words: readonly string[],
): { before: string; word: string; after: string } | undefined {
  const low = ` ${text.toLowerCase()} `;
  let first: { at: number; word: string } | undefined;
  for (const word of words) {
    const at = low.indexOf(` ${word} `);
    if (at >= 0 && (!first || at < first.at)) first = { at, word };
  }
  if (!first) return undefined;
  const { at, word } = first;
  return { before: text.slice(0, at).trim(), word, after: text.slice(at + word.length + 1).trim() };
}

/** "the Thornwood Host" → "Thornwood Host" */
export function withoutArticle(text: string): string {
  return text.replace(/^(?:an?|the) /i, '');
}

const LIMIT = /(?<![\d,.])(\d[\d,.]{0,9})[ -]{0,2}(?:points?|pts?)\b/i;
/** "2k", "1.5k points" */
const THOUSANDS = /(?<![\d,.])(\d{1,2}(?:\.\d)?)k\b(?: (?:points?|pts?)\b)?/i;
/** Words before a limit that lose their sense without it: "a list of up to 1,500 points". */
const BEFORE_LIMIT = 'up to,at most,of,at,with,worth,for,to,under,below,around,about,costing,in'.split(',');

/** "a 1,000-point Necron list" → 1000 and "a Necron list" */
export function takeLimit(text: string): { readonly points?: number; readonly rest: string } {
  const exact = LIMIT.exec(text);
  const found = exact ?? THOUSANDS.exec(text);
  if (!found) return { rest: text };
  const said = found[1] ?? '';
  const before = withoutEnds(text.slice(0, found.index).trimEnd(), BEFORE_LIMIT);
  const rest = `${before} ${text.slice(found.index + found[0].length).trimStart()}`.trim();
  return { points: exact ? Number(said.replace(/[.,]/g, '')) : 1_000 * Number(said), rest };
}
