import { BE, DO, HAVE, MODALS, PREPOSITIONS, type VerbForm, verbForms } from '@arbiter/english';
import type { Node } from '../reading/nodes.js';
import { BOUNDARY, isWord } from './phrases.js';
import type { Phrase, Predicate } from './predicate.js';
import { ADVERBS, ATTEMPTS, DETERMINERS, IMPLICATIVE, NEGATORS, REPORTING } from '../english/words.js';

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

/** Words between a verb and its first auxiliary at most. */
const REACH = 8;

/** What a word before a verb does to its group; the first kind that it is of counts. */
const KINDS: readonly (readonly ['negation' | 'to' | 'auxiliary' | 'adverb', (word: string) => boolean])[] = [
  ['negation', (word) => NEGATORS.has(word)],
  ['to', (word) => word === 'to'],
  ['auxiliary', (word) => [BE, HAVE, DO, MODALS].some((words) => words.has(word)) || GET.test(word)],
  ['adverb', (word) => ADVERBS.has(word) || word.endsWith('ly')],
];

const GET = /^g[eo]ts?$/;

/** "isn't", "can't", "won't" */
const CONTRACTED: Readonly<Record<string, string>> = { ca: 'can', wo: 'will' };

/** Reads a verb with its auxiliaries, from right to left; null where the word is no known verb, or an adjective. */
export function readGroup(nodes: readonly Node[], at: number, isVerb: (lemma: string) => boolean): Group | null {
  const word = nodes[at]?.word ?? '';
  const forms = MODALS.has(word) ? [] : verbForms(word).filter(({ lemma }) => isVerb(lemma));
  if (forms.length === 0 || !/^\p{L}/u.test(word)) return null;
  const auxiliaries: string[] = [];
  let negated = false;
  let from = at;
  let infinitive: string | null = null;
  for (let index = at - 1; index >= Math.max(0, at - REACH) && infinitive === null; index--) {
    const before = nodes[index];
    if (!isWord(before) || before.entity) break;
    const stem = before.word.replace(/n't$/, '');
    const bare = CONTRACTED[stem] ?? stem;
    const kind = KINDS.find(([, isOf]) => isOf(bare))?.[0];
    if (kind === undefined) break;
    negated ||= kind === 'negation' || stem !== before.word;
    if (kind === 'to') infinitive = governorOf(nodes, index);
    if (kind === 'auxiliary') auxiliaries.unshift(bare);
    if (kind !== 'adverb' && !/^no(?:body|ne|thing)$/.test(bare)) from = index;
  }
  const form = formAfter(auxiliaries.at(-1), infinitive !== null, forms);
  const isAfterBe = BE.has(auxiliaries.at(-1) ?? '');
  // "is open": an adjective that is also a verb.
  if (!form || (isAfterBe && (/^(?:base|third)$/.test(form.form) || STATE_FORM.test(word)))) return null;
  const passive = /^(?:participle|past)$/.test(form.form) && (isAfterBe || GET.test(auxiliaries.at(-1) ?? ''));
  return { form, at, from, auxiliaries, passive, negated, infinitive };
}

/** The form of a verb that may follow an auxiliary, the likeliest first. */
function formAfter(last: string | undefined, isInfinitive: boolean, forms: readonly VerbForm[]): VerbForm | undefined {
  if (last === undefined && !isInfinitive) return forms[0];
  const isBe = last !== undefined && (BE.has(last) || GET.test(last));
  const wanted = isBe || (last !== undefined && HAVE.has(last)) ? AFTER_BE_OR_HAVE : ['base'];
  return wanted.flatMap((one) => forms.find(({ form }) => form === one) ?? [])[0] ?? forms[0];
}

const AFTER_BE_OR_HAVE = ['participle', 'past', 'ing'];

/** Forms of verbs that are states after "be". */
const STATE_FORM = /^(?:gone|done|running|working|operating|missing|leaking|failing|standing|lost)$/;

/** What governs an infinitive: "tried to", "asked him to", "forced the Watch to". */
function governorOf(nodes: readonly Node[], to: number): string {
  for (let index = to - 1; index >= Math.max(0, to - 5); index--) {
    const node = nodes[index];
    if (!isWord(node)) break;
    const lemmas = node.entity ? [] : verbForms(node.word).map(({ lemma }) => lemma);
    const known = lemmas.find((lemma) => [IMPLICATIVE, ATTEMPTS, REPORTING].some((verbs) => verbs.has(lemma)));
    if (known !== undefined) return known;
  }
  return '';
}

/** Whether a verb makes a clause, and is no participle before a noun. */
export function isFinite(nodes: readonly Node[], group: Group, subject: Phrase, found: readonly Predicate[]): boolean {
  const { form, from, auxiliaries, infinitive } = group;
  if (auxiliaries.length > 0 || infinitive !== null) return true;
  const before = nodes[from - 1];
  const word = before?.word ?? '';
  const follows = found.length > 0 && /^(?:and|or|,|then|but)$/.test(word);
  const hasSubject = subject.entities.length > 0 || subject.noun !== '' || follows;
  // "the closed causeway", "of burnt oil"
  const isInside = before?.possessive === true || DETERMINERS.has(word) || (PREPOSITIONS.has(word) && word !== 'since');
  const isName = before !== undefined && before.entity !== null && !before.possessive;
  const rules: Readonly<Record<VerbForm['form'], boolean>> = {
    ing: false,
    base: isName || follows || /^(?:i|we|they|you|who|which|that)$/.test(word),
    third: !isInside && hasSubject,
    past: !isInside && (hasSubject || from === 0 || word === ',' || BOUNDARY.test(word)),
    participle: !isInside && (hasSubject || from === 0 || word === ',' || BOUNDARY.test(word)),
  };
  return rules[form.form];
}
