/** Nouns and titles of people, all lower case. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Nouns for one person; left out is what is something else as often: "head", "contact", "lead". */
export const PERSON_NOUNS: ReadonlySet<string> = setOf(`
  abbess abbot acolyte actor actress admiral agent anaesthetist analyst apprentice architect archivist artist
  assassin assistant auditor aunt author bailiff baker bandit banker bard baron baroness beggar bidder bishop
  blacksmith boatswain borrower boss bosun boy brewer broker brother builder bully buyer captain caretaker carter
  castellan chair chairman chairwoman chamberlain chieftain child citizen cleric clerk client clockmaker coach
  colleague colonel commander composer conductor consultant controller cook coordinator corporal count countess
  cousin crier customer daughter dealer deckhand deputy designer developer director dispatcher diver doctor driver
  druid duchess duke earl electrician emperor employee empress engineer exile explorer farmer father fisher fisherman
  fitter foreman founder gardener girl glazier goalkeeper governor grandfather grandmother guard guest guide gunner
  headmaster headmistress healer heir heiress herald hermit host hostess hunter husband informant innkeeper inspector
  intern inventor jarl joiner judge keeper king knight lady landlady landlord lawyer leader lender librarian
  lieutenant lineman lodger lord mage magistrate maid man manager margrave margravine marshal mason master mate
  matron mayor mechanic member merchant miller minstrel mistress moneylender monk mother nephew niece nun nurse
  officer operator oracle owner painter paladin parent patient peddler person pharmacist physician pilot pirate
  planner player plumber poet porter postman potter predecessor president priest priestess prince princess prisoner
  professor pupil purser quartermaster queen radiographer ranger reeve registrar resident rider rigger roofer ruler
  sailor saint scholar scout scribe sculptor seamstress secretary seller seneschal ser sergeant servant shaman
  shepherd shepherdess signaller singer sire sister smith smuggler soldier son sorcerer sponsor spy squire
  stakeholder steward student successor superintendent supervisor surgeon surveyor tailor teacher technician tenant
  thane therapist thief tinker toymaker trader trainee traveller treasurer uncle valet vendor visitor volunteer
  warden warlock watchman weaver welder widow widower wife witch witness wizard woman worker writer`);

/** Before a name; some are nouns as well. */
export const TITLES: ReadonlySet<string> = setOf(`
  abbot admiral baron baroness bishop brother captain chief colonel commander count countess dame dr duchess duke
  earl father general judge keeper king lady lieutenant lord major master mayor minister miss mistress mother mr mrs
  ms president prince princess prof professor queen saint sergeant sir sister st warden`);

/** Who leads a body, a place or a vessel. */
const LEADERS = setOf(`
  abbess abbot admiral baron baroness boss captain chair chairman chairperson chairwoman chief commander coordinator
  count countess dean director duchess duke emperor empress foreman foreperson forewoman general governor head
  headmaster jarl king lady lead leader lord manager margrave margravine marshal master matron mayor minister
  mistress president prince princess principal queen reeve ruler superintendent supervisor thane warden`);

/** Whether a role is that of a leader, by its last word: "mayor", "guildmaster". */
export function isLeaderNoun(noun: string): boolean {
  return LEADERS.has(noun) || /^(?:guild|head|ward|station|harbour|quarter)master$/.test(noun);
}

export type Gender = 'female' | 'male';

const FEMALE = setOf(`
  abbess actress aunt baroness chairwoman countess dame daughter duchess empress girl grandmother headmistress
  heiress hostess lady landlady maid matron miss mistress mother mrs ms niece nun priestess princess queen seamstress
  shepherdess sister widow wife witch woman she her hers`);
const MALE = setOf(`
  abbot baron boy brother chairman count duke earl emperor father fisherman foreman grandfather headmaster husband
  king landlord lord man monk mr nephew postman priest prince sir son uncle watchman widower wizard he him his`);

/** What a title, a noun of kinship or a pronoun says; null where it says nothing. */
export function genderOf(word: string): Gender | null {
  if (FEMALE.has(word)) return 'female';
  return MALE.has(word) ? 'male' : null;
}
