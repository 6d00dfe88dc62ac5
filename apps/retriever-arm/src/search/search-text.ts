import type { Chunk } from '@arbiter/ports';
import type { Analyser } from '@arbiter/text';

/** A query as a person typed it. */
export interface SearchText {
  /** Without quotation marks. */
  readonly text: string;
  /** What stood in quotation marks: passages must hold it word for word, as far as the analyser tells words apart. */
  readonly phrases: readonly string[];
}

const QUOTED = /"([^"]+)"|“([^“”]+)”/g;

/** A quotation mark without its partner is a character like any other. */
export function parseSearchText(query: string): SearchText {
  const phrases = [...query.matchAll(QUOTED)].map(([, straight, curly]) => (straight ?? curly ?? '').trim());
  return { text: query.replaceAll(/["“”]/g, ' ').trim(), phrases: phrases.filter((phrase) => phrase !== '') };
}

/** Phrases as terms in a row; a phrase that holds no term asks for nothing. */
export function phraseTerms({ phrases }: SearchText, analyser: Analyser): string[][] {
  return phrases.map((phrase) => analyser.analyse(phrase)).filter((terms) => terms.length > 0);
}

/** Whether title, one of the headings or the text holds each phrase. Stop words between its terms do not count. */
export function holdsPhrases(
  { title, section, text }: Chunk,
  phrases: readonly (readonly string[])[],
  analyser: Analyser,
): boolean {
  if (phrases.length === 0) return true;
  const fields = [title, ...section, text].map((field) => analyser.analyse(field));
  return phrases.every((phrase) => fields.some((field) => holdsInARow(field, phrase)));
}

function holdsInARow(field: readonly string[], phrase: readonly string[]): boolean {
  return field.some((_, start) => phrase.every((term, offset) => field[start + offset] === term));
}
