import * as english from '@arbiter/english';

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** General kinds of things. A broader kind stands in where a schema does not have the narrower one. */
interface Concept {
  readonly broader: readonly string[];
  /** Nouns of plain English that name things of this kind, singular. */
  readonly nouns: readonly string[];
}

const CONCEPTS: Readonly<Record<string, Concept>> = {
  place: {
    broader: [],
    nouns: words(`place location site area region zone country kingdom province
      barrow march hollow vale reach hold island isle hill hills mountain cove bay cape point rock cliff marsh fen swamp forest wood valley river stream lake sea
      sound channel reservoir dam estuary gate coast shore beach harbour port quarter district halt junction berth pier quay jetty wharf dock slipway slip marina lock weir anchorage headland
      peninsula glacier plateau canyon gorge ridge summit meadow orchard vineyard reef lagoon oasis square market field moor yard park garden quarry mine
      bar stair stairs steps spring pass cave desert plain`),
  },
  settlement: {
    broader: ['place'],
    nouns: words(`settlement city town village hamlet parish borough municipality suburb`),
  },
  route: {
    broader: ['place'],
    nouns:
      words(`route road street lane causeway bridge path avenue highway canal pipeline tunnel crossing viaduct siding line branch
      railway track`),
  },
  building: {
    broader: ['place'],
    nouns:
      words(`building structure house hall tower inn tavern hostel hotel pub temple church chapel abbey shrine castle
      keep fort fortress palace library lodge residence block wing annexe annex store warehouse gatehouse lighthouse light lantern
      barracks rest shed depot station school mill barn court museum workshop factory plant works prison terminal hangar shop cottage cabin villa mansion hut bunker silo greenhouse stable boathouse arena stadium playhouse cinema gallery`),
  },
  department: {
    broader: ['organisation', 'room', 'place'],
    nouns: words(`department division section office clinic pharmacy laboratory suite desk bureau services
      engineering maintenance unit workshop school`),
  },
  room: {
    broader: ['building', 'place'],
    nouns:
      words(`room ward theatre suite cell cellar bay office chamber kitchen stall booth parlour laboratory lab gallery
      vault basement platform unit`),
  },
  organisation: {
    broader: [],
    nouns:
      words(`organisation organization faction company group guild firm contractor supplier institution agency union
      board council committee order league trust society association club brotherhood sisterhood tribe clan folk family
      dynasty army legion militia police bench court ministry authority corporation bank hospital infirmary university college
      charity institute customer client competitor zoo ltd inc cult church coalition alliance regiment partnership business manufacturer vendor provider maker
      services logistics systems industries software analytics holdings partners solutions technologies media energy
      foods motors airlines railways chemicals foundation consulting brewery bakery press electrical optics telecom networks
      builders engineers textiles plastics`),
  },
  team: {
    broader: ['organisation'],
    nouns: words(`team watch crew squad party brigade shift gang band unit patrol platoon desk`),
  },
  vehicle: {
    broader: ['item'],
    nouns:
      words(`vehicle ship vessel boat cog cutter barque barge yacht lugger coaster packet tender brig schooner ferry tug
      trawler galley frigate skiff hulk train locomotive engine railcar tram bus truck lorry van wagon carriage car cart aircraft
      airship plane helicopter tanker`),
  },
  machine: {
    broader: ['item'],
    nouns:
      words(`device machine equipment asset instrument component system scanner pump valve compressor boiler turbine
      generator analyser analyzer washer robot monitor crane conveyor reactor furnace kiln tank exchanger filter fan motor
      switch transformer sensor lift elevator computer server printer press lathe drill ventilator chiller cooler heater mixer
      software application app wiki editor gateway portal database cluster website service blower burner splitter stack flare manifold hopper reboiler condenser evaporator press separator centrifuge column silo vent detector gauge controller`),
  },
  item: {
    broader: [],
    nouns: words(`item object artifact artefact relic weapon sword blade axe bow dagger shield armour ring bell lens
      chart map book ledger diary letter key crown amulet potion cordial remedy medicine drug syrup elixir glass gem jewel stone
      mirror seal staff wand banner flag statue mask horn product material substance chemical tool clapper copy root herb plant
      coin table bed chair`),
  },
  document: {
    broader: ['item'],
    nouns: words(`document law code statute act accord treaty ordinance charter decree edict policy permit procedure
      agreement licence license contract regulation rule rules standard manual register list report notice order certificate`),
  },
  event: {
    broader: [],
    nouns: words(`event incident accident outage war battle siege raid fair festival feast holiday flood fire drowning
      loss wreck meeting shutdown explosion strike storm rebellion uprising revolt massacre election wedding funeral
      ceremony ritual tournament inspection audit release failure kindling`),
  },
  deity: { broader: ['person'], nouns: words('deity god goddess demigod spirit saint demon angel patron') },
  creature: {
    broader: ['person'],
    nouns: words(
      'creature monster beast dragon animal wolf horse dog bird ghost giant troll goblin orc elf dwarf ogre kobold wyrm wyvern griffin hound spider serpent vampire imp',
    ),
  },
  project: { broader: ['event'], nouns: words('project programme program scheme campaign initiative') },
  person: {
    broader: [],
    nouns: [
      ...english.PERSON_NOUNS,
      ...words('people character npc human individual lead contact head chief general holder'),
    ],
  },
};

/** Endings of nouns that name people by their work. */
const ROLE_ENDING = /(?:master|mistress|keeper|warden|monger|wright|smith|man|woman|ist|ician|judge|mother|father)$/;

const CONCEPTS_OF_NOUN = new Map<string, string[]>();
for (const [concept, { nouns }] of Object.entries(CONCEPTS))
  for (const noun of nouns) CONCEPTS_OF_NOUN.set(noun, [...(CONCEPTS_OF_NOUN.get(noun) ?? []), concept]);

/** "wards" → "ward", "people" → "person", "companies" → "company". */
export function singularOf(noun: string): string {
  if (noun === 'staff') return 'person';
  return CONCEPTS_OF_NOUN.has(noun) && noun !== 'people' ? noun : english.singularOf(noun);
}

/** The kinds that a noun names, the likeliest first; empty for a noun that is not known. */
export function conceptsOf(noun: string): readonly string[] {
  const singular = singularOf(noun.toLowerCase());
  const known = CONCEPTS_OF_NOUN.get(singular);
  if (known) return known;
  return ROLE_ENDING.test(singular) && singular.length > 5 ? ['person'] : [];
}

export function isPersonNoun(noun: string): boolean {
  return conceptsOf(noun)[0] === 'person';
}

/** The kinds that may stand in for a kind. */
export function broaderConcepts(concept: string): readonly string[] {
  return CONCEPTS[concept]?.broader ?? [];
}
