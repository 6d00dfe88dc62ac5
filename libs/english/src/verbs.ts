const wordsOf = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Lemma, past, participle; without a participle it is the past. */
export const IRREGULAR: readonly (readonly string[])[] = `
  bear bore born,beat beat beaten,become became become,begin began begun,bend bent,bind bound,bite bit bitten,
  blow blew blown,break broke broken,bring brought,build built,burn burnt,burst burst,buy bought,catch caught,
  choose chose chosen,come came come,cost cost,cut cut,dig dug,draw drew drawn,drink drank drunk,drive drove driven,
  eat ate eaten,fall fell fallen,feed fed,feel felt,fight fought,find found,flee fled,fly flew flown,
  forbid forbade forbidden,foresee foresaw foreseen,forget forgot forgotten,forgive forgave forgiven,
  freeze froze frozen,get got,give gave given,go went gone,grow grew grown,hang hung,hear heard,hide hid hidden,
  hit hit,hold held,keep kept,know knew known,lead led,leave left,lend lent,let let,lie lay lain,lay laid,light lit,
  lose lost,make made,mean meant,meet met,mistake mistook mistaken,offset offset,overrun overran overrun,
  overtake overtook overtaken,overthrow overthrew overthrown,pay paid,put put,quit quit,read read,rebuild rebuilt,
  relight relit,reset reset,retake retook retaken,rid rid,ride rode ridden,ring rang rung,rise rose risen,run ran run,
  say said,see saw seen,seek sought,sell sold,send sent,set set,shine shone,shoot shot,show showed shown,shut shut,
  sing sang sung,sink sank sunk,sit sat,slay slew slain,sleep slept,speak spoke spoken,spend spent,split split,
  stand stood,steal stole stolen,strike struck,swear swore sworn,sweep swept,swim swam swum,take took taken,
  teach taught,tear tore torn,tell told,think thought,throw threw thrown,tread trod trodden,
  undergo underwent undergone,understand understood,undertake undertook undertaken,undo undid undone,wake woke woken,
  wear wore worn,win won,wind wound,withdraw withdrew withdrawn,withstand withstood,write wrote written`
  .split(',')
  .map(wordsOf);

/** Spelt like the verb, and the past all the same: "the bell cost 9 crowns". */
const PAST_AS_BASE = new Set(['cost', 'read']);
/** Mostly something else: "a wound", "bound to". */
export const NO_IRREGULAR_PAST = new Set(['wound', 'bound']);
const PASTS: ReadonlySet<string> = new Set(
  IRREGULAR.flatMap(([lemma = '', past = '']) =>
    NO_IRREGULAR_PAST.has(past) || (past === lemma && !PAST_AS_BASE.has(lemma)) ? [] : [past],
  ),
);
/** Of irregular verbs, from the past participle to the verb: "kept" to "keep". */
export const VERBS_OF_PARTICIPLES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.map(([lemma = '', past = '', participle = past]) => [participle, lemma]),
);

/** Verbs that people use most; some are nouns as often. */
const VERBS: ReadonlySet<string> = new Set(
  wordsOf(`
    accept add allow appear apply appoint arrive ask become begin belong bite bring build burn buy call carry cast
    change charge choose climb close come contain cook cost count cover create cross cut date deal decide delete
    destroy die differ do draw drink earn eat employ end enter exist expire face fall fear feed feel find fit flow fly
    follow forbid forge form freeze gain get give go govern grow guard hang happen hate have hear help hold hunt
    include join keep kill know last lead learn leave lend let lie live look lose love make manage mean measure meet
    move need obey occur offer open own pay play prefer prevent produce protect provide pull put raise reach read
    receive refuse reign remain remember remove repair replace require reset run sail say see seem sell send serve set
    shine show sing sink sit sleep speak spend stand start stay step stop succeed suffer support swim take taste teach
    tell think throw trade travel treat trust use wait walk want wear weigh win work write yield`),
);

/** End in -ed and are no verbs. */
const NO_PAST = new Set(wordsOf('hundred speed breed greed indeed sacred naked wicked kindred steed'));

/** Whether a word ends like a regular past or participle: "painted"; of adjectives and participles, too. */
export function isRegularPast(word: string): boolean {
  return /^\p{Ll}{3,}ed$/u.test(word) && !NO_PAST.has(word);
}

export function isIrregularPast(word: string): boolean {
  return PASTS.has(word);
}

/** Whether a word may be a verb that people use most: "keep", "keeps", "kept", "calls". */
export function isVerb(word: string): boolean {
  return VERBS.has(word) || VERBS.has(baseOfThird(word)) || PASTS.has(word) || VERBS_OF_PARTICIPLES.has(word);
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
