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
  accept add allow appoint apply arrive ask become begin belong bite bring build buy call carry cast change charge choose climb close
  come contain cook cost count cover cut date deal decide delete die differ do draw drink earn eat end expire fall feel find
  fit fly forge follow forbid freeze get give go grow happen have hear help hold include keep know last learn leave let lie
  live look lose make manage mean measure meet move need offer open own pay play produce protect provide pull put reach read
  receive reign refuse remove repair replace require reset run say see sell send serve set show sing sit sleep speak stand start stay step stop succeed suffer support
  swim take taste teach tell think trade travel use wait walk want wear weigh win work write`);
const PAST_VERBS = setOf(`
  became beat bore born bought broke brought built called came caught chose did drew fell fought found gave got grew
  held kept knew laid led left lost made meant met named paid put ran rose said sang sank sat saw sold spent spoke stood
  sued swam taught thought told took went won wore wrote`);
/** Nouns that name an attribute: a question about "the height of the tower" is about the tower. */
export const ATTRIBUTES = setOf(`
  age area author branch builder capacity capital captain cause chief colour color cost date depth diameter director
  distance duration fee founder function head height history hours keeper king leader length location mayor meaning
  motto name nickname number origin owner patron period population president price purpose queen reason role ruler
  salary shape size speed temperature time title use value volume warranty wavelength weight width year`);
/** Nouns for one person: what "he" and "she" may point to although it is no name. */
const PERSON_NOUNS = setOf(`
  abbess abbot actor actress acolyte apprentice bidder borrower buyer child citizen deckhand lender member mate parent player resident rider sailor seller traveller
   architect artist author bailiff baker blacksmith boss boy builder captain caretaker
  chairman chairwoman clerk clockmaker coach colonel commander composer conductor cook crier customer daughter deputy
  director diver doctor driver employee engineer explorer farmer father fisherman foreman founder gardener girl goalkeeper
  governor guard guest guide headmaster headmistress heir heiress hermit host hostess hunter husband innkeeper inspector
  inventor judge keeper king knight landlady landlord lady leader librarian lord maid man manager master mason mayor
  merchant miller mistress monk mother nephew niece nun nurse officer owner painter patient pilot poet postman potter
  president priest priestess prince princess prisoner professor pupil queen ranger saint scholar scout sculptor secretary
  seamstress servant shepherd shepherdess singer sister smith soldier son squire steward student successor predecessor tailor teacher tenant toymaker
  visitor warden watchman weaver widow widower wife witch wizard woman worker writer`);
const FEMALE = setOf(`
  mrs ms miss dame lady queen princess duchess countess baroness seamstress shepherdess sister mother abbess mistress actress chairwoman daughter
  girl headmistress heiress hostess landlady maid niece nun priestess widow wife witch woman she her hers`);
const MALE = setOf(`
  mr sir lord king prince earl duke count baron father abbot brother boy chairman fisherman foreman headmaster husband
  landlord man monk nephew postman priest son watchman widower wizard he him his`);
/** Attributes that are people: "who is", not "what is". */
export const KIN = setOf(`
  predecessor successor wife husband brother sister father mother son daughter teacher pupil apprentice boss deputy
  partner friend rival killer murderer captain owner founder author builder mayor president director leader`);
const GROUPS = setOf(`
  agency army band bank board brigade choir church club committee company council crew department family firm fleet guild guard house league ministry
  navy order orchestra party philharmonic regiment society team tribe trust union watch university`);
const IRREGULAR_PLURALS = setOf('people children men women mice geese feet teeth police cattle');
const PLACE_HEADS = setOf(`
  alley avenue bay bridge castle chapel coast field fort garden gate harbour head hill house hut inn island isle lake
  market mill mount mountain park pass pier point port quarter quay refuge river road rock school square stair station
  street tavern temple tower town valley village wall well wood yard`);
/** Places that need no name to be "there". */
const ROOMS = setOf(`
  archive bank barn cafe cellar church clinic counter court depot desk hall hospital hotel kitchen library museum office pool
  room school shop store studio theatre workshop`);
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

/** "violinist", "ferryman", "bookkeeper". */
const PERSON_ENDING =
  /^(?!human|roman|norman|german|ottoman)\p{L}{3,40}(?:(?<=\p{L}{4})ist|man|woman|smith|keeper|maker|monger)$/u;

/** Whether a noun, or a title, stands for one person. */
export function isPersonNoun(word: string): boolean {
  return PERSON_NOUNS.has(word) || TITLES.has(word) || PERSON_ENDING.test(word);
}

/** Adjectives that people compare by. */
const COMPARED = setOf(`
  big bright cheap clean close cold cool dark dear deep dry early easy fair far fast fine friendly full great hard heavy
  high hot kind large late light long loud mild narrow near new old poor pretty quick quiet rare rich safe sharp short
  simple slow small soft steep strong sweet tall thick thin tough warm weak wet wide wild young`);

/** Whether a word compares: "cheaper", "heaviest", "better". */
export function isComparative(word: string): boolean {
  const base = /^(\p{Ll}+?)(?:e?r|e?st)$/u.exec(word)?.[1] ?? '';
  const forms = [base, `${base}e`, base.replace(/e$/, ''), base.replace(/ie?$/, 'y'), base.replace(/(.)\1e?$/, '$1')];
  return /^(?:better|best|worse|worst|further|furthest)$/.test(word) || forms.some((form) => COMPARED.has(form));
}

export type Gender = 'female' | 'male';

/** What a title, a noun of kinship or a pronoun says; null where it says nothing. */
export function genderOf(word: string): Gender | null {
  if (FEMALE.has(word)) return 'female';
  return MALE.has(word) ? 'male' : null;
}

export function isGroup(head: string): boolean {
  return GROUPS.has(head.toLowerCase());
}

/** Names of days and months. */
export const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/i;

/** Whether people go somewhere that is called so, without its having a name. */
export function isRoom(head: string): boolean {
  return ROOMS.has(head) || isPlaceHead(head);
}

export function isPlaceHead(head: string): boolean {
  return PLACE_HEADS.has(head.toLowerCase());
}
