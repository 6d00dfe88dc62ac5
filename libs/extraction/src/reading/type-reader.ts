import { broaderConcepts, conceptsOf, singularOf } from './concepts.js';

const EXACT = 3;
const SAME_KIND = 2;
const BROADER_KIND = 1;

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
    const types = entityTypes.length > 0 ? entityTypes : ['person', 'place', 'organisation', 'item', 'event'];
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

  ofConcept(concept: string): string | undefined {
    return this.types.find(({ concepts }) => concepts[0] === concept)?.type;
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
      if (same.length > 0) return voteAll(same, SAME_KIND);
    }
    for (const concept of concepts.flatMap(broaderConcepts)) {
      const same = this.types.filter((type) => type.concepts[0] === concept);
      if (same.length > 0) return voteAll(same, BROADER_KIND);
    }
    const loose = this.types.filter((type) => type.concepts.some((concept) => concepts.includes(concept)));
    return voteAll(loose, BROADER_KIND);
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
