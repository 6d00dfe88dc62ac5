/** Closed classes of English, and of open ones the words that the rules of reference turn on. All lower case. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const DETERMINERS = setOf('the a an my your our his her its their this that these those');
export const BE = setOf('is are was were be been being am');
export const DO = setOf('do does did');
export const MODALS = setOf('can could may might must shall should will would have has had cannot');
export const AUXILIARIES: ReadonlySet<string> = new Set([...BE, ...DO, ...MODALS]);
export const PREPOSITIONS = setOf(`
  about above across after against along among around at before behind below beneath beside between beyond by during
  except for from in inside into near of off on onto outside over past per since through throughout till to toward
  towards under until up upon with within without like than as via`);
export const PRONOUNS = setOf(`
  i you we he she it they me us him them one someone somebody anyone anybody everyone everybody nobody something
  anything everything nothing mine yours ours theirs himself herself itself themselves myself yourself there here`);
export const WH_WORDS = setOf('what which who whom whose when where why how');
export const CONJUNCTIONS = setOf('and or but nor so if because although though while when whether');
const ADVERBS = setOf(`
  not also too now then still yet already ever never always often usually again else even only just really actually
  very much many more most less least few some any no each every both all other another same such own long soon later
  afterwards today today's please well`);
/** Verbs as they stand after "do", and how the rules tell them from nouns: those that questions have most. */
const BASE_VERBS = setOf(`
  accept allow appoint apply arrive ask become begin belong bite bring build buy call carry change charge choose climb close
  come contain cook cost count cover cut date deal decide delete die differ do draw drink earn eat end expire fall feel find
  fit fly follow forbid freeze get give go grow happen have hear help hold include keep know last learn leave let lie
  live look lose make mean measure meet move need offer open own pay play produce protect provide pull put reach read
  receive remove require reset run say see sell send serve set show sing sit sleep speak stand start stay step stop suffer support
  swim take taste teach tell think trade travel use wait walk want wear weigh win work write`);
const PAST_VERBS = setOf(`
  became beat bore born bought broke brought built called came caught chose did drew fell fought found gave got grew
  held kept knew laid led left lost made meant met named paid put ran rose said sang sank sat saw sold spent spoke stood
  sued swam taught thought told took went won wore wrote`);
/** Nouns that name a side of something: what is asked of "the height of the tower" is the tower. */
export const ATTRIBUTES = setOf(`
  age area author branch builder capacity capital captain cause chief colour color cost date depth diameter director
  distance duration fee founder function head height history hours keeper king leader length location mayor meaning
  motto name nickname number origin owner patron period population president price purpose queen reason role ruler
  salary shape size speed temperature time title use value volume warranty wavelength weight width year`);
/** Attributes that are people: "who is", not "what is". */
export const KIN = setOf(`
  predecessor successor wife husband brother sister father mother son daughter teacher pupil apprentice boss deputy
  partner friend rival killer murderer captain owner founder author builder mayor president director leader`);
const GROUPS = setOf(`
  army band board brigade choir church club committee company council crew family fleet guild guard house league
  navy order orchestra party philharmonic regiment society team tribe trust union watch university`);
const IRREGULAR_PLURALS = setOf('people children men women mice geese feet teeth police cattle');
const PLACE_HEADS = setOf(`
  alley avenue bay bridge castle chapel coast field fort garden gate harbour head hill house hut inn island isle lake
  market mill mount mountain park pass pier point port quarter quay refuge river road rock school square stair station
  street tavern temple tower town valley village wall well wood yard`);
export const TITLES = setOf(`
  mr mrs ms miss dr prof professor sir dame lord lady king queen prince princess earl duke duchess count countess baron
  baroness captain colonel general major sergeant lieutenant admiral commander brother sister father mother saint st
  judge mayor warden abbot bishop keeper master mistress chief president minister`);

export function isVerb(word: string): boolean {
  if (BASE_VERBS.has(word) || PAST_VERBS.has(word)) return true;
  const base = word.replace(/ies$/, 'y').replace(/(?:es|s)$/, '');
  return base !== word && (BASE_VERBS.has(base) || BASE_VERBS.has(`${base}e`));
}

/** Words that no noun phrase goes beyond. */
export function isFunctionWord(word: string): boolean {
  return [AUXILIARIES, PREPOSITIONS, PRONOUNS, WH_WORDS, CONJUNCTIONS, ADVERBS].some((words) => words.has(word));
}

/** Whether a noun, or a name ending in it, stands for several: "lamps", "the Lancers", "people". */
export function isPlural(head: string): boolean {
  const word = head.toLowerCase();
  return IRREGULAR_PLURALS.has(word) || (/[^sui]s$/.test(word) && word.length > 3);
}

export function isGroup(head: string): boolean {
  return GROUPS.has(head.toLowerCase());
}

export function isPlaceHead(head: string): boolean {
  return PLACE_HEADS.has(head.toLowerCase());
}
