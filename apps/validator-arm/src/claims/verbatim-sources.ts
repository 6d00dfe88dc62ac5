import { speakRow } from '@arbiter/composition';
import type { Source } from '@arbiter/contracts';
import type { Steps } from '@arbiter/text';

/** Shorter texts stand word for word in many sources that do not say them. */
const SHORTEST = 12;
const LINE = /[^\n]+/g;
const CELL_END = /[:;|]/;
/** Longest line that may be a row, in UTF-16 code units: more is prose without line breaks. */
const LONGEST_ROW = 2_000;

/**
 * Reads a source or a row a step.
 *
 * @returns whether one of the sources holds a text word for word, case and white space aside; a row of a table also as a
 *   person says it
 */
export function* readingVerbatim(sources: readonly Source[]): Steps<(text: string) => boolean> {
  const contents: string[] = [];
  const rows: string[] = [];
  for (const { content } of sources) {
    yield;
    contents.push(normalise(content));
    yield* speakRows(content, rows);
  }
  // One text is looked through faster than thousands; a row of a table is on one line.
  contents.push(rows.join('\n'));
  return (text) => {
    const wanted = normalise(text);
    return wanted.length >= SHORTEST && contents.some((content) => content.includes(wanted));
  };
}

/** @param rows gets those of the content as they are said */
function* speakRows(content: string, rows: string[]): Steps<void> {
  for (const { 0: line } of content.matchAll(LINE)) {
    yield;
    const row = line.length <= LONGEST_ROW && CELL_END.test(line) ? speakRow(line.trim()) : null;
    if (row) rows.push(normalise(row.text));
  }
}

function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
