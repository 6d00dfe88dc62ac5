import { CARDINALS } from '@arbiter/english';
import { eachToken, normalizeTerm, stem, STOP_WORDS, type Span } from '@arbiter/text';

/** A word of a claim or a passage. */
export interface Word extends Span {
  /** Lower case, without accents and possessive ending. */
  readonly form: string;
  /** Snowball stem of the form; a number word is the digits it stands for. */
  readonly stem: string;
  /** Says something of the subject: no function word. */
  readonly content: boolean;
}

const POSSESSIVE = /'s?$/;
const DIGITS: ReadonlyMap<string, string> = new Map(CARDINALS.map((word, value) => [word, `${value}`]));

/** The words of a text in order, function words included. */
export function readWords(text: string): Word[] {
  return [...eachWord(text)];
}

/** Whether a text has more words than so many; it is read no further than to tell. */
export function holdsMoreWords(text: string, count: number): boolean {
  const words = eachToken(text);
  for (let read = 0; read <= count; read++) if (words.next().done) return false;
  return true;
}

/** {@link readWords}, a word at a time. */
export function* eachWord(text: string): Generator<Word> {
  for (const { start, end, text: token } of eachToken(text)) {
    const normalised = normalizeTerm(token);
    const form = normalised.includes("'") ? normalised.replace(POSSESSIVE, '') : normalised;
    const digits = DIGITS.get(form);
    yield {
      start,
      end,
      form,
      stem: digits ?? stem(form),
      content: digits !== undefined || !(STOP_WORDS.has(normalised) || STOP_WORDS.has(form) || form === ''),
    };
  }
}
