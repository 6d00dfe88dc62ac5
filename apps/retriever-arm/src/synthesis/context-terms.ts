import type { Passage } from '@arbiter/contracts';
import { terms } from '@arbiter/text';

/** The terms of a text, each once. */
export function distinctTerms(text: string): Set<string> {
  return new Set(terms(text).map(({ term }) => term));
}

/**
 * Distinct terms of what stands around a passage and says what it is about: title, headings, and the other names that
 * the document gives its subject (`aliases` of its front matter).
 */
export function contextTermsOf({ title, section, metadata }: Passage): Set<string> {
  const { aliases } = metadata;
  const names = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
  return distinctTerms([title, ...section, ...names].join('\n'));
}
