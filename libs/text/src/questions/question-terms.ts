import { stem } from '../tokens/stem.js';
import { terms, type Term } from '../tokens/terms.js';

/**
 * Words that give a question its form and say nothing of what it is about: no passage is expected to hold them. Stems
 * are compared, so that one form of each stands for all.
 */
const FORM_WORDS =
  'many much please give tell name list recite enumerate show say state explain describe know want like get got happen ' +
  'someone somebody anyone anybody nobody everyone thing exactly precisely currently now today nowadays actually really ' +
  'compare difference differ work kind sort make';
const FORM_TERMS: ReadonlySet<string> = new Set(FORM_WORDS.split(' ').map(stem));

/** The terms of a question that carry its subject matter; all of its terms where nothing would be left. */
export function questionTerms(question: string): Term[] {
  const all = terms(question);
  const subject = all.filter(({ term }) => !FORM_TERMS.has(term));
  return subject.length > 0 ? subject : all;
}
