import { broaderConcepts, conceptsOf, singularOf } from './concepts.js';

/** The types where a domain declares none: the general kinds of things. */
export const PLAIN_ENTITY_TYPES: readonly string[] = ['person', 'place', 'organisation', 'item', 'event'];

const EXACT = 3;
const SAME_KIND = 2;
const BROADER_KIND = 1;
const GENERAL = /^(?:place|location|site|area|region|zone)$/;
const SAME_FAMILY = 0.8;
/** Kinds that are likely taken for one another where a schema has few of them. */
const FAMILIES: readonly (readonly string[])[] = [
  ['place', 'settlement', 'route', 'building', 'room'],
  ['machine', 'vehicle', 'item'],
  ['event', 'project'],
];

/** Types with a weight for each. */
export type TypeVotes = Readonly<Record<string, number>>;

/** Reads which of a schema's types a noun of plain English means. Without types the general kinds are the types. */
export class TypeReader {
  private readonly cache = new Map<string, TypeVotes>();
  private readonly types: readonly {
    readonly type: string;
    readonly noun: string;
    readonly concepts: readonly string[];
  }[];

  constructor(entityTypes: readonly string[]) {
    const types = entityTypes.length > 0 ? entityTypes : PLAIN_ENTITY_TYPES;
    this.types = types.map((type) => {
      const noun = headOf(type);
      return { type, noun, concepts: conceptsOf(noun) };
    });
  }

  /** The types that a noun speaks for; empty for a noun that is not known. */
  votesFor(noun: string): TypeVotes {
    const singular = singularOf(noun.toLowerCase());
    const cached = this.cache.get(singular);
    if (cached) return cached;
    const votes = this.read(singular);
    if (this.cache.size < 10_000) this.cache.set(singular, votes);
    return votes;
  }

  /** The schema's type for people; undefined if it has none. */
  get person(): string | undefined {
    return this.ofConcept('person');
  }

  /** The schema's type for bodies of people; undefined if it has none. */
  get organisation(): string | undefined {
    return this.ofConcept('organisation') ?? this.ofConcept('team');
  }

  /** The schema's type for places in general: the broadest that it has. */
  get place(): string | undefined {
    const general = this.types.find(({ noun }) => GENERAL.test(noun))?.type;
    return general ?? this.ofConcept('settlement') ?? this.ofConcept('place') ?? this.ofConcept('building');
  }

  ofConcept(concept: string): string | undefined {
    return this.types.find(({ concepts }) => concepts[0] === concept)?.type;
  }

  /** Whether plain English does not tell of which kind a type is. */
  isUnknown(type: string): boolean {
    return this.types.find((one) => one.type === type)?.concepts.length === 0;
  }

  /** Whether things of a type are places, as its words tell. */
  isOfConcept(type: string | null, concept: string): boolean {
    if (type === null) return false;
    const own = this.types.find((one) => one.type === type)?.concepts ?? conceptsOf(headOf(type));
    return own.some((one) => one === concept || broaderConcepts(one).includes(concept));
  }

  private read(noun: string): TypeVotes {
    const exact = this.types.filter((type) => type.noun === noun);
    if (exact.length > 0) return voteAll(exact, EXACT);
    const concepts = conceptsOf(noun);
    for (const concept of concepts) {
      const same = this.types.filter((type) => type.concepts[0] === concept);
      // A yard is a place, but hardly a pier.
      const isBroad = concept !== 'place' || same.some((type) => GENERAL.test(type.noun));
      if (same.length > 0) return voteAll(same, isBroad ? SAME_KIND : BROADER_KIND);
    }
    for (const concept of concepts.flatMap(broaderConcepts)) {
      const same = this.types.filter((type) => type.concepts[0] === concept);
      if (same.length > 0) return voteAll(same, concepts[0] === 'settlement' ? SAME_KIND : BROADER_KIND);
    }
    // A museum without a type for places is a body.
    const body = concepts.includes('building') ? this.types.filter((type) => type.concepts[0] === 'organisation') : [];
    if (body.length > 0) return voteAll(body, BROADER_KIND);
    const loose = this.types.filter((type) => type.concepts.some((concept) => concepts.includes(concept)));
    if (loose.length > 0) return voteAll(loose, BROADER_KIND);
    // Without a type for places a halt may be a station, without one for things a drum a device.
    const family = FAMILIES.filter((kinds) => kinds.includes(concepts[0] ?? '')).flat();
    return voteAll(
      this.types.filter((type) => family.includes(type.concepts[0] ?? '')),
      SAME_FAMILY,
    );
  }
}

/** Several types that fit alike share the weight. */
function voteAll(types: readonly { readonly type: string }[], weight: number): TypeVotes {
  return Object.fromEntries(types.map(({ type }) => [type, weight / Math.sqrt(types.length)]));
}

/** The head of a type's name: "control_room" → "room". */
function headOf(type: string): string {
  return singularOf(
    type
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part !== '')
      .at(-1) ?? '',
  );
}
