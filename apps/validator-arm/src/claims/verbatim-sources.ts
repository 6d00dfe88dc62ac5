import type { Source } from '@arbiter/contracts';

/** Shorter texts stand word for word in many sources that do not say them. */
const SHORTEST = 12;

/** @returns whether one of the sources holds a text word for word, case and white space aside */
export function verbatimIn(sources: readonly Source[]): (text: string) => boolean {
  const contents = sources.map(({ content }) => normalise(content));
  return (text) => {
    const wanted = normalise(text);
    return wanted.length >= SHORTEST && contents.some((content) => content.includes(wanted));
  };
}

function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
