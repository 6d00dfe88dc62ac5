import { namesIn, terms } from '@arbiter/text';

/** The terms of the names in a question. */
export function namedTerms(question: string): ReadonlySet<string> {
  return new Set(namesIn(question).flatMap(({ text }) => terms(text).map(({ term }) => term)));
}

/** @returns the text without the words of these terms, on one line; the text itself where no word would be left */
export function withoutTerms(text: string, removed: ReadonlySet<string>): string {
  let left = '';
  let end = 0;
  let kept = 0;
  for (const term of terms(text)) {
    if (!removed.has(term.term)) {
      kept += 1;
      continue;
    }
    left += `${text.slice(end, term.start)} `;
    end = term.end;
  }
  return kept === 0 ? text : `${left}${text.slice(end)}`.replace(/\s+/g, ' ').trim();
}
