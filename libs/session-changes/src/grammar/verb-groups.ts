import type { Node } from '../reading/nodes.js';
import { BOUNDARY, isWord } from './phrases.js';
import type { Phrase, Predicate } from './predicate.js';
import { type VerbForm, verbForms } from '../english/verb-forms.js';
import {
  ADVERBS,
  ATTEMPTS,
  BE,
  DETERMINERS,
  DO,
  HAVE,
  IMPLICATIVE,
  MODALS,
  NEGATORS,
  PREPOSITIONS,
  REPORTING,
} from '../english/words.js';

export interface Group {
  readonly form: VerbForm;
  readonly at: number;
  readonly from: number;
  readonly auxiliaries: readonly string[];
  readonly passive: boolean;
  readonly negated: boolean;
  /** The word that governs an infinitive. */
  readonly infinitive: string | null;
}

export function readGroup(nodes: readonly Node[], at: number, isVerb: (lemma: string) => boolean): Group | null {
  const word = nodes[at]?.word ?? '';
  if (!/^\p{L}/u.test(word) || (MODALS.has(word) && word !== 'might')) return null;
  const forms = verbForms(word).filter(({ lemma }) => isVerb(lemma));
  if (forms.length === 0) return null;
  const auxiliaries: string[] = [];
  let negated = false;
  let from = at;
  let infinitive: string | null = null;
  for (let index = at - 1; index >= Math.max(0, at - 8); index--) {
    const before = nodes[index];
    if (!isWord(before) || before.entity) break;
    const bare = before.word.replace(/n't$/, '').replace(/^ca$/, 'can').replace(/^wo$/, 'will');
    if (before.word.endsWith("n't")) negated = true;
    if (NEGATORS.has(bare)) {
      negated = true;
      if (!/^no(?:body|ne|thing)$/.test(bare)) from = index;
    } else if (bare === 'to' && from === at && auxiliaries.length === 0) {
      infinitive = governorOf(nodes, index);
      from = index;
      break;
    } else if (BE.has(bare) || HAVE.has(bare) || DO.has(bare) || MODALS.has(bare) || /^(?:get|got|gets)$/.test(bare)) {
      auxiliaries.unshift(bare);
      from = index;
    } else if (bare === 'to' && auxiliaries.length > 0) {
      infinitive = governorOf(nodes, index);
      from = index;
      break;
    } else if (!ADVERBS.has(bare) && !bare.endsWith('ly')) break;
    else if (auxiliaries.length === 0) from = Math.min(from, index);
  }
  const finite = auxiliaries.length === 0 && infinitive === null;
  const be = auxiliaries.some((one) => BE.has(one) || /^get|got/.test(one));
  const last = auxiliaries.at(-1) ?? '';
  const form =
    (be && (BE.has(last) || /^g[eo]t/.test(last))
      ? (forms.find(({ form: one }) => one === 'participle') ??
        forms.find(({ form: one }) => one === 'past' || one === 'ing'))
      : finite
        ? forms[0]
        : forms.find(({ form: one }) => (HAVE.has(last) ? one !== 'base' && one !== 'third' : one === 'base'))) ??
    forms[0];
  if (!form) return null;
  // "is open": an adjective that is also a verb.
  if (be && BE.has(last) && (form.form === 'base' || form.form === 'third' || STATE_FORM.test(word))) return null;
  const isParticiple = form.form === 'participle' || form.form === 'past';
  const passive = isParticiple && (BE.has(last) || /^g[eo]ts?$/.test(last));
  return { form, at, from, auxiliaries, passive, negated, infinitive };
}

/** Forms of verbs that are states after "be". */
const STATE_FORM = /^(?:gone|done|running|working|operating|missing|leaking|failing|standing|lost)$/;

/** "tried to", "asked him to", "forced the Watch to". */
function governorOf(nodes: readonly Node[], to: number): string {
  for (let index = to - 1; index >= Math.max(0, to - 5); index--) {
    const node = nodes[index];
    if (!isWord(node)) break;
    if (node.entity || DETERMINERS.has(node.word) || ADVERBS.has(node.word) || NEGATORS.has(node.word)) continue;
    if (BE.has(node.word)) return 'be';
    const lemmas = verbForms(node.word).map(({ lemma }) => lemma);
    const known = lemmas.find((lemma) => IMPLICATIVE.has(lemma) || ATTEMPTS.has(lemma) || REPORTING.has(lemma));
    if (known !== undefined) return known;
    if (index < to - 1) continue;
    return lemmas[0] ?? '';
  }
  return '';
}

export function isFinite(nodes: readonly Node[], group: Group, subject: Phrase, found: readonly Predicate[]): boolean {
  const { form, from, auxiliaries, infinitive } = group;
  if (auxiliaries.length > 0 || infinitive !== null) return true;
  const before = nodes[from - 1];
  if (form.form === 'ing') return false;
  const isStart = from === 0 || BOUNDARY.test(before?.word ?? '') || before?.word === ',';
  const follows = /^(?:and|or|,|then|but)$/.test(before?.word ?? '') && found.length > 0;
  if (form.form === 'base')
    return (
      (before !== undefined && before.entity !== null && !before.possessive) ||
      /^(?:i|we|they|you|who|which|that)$/.test(before?.word ?? '') ||
      follows
    );
  // "the closed causeway", "of burnt oil"
  if (
    before &&
    (DETERMINERS.has(before.word) || (PREPOSITIONS.has(before.word) && before.word !== 'since') || before.possessive)
  )
    return false;
  if (form.form === 'third') return subject.entities.length > 0 || subject.noun !== '' || follows;
  return isStart || follows || subject.entities.length > 0 || subject.noun !== '';
}
