import { IRREGULAR, NO_IRREGULAR_PAST } from './verbs.js';

/** A form of a verb, as far as English spells it. */
export interface VerbForm {
  readonly lemma: string;
  /** `past` and `participle` are one form of regular verbs: then it is `past`. */
  readonly form: 'base' | 'third' | 'past' | 'participle' | 'ing';
}

const AUXILIARY = [
  ['be', 'was', 'been'],
  ['have', 'had'],
  ['do', 'did', 'done'],
];

const FORMS = new Map<string, VerbForm[]>();

const PARTICIPLES = new Map<string, string>();

const add = (word: string, form: VerbForm): void => {
  const known = FORMS.get(word);
  if (known) known.push(form);
  else FORMS.set(word, [form]);
};

for (const [lemma = '', past = '', participle = past] of [...AUXILIARY, ...IRREGULAR]) {
  PARTICIPLES.set(lemma, participle);
  if (NO_IRREGULAR_PAST.has(past)) continue;
  // "shut", "cut": what is told is in the past.
  if (past === lemma) add(past, { lemma, form: 'past' });
  add(lemma, { lemma, form: 'base' });
  if (past !== lemma) add(past, { lemma, form: 'past' });
  if (participle !== past && participle !== lemma) add(participle, { lemma, form: 'participle' });
}

const OTHER_FORMS: readonly (readonly [word: string, lemma: string, form: VerbForm['form']])[] = [
  ['are', 'be', 'third'],
  ['is', 'be', 'third'],
  ['am', 'be', 'third'],
  ['were', 'be', 'past'],
  ['has', 'have', 'third'],
  ['does', 'do', 'third'],
  ['goes', 'go', 'third'],
  ['dies', 'die', 'third'],
  ['lies', 'lie', 'third'],
  ['dying', 'die', 'ing'],
  ['lying', 'lie', 'ing'],
];
for (const [word, lemma, form] of OTHER_FORMS) add(word, { lemma, form });

const VOWEL_CONSONANT = /^[^aeiou]*(?:qu)?[aeiou][bdgklmnprtz]$/;

/** Verbs of more than one syllable whose last letter doubles. */
const DOUBLING = /(?:mit|fer|cur|pel|bel|quip|gin|get|cel|rol|trol|vel|sel|nel|duc|nap)$/;

/** What a word may be as a verb; the likeliest first. Guesses any regular form: callers know their verbs by the lemma. */
export function verbForms(word: string): readonly VerbForm[] {
  const known = FORMS.get(word);
  if (known) return known;
  if (word.length < 4 || !/^[a-z-]+$/.test(word)) return [{ lemma: word, form: 'base' }];
  if (/^[a-z]ied$/.test(word)) return [{ lemma: word.slice(0, -1), form: 'past' }];
  if (word.endsWith('ied')) return [{ lemma: `${word.slice(0, -3)}y`, form: 'past' }];
  if (word.endsWith('ed')) return stemsOf(word.slice(0, -2)).map((lemma) => ({ lemma, form: 'past' }));
  if (word.endsWith('ing') && word.length > 5)
    return stemsOf(word.slice(0, -3)).map((lemma) => ({ lemma, form: 'ing' }));
  const base: VerbForm = { lemma: word, form: 'base' };
  if (word.endsWith('ies')) return [{ lemma: `${word.slice(0, -3)}y`, form: 'third' }];
  if (/(?:sh|ch|ss|x|zz|o)es$/.test(word)) return [{ lemma: word.slice(0, -2), form: 'third' }];
  if (word.endsWith('s') && !word.endsWith('ss')) return [{ lemma: word.slice(0, -1), form: 'third' }, base];
  return [base];
}

/** Stems of verbs that end in a silent e, more often than not: "clos", "isolat", "retir". */
const SILENT_E =
  /(?:[^s]s|[cuvz]|[lrnd]g|ag|[^aeiou](?:at|et|ot|ut)|[iuo]r|[^aeo]ir|[iou]d|[^oe]ad|[^ao]in|[^eo]ap|ip|[^aou]il|ul|[^o]ok|[^aeiou]l)$/;

/** "tripp" → trip, tripp; "clos" → close, clos; "open" → open, opene. */
function stemsOf(stem: string): string[] {
  const last = stem.at(-1) ?? '';
  const single = stem.at(-2) === last && !/[aeioulsfz]$/.test(stem) ? [stem.slice(0, -1)] : [];
  const variants = SILENT_E.test(stem) ? [`${stem}e`, stem] : [stem, `${stem}e`];
  return [...single, ...variants, ...(stem.endsWith('ll') ? [stem.slice(0, -1)] : [])];
}

/** The past participle of a verb. */
export function participleOf(lemma: string): string {
  const irregular = PARTICIPLES.get(lemma);
  if (irregular !== undefined) return irregular;
  if (lemma.endsWith('e')) return `${lemma}d`;
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ied`;
  if (VOWEL_CONSONANT.test(lemma) || DOUBLING.test(lemma)) return `${lemma}${lemma.at(-1) ?? ''}ed`;
  return `${lemma}ed`;
}
