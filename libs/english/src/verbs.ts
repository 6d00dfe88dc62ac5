import { AUXILIARIES, CONTRACTED_NOT } from './closed-classes.js';

const wordsOf = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Lemma, past, participle; without a participle it is the past. */
const IRREGULAR: readonly (readonly string[])[] = `
  bear bore born,beat beat beaten,become became become,begin began begun,bind bound,bite bit bitten,break broke broken,
  bring brought,build built,burn burnt,buy bought,catch caught,choose chose chosen,come came come,cost cost,cut cut,dig dug,
  draw drew drawn,drink drank drunk,drive drove driven,eat ate eaten,fall fell fallen,feed fed,feel felt,fight fought,
  find found,flee fled,fly flew flown,forbid forbade forbidden,forget forgot forgotten,freeze froze frozen,get got,
  give gave given,go went gone,grow grew grown,hang hung,hear heard,hide hid hidden,hold held,keep kept,know knew known,
  lay laid,lead led,leave left,lend lent,let let,lie lay lain,lose lost,make made,mean meant,meet met,pay paid,put put,
  read read,ride rode ridden,rise rose risen,run ran run,say said,see saw seen,sell sold,send sent,set set,shine shone,
  shoot shot,sing sang sung,sink sank sunk,sit sat,slay slew slain,sleep slept,speak spoke spoken,spend spent,stand stood,
  steal stole stolen,strike struck,swear swore sworn,swim swam swum,take took taken,teach taught,tear tore torn,tell told,
  think thought,throw threw thrown,wake woke woken,wear wore worn,win won,wind wound,write wrote written`
  .split(',')
  .map(wordsOf);

/** Spelt like the verb, and the past all the same: "the bell cost 9 crowns". */
const PAST_AS_BASE = new Set(['cost', 'read']);
/** Mostly something else: "a wound", "bound to". */
const NO_IRREGULAR_PAST = new Set(['wound', 'bound']);
const PASTS: ReadonlySet<string> = new Set(
  IRREGULAR.flatMap(([lemma = '', past = '']) =>
    NO_IRREGULAR_PAST.has(past) || (past === lemma && !PAST_AS_BASE.has(lemma)) ? [] : [past],
  ),
);
/** Of irregular verbs, from the past participle to the verb: "kept" to "keep". */
export const VERBS_OF_PARTICIPLES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.map(([lemma = '', past = '', participle = past]) => [participle, lemma]),
);

/** Verbs that people use most, of which the form in -s is no common plural. */
const VERBS: ReadonlySet<string> = new Set(
  wordsOf(`
    accept add allow appear appoint apply arrive ask become begin belong bite bring build burn buy carry choose close come
    contain cost cover create cross decide delete destroy die differ earn eat employ enter exist expire face fall fear feed
    find flow follow forbid forge form freeze gain get give go govern grow guard hang happen hate have hear hold hunt include
    join keep kill know lead learn leave lend let lie live lose love make mean meet need obey occur offer open own pay prefer
    prevent produce protect provide pull put raise reach read receive refuse remain remember remove repair replace require
    run sail say see seem sell send serve shine sing sink sit sleep speak spend stand start stay succeed suffer swim take
    taste teach tell think throw treat trust weigh win wear write yield`),
);
/** Verbs of which the form in -s may be a plural: "the calls", "it calls". */
const NOUN_VERBS: ReadonlySet<string> = new Set(
  wordsOf(`
    call cast change charge climb cook count cut date deal do draw drink end feel fit fly help last look manage measure move
    play reign reset set show step stop support trade travel use wait walk want work`),
);
const IS_CONTRACTED = new RegExp(`^${CONTRACTED_NOT}$`);
const THIRD: ReadonlySet<string> = new Set([...VERBS].map(thirdPersonOf));

/** End in -ed and are no verbs. */
const NO_PAST = new Set(wordsOf('hundred speed breed greed indeed sacred naked wicked kindred steed'));

/** `auxiliary`, `present` for a form in -s, `past`. */
export type FiniteForm = 'auxiliary' | 'present' | 'past';

/**
 * @param word in lower case
 * @returns the form of a word that is a finite verb almost wherever it stands, or ends like a regular past; null for all
 *   others, some of which are verbs too
 */
export function finiteFormOf(word: string): FiniteForm | null {
  if (AUXILIARIES.has(word) || IS_CONTRACTED.test(word)) return 'auxiliary';
  if (THIRD.has(word)) return 'present';
  return PASTS.has(word) || isRegularPast(word) ? 'past' : null;
}

/** Whether a word ends like a regular past or participle: "painted"; of adjectives and participles, too. */
export function isRegularPast(word: string): boolean {
  return /^\p{Ll}{3,}ed$/u.test(word) && !NO_PAST.has(word);
}

export function isIrregularPast(word: string): boolean {
  return PASTS.has(word);
}

/** Whether a word may be a verb that people use most: "keep", "keeps", "kept", "calls". */
export function isVerb(word: string): boolean {
  return (
    [word, baseOfThird(word)].some((base) => VERBS.has(base) || NOUN_VERBS.has(base)) ||
    PASTS.has(word) ||
    VERBS_OF_PARTICIPLES.has(word)
  );
}

/** "cost" is "costs", "carry" "carries", "catch" "catches". */
export function thirdPersonOf(verb: string): string {
  if (/(?:[sxz]|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** "costs" is "cost", "carries" "carry", "catches" "catch"; a word without -s stays. */
export function baseOfThird(verb: string): string {
  return verb.replace(/(?<=\p{L}{2})ies$/iu, 'y').replace(/(?<=(?:ss|sh|ch|x|[^o]o))es$|(?<=[^s])s$/i, '');
}

/** "fight" is "fighting", "move a boat" "moving a boat", "run" "running", "reset" "resetting". */
export function gerundOf(action: string): string {
  const [verb = '', ...others] = action.split(' ');
  const doubles = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) || verb.endsWith('set');
  const stem = /[^eoy]e$/.test(verb) ? verb.slice(0, -1) : verb + (doubles ? verb.slice(-1) : '');
  return [`${stem}ing`, ...others].join(' ');
}
