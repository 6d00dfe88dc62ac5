import type { Passage } from '@arbiter/contracts';
import { terms } from '@arbiter/text';

/** The terms of a text, each once. */
export function distinctTerms(text: string): Set<string> {
  return new Set(terms(text).map(({ term }) => term));
}

/** The other names that a document gives its subject (`aliases` of its front matter). */
export function aliasesOf({ aliases }: Passage['metadata']): readonly string[] {
  return Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
}

/** Distinct terms of what stands around a passage and says what it is about: title, headings and aliases. */
export function contextTermsOf({ title, section, metadata }: Passage): Set<string> {
  return distinctTerms([title, ...section, ...aliasesOf(metadata)].join('\n'));
}
