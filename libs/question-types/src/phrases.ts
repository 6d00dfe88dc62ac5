import { readMessage } from './message.js';

const TOKEN = /\p{L}[\p{L}\p{M}'-]*|\p{N}+(?:[.,:]\p{N}+)*|[?!,;:.…]/gu;
/** Where a message begins and ends, any number, and any word that is not frequent, before its ending. */
const [BEGIN, END, NUMBER, ANY] = ['^', '$', '0', '*'];
/** The lengths that are told apart: up to so many words. */
const LENGTHS = [1, 3, 6, 9, 14];
const LENGTH = '#';
/** Tells what kind of word a word of the topic is. */
const ENDING = /(?:ing|ed|er|est|ly|(?<=[^su])s)$/;

/** What only goes on from the question before: "And what does it eat?" is of the type of "What does it eat?". */
const GOES_ON = /^(?:and|but|so) (?=(?:wh(?:at|en|ere|ich|om?|ose|y)|how|is|are|was|were|do|does|did|can)\b)/;

/** The words of a message in lower case, its marks, and "0" for each number. */
export function tokensOf(query: string): readonly string[] {
  return [...readMessage(query).replace(GOES_ON, '').matchAll(TOKEN)].map(([token]) =>
    /^\p{N}/u.test(token) ? NUMBER : token,
  );
}

/** Whether a token is a word, no mark or number. */
export function isWord(token: string): boolean {
  return /^\p{L}/u.test(token);
}

/**
 * The runs of one to three tokens of a message, its ends as marks: "^ how do", "in 0", "? $". The same with all but frequent words
 * by their endings: "which *s are". And its length: "#6" has four to six words.
 *
 * @param words frequent ones, in lower case
 */
export function phrasesOf(tokens: readonly string[], words: ReadonlySet<string>): ReadonlySet<string> {
  const masked = tokens.map((token) =>
    isWord(token) && !words.has(token) ? `${ANY}${ENDING.exec(token)?.[0] ?? ''}` : token,
  );
  const phrases = new Set([...runsOf(tokens), ...runsOf(masked)]);
  // Every message has them.
  phrases.delete(BEGIN);
  phrases.delete(END);
  const count = tokens.filter((token) => isWord(token) || token === NUMBER).length;
  return phrases.add(`${LENGTH}${LENGTHS.find((most) => count <= most) ?? ''}`);
}

function runsOf(tokens: readonly string[]): string[] {
  const bounded = [BEGIN, ...tokens, END];
  return [1, 2, 3].flatMap((length) =>
    bounded.slice(length - 1).map((_, start) => bounded.slice(start, start + length).join(' ')),
  );
}

/** What a phrase says of a message, for people: `begins with "how do"`. */
export function describePhrase(phrase: string): string {
  if (phrase === LENGTH) return `has more than ${LENGTHS.at(-1)} words`;
  if (/^#\d/.test(phrase)) return `has up to ${phrase.slice(LENGTH.length)} words`;
  const tokens = phrase.split(' ');
  const said = tokens
    .filter((token) => token !== BEGIN && token !== END)
    .map((token) => (token === NUMBER ? '…' : token.replace(ANY, '…')));
  const verb = tokens[0] === BEGIN ? 'begins with' : tokens.at(-1) === END ? 'ends with' : 'says';
  return `${verb} "${said.join(' ')}"`;
}
