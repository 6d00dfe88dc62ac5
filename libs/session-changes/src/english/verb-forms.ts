/** A form of a verb, as far as English spells it. */
export interface VerbForm {
  readonly lemma: string;
  /** `past` and `participle` are one form of regular verbs: then it is `past`. */
  readonly form: 'base' | 'third' | 'past' | 'participle' | 'ing';
}

/** lemma past participle; without a participle it is the past. */
const IRREGULAR = `be was been,have had,do did done,go went gone,become became become,get got,come came come,run ran run,fall fell fallen,
  give gave given,take took taken,steal stole stolen,break broke broken,burn burnt,sink sank sunk,slay slew slain,leave left,lose lost,
  find found,flee fled,shut shut,cut cut,put put,set set,hold held,keep kept,sell sold,buy bought,bring brought,lend lent,send sent,
  tear tore torn,blow blew blown,hang hung,freeze froze frozen,wake woke woken,rise rose risen,choose chose chosen,withdraw withdrew withdrawn,
  write wrote written,drive drove driven,throw threw thrown,overthrow overthrew overthrown,overrun overran overrun,swear swore sworn,
  lead led,make made,say said,tell told,think thought,hear heard,know knew known,see saw seen,feel felt,lie lay lain,lay laid,
  stand stood,shoot shot,strike struck,win won,pay paid,rebuild rebuilt,build built,meet met,begin began begun,swallow swallowed,
  eat ate eaten,drink drank drunk,understand understood,hide hid hidden,sweep swept,weld welded,light lit,relight relit,feed fed,
  catch caught,teach taught,bind bound,fight fought,forbid forbade forbidden,undo undid undone,ride rode ridden,fly flew flown,
  sleep slept,spend spent,quit quit,rid rid,split split,burst burst,seek sought,beat beat beaten,bend bent,tread trod trodden,sing sang sung,
  ring rang rung,show showed shown,grow grew grown,draw drew drawn,mean meant,withstand withstood,wear wore worn,let let,hit hit,
  reset reset,offset offset,undergo underwent undergone,retake retook retaken,mistake mistook mistaken,overtake overtook overtaken,
  undertake undertook undertaken,foresee foresaw foreseen,forgive forgave forgiven,forget forgot forgotten,cease ceased,vow vowed`;

const FORMS = new Map<string, VerbForm[]>();

const PARTICIPLES = new Map<string, string>();

export const add = (word: string, form: VerbForm): void => {
  const known = FORMS.get(word);
  if (known) known.push(form);
  else FORMS.set(word, [form]);
};

for (const line of IRREGULAR.split(',')) {
  const [lemma = '', past = '', participle = past] = line.trim().split(/\s+/);
  PARTICIPLES.set(lemma, participle);
  // "shut", "cut": what is told is in the past.
  if (past === lemma) add(past, { lemma, form: 'past' });
  add(lemma, { lemma, form: 'base' });
  if (past !== lemma) add(past, { lemma, form: 'past' });
  if (participle !== past && participle !== lemma) add(participle, { lemma, form: 'participle' });
}

for (const [word, lemma] of [
  ['are', 'be'],
  ['is', 'be'],
  ['am', 'be'],
  ['were', 'be'],
  ['has', 'have'],
  ['does', 'do'],
  ['goes', 'go'],
] as const)
  add(word, { lemma, form: word === 'were' ? 'past' : 'third' });

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
    return word === 'dying'
      ? [{ lemma: 'die', form: 'ing' }]
      : stemsOf(word.slice(0, -3)).map((lemma) => ({ lemma, form: 'ing' }));
  const base: VerbForm = { lemma: word, form: 'base' };
  if (word.endsWith('ies'))
    return [{ lemma: word === 'dies' || word === 'lies' ? word.slice(0, -1) : `${word.slice(0, -3)}y`, form: 'third' }];
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
