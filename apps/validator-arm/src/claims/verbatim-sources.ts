import { speakRow } from '@arbiter/composition';
import type { Source } from '@arbiter/contracts';

/** Shorter texts stand word for word in many sources that do not say them. */
const SHORTEST = 12;

/**
 * @returns whether one of the sources holds a text word for word, case and white space aside; a row of a table also as a
 *   person says it
 */
export function verbatimIn(sources: readonly Source[]): (text: string) => boolean {
  const contents = sources.flatMap(({ content }) => [normalise(content), ...spokenRows(content)]);
  return (text) => {
    const wanted = normalise(text);
    return wanted.length >= SHORTEST && contents.some((content) => content.includes(wanted));
  };
}

function spokenRows(content: string): string[] {
  return content.split('\n').flatMap((line) => {
    const row = /[:;|]/.test(line) ? speakRow(line.trim()) : null;
    return row ? [normalise(row.text)] : [];
  });
}

function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
