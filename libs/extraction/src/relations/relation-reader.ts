import { isLeaderNoun } from '@arbiter/english';
import type { ExtractionSchema, RelatedThing, RelationType } from '../extraction.js';
import { headNounOf } from '../names/name-context.js';
import { conceptsOf, isPersonNoun, singularOf } from '../reading/concepts.js';
import type { TypeReader } from '../reading/type-reader.js';
import { ACTIVE, PARTICIPLES } from '../reading/verbs.js';
import {
  FIRST,
  KEEPERS,
  KIN,
  MAKERS,
  NAMED_ROLES,
  OWNERS,
  rootOf,
  relateTypes,
  SECOND,
  PLACING_VERBS,
  TYING_VERBS,
} from './relation-words.js';

/** A relation type with its direction: whether the first of two things is `from`. */
export interface Reading {
  readonly type: string;
  readonly forward: boolean;
}

/** A relation that the text tells, before the ends are ids. */
export interface Told {
  readonly first: RelatedThing;
  readonly second: RelatedThing;
  readonly reading: Reading;
  readonly start: number;
  readonly end: number;
  readonly isDoubtful?: boolean;
}

const SERVANTS = /^(?:steward|squire|servant|maid|butler|valet|cook|secretary|bodyguard|chamberlain|nurse|driver)$/;
/** Chooses relation types: those of the schema if it declares any, plain words otherwise. */
export class RelationReader {
  /** Types that the schema puts things in: the ends of `berthed_at`. */
  private readonly placeTypes: ReadonlySet<string>;

  constructor(
    private readonly schema: ExtractionSchema,
    private readonly types: TypeReader,
  ) {
    const hints = schema.relationTypes.filter(({ type }) => /_(?:in|at|on)$|^in_/.test(type)).map(({ to }) => to ?? '');
    const nouns = new Set(hints.flatMap(nounsOf));
    this.placeTypes = new Set(
      schema.entityTypes.filter((type) => nouns.has(singularOf(type.toLowerCase())) && types.isUnknown(type)),
    );
  }

  /** The relation of a person or thing that has a role to what it has it for: "warden of the market". */
  readRole(phrase: string, holder: RelatedThing, of: RelatedThing): Reading | null {
    const noun = headNounOf(phrase.toLowerCase());
    const word = singularOf(noun);
    const isSecond = SECOND.test(phrase);
    if (
      word === '' ||
      (!isPersonNoun(word) &&
        KIN.get(word) === undefined &&
        !NAMED_ROLES.has(word) &&
        this.bySchemaRoot(word) === undefined)
    )
      return null;
    if (isSecond && /\bdeputy\b/i.test(phrase)) return this.choose('deputy_of', true, holder, of);
    const declared = this.bySchemaRoot(word);
    if (declared) return this.directed(declared, holder, of, !/_(?:by|at|in|on|to)$/.test(declared.type));
    const kin = KIN.get(word);
    const isPerson = this.isPerson(of);
    if (kin !== undefined) return isPerson && this.isPerson(holder) ? this.choose(kin, true, holder, of) : null;
    const isLeader = isLeaderNoun(word) || FIRST.test(phrase);
    if (isLeader && !isSecond && word === noun)
      return isPerson || !this.isPerson(holder)
        ? null
        : this.choose(word === 'manager' ? 'managed_by' : 'led_by', false, holder, of);
    if (KEEPERS.has(word) || word.endsWith('keeper'))
      return isPerson ? null : this.choose('kept_by', false, holder, of);
    if (OWNERS.has(word) && !(this.isOrganisation(of) && phrase.trim().includes(' ')))
      return this.choose('owned_by', false, holder, of);
    if (MAKERS.has(word)) return this.choose('created_by', false, holder, of);
    if (word === 'founder') return this.choose('founded_by', false, holder, of);
    if (isPerson && this.isPerson(holder) && SERVANTS.test(word)) return this.choose('serves', true, holder, of);
    if (NAMED_ROLES.has(word)) return this.isPlace(holder) ? null : this.choose(`${word}_of`, true, holder, of);
    if (isPerson || !this.isPerson(holder) || !this.hasMembers(of)) return null;
    return this.choose(this.types.isOfConcept(of.type, 'organisation') ? 'member_of' : 'works_in', true, holder, of);
  }

  /** "is led by": the verb's participle with "by". */
  readPassive(participle: string, from: RelatedThing, to: RelatedThing): Reading | null {
    if (!PARTICIPLES.has(participle.toLowerCase()) && this.bySchemaRoot(participle) === undefined) return null;
    return this.choose(`${participle.toLowerCase()}_by`, true, from, to);
  }

  /** "leads": the verb in the third person, turned into the passive of the schema or of the family. */
  readActive(verb: string, from: RelatedThing, to: RelatedThing): Reading | null {
    const known = ACTIVE[verb.toLowerCase()];
    // People have enemies; bodies are hostile.
    const isHostile = known === 'enemy_of' && !(this.isPerson(from) && this.isPerson(to));
    const passive = isHostile ? 'hostile_to' : known;
    if (passive !== undefined) return this.choose(passive, passive.endsWith('_by') ? false : true, from, to);
    const declared = this.schema.relationTypes.find(({ type }) => rootOf(type.split('_')[0] ?? '') === rootOf(verb));
    return declared ? this.directed(declared, from, to, !declared.type.endsWith('_by')) : null;
  }

  readPlace(from: RelatedThing, to: RelatedThing): Reading | null {
    if (!this.isPlace(to)) return null;
    return this.choose(this.isPerson(from) ? 'lives_in' : 'located_in', true, from, to);
  }

  /** A thing that stands in a place or belongs to a unit. */
  readPart(from: RelatedThing, to: RelatedThing): Reading | null {
    return (
      this.readPlace(from, to) ??
      (this.types.isOfConcept(to.type, 'team') ? this.choose('part_of', true, from, to) : null)
    );
  }

  readPlain(type: string, from: RelatedThing, to: RelatedThing): Reading | null {
    return this.choose(type, true, from, to);
  }

  /** Of a body or a project: a person who is one of its people. */
  readMember(person: RelatedThing, of: RelatedThing): Reading | null {
    if (!this.isPerson(person) || this.isPerson(of)) return null;
    if (this.isOrganisation(of)) return this.choose('member_of', true, person, of);
    if (this.types.isOfConcept(of.type, 'project')) return this.choose('works_on', true, person, of);
    return this.hasMembers(of) ? this.choose('works_in', true, person, of) : null;
  }

  /** Whether a noun may name the entity's type. */
  isKindOf({ type }: RelatedThing, noun: string): boolean {
    return type !== null && this.types.votesFor(noun)[type] !== undefined;
  }

  /** Whether something is a paper or an event, which are about other things; null for what is neither. */
  kindOf({ type }: RelatedThing): 'document' | 'event' | null {
    if (this.types.isOfConcept(type, 'document')) return 'document';
    return this.types.isOfConcept(type, 'event') ? 'event' : null;
  }

  /** Whether something may stand in a place as a part of it: a machine, a vessel, a tool. */
  isFixture({ type }: RelatedThing): boolean {
    return this.types.isOfConcept(type, 'item') && this.kindOf({ type } as RelatedThing) === null;
  }

  isPerson({ type }: RelatedThing): boolean {
    return type !== null && type === this.types.person;
  }

  /** A place, or a body that has a house of its own. */
  isPlace({ type }: RelatedThing): boolean {
    return (
      this.types.isOfConcept(type, 'place') ||
      this.types.isOfConcept(type, 'building') ||
      this.types.isOfConcept(type, 'room') ||
      (type !== null && this.placeTypes.has(type))
    );
  }

  /** Bodies, departments and rooms have people of their own; towns, events and papers do not. */
  private hasMembers(entity: RelatedThing): boolean {
    return (
      this.isOrganisation(entity) ||
      this.types.isOfConcept(entity.type, 'room') ||
      this.types.isOfConcept(entity.type, 'vehicle')
    );
  }

  isOrganisation({ type }: RelatedThing): boolean {
    return this.types.isOfConcept(type, 'organisation');
  }

  /** A declared type that has the word in its first part: "Cover" → `covers_for`, "Manager" → `managed_by`. */
  bySchemaRoot(word: string): RelationType | undefined {
    const root = rootOf(word);
    return root.length < 3
      ? undefined
      : this.schema.relationTypes.find(({ type }) => rootOf(type.split('_')[0] ?? '') === root);
  }

  /** "is stabled at", "quarrels with": a declared type of the same words, else the words themselves if they are known to tie. */
  readVerb(verb: string, preposition: string, from: RelatedThing, to: RelatedThing, isOpen = false): Reading | null {
    const root = rootOf(verb);
    const declared = this.schema.relationTypes.find(
      ({ type }) => rootOf(type.split('_')[0] ?? '') === root && type.endsWith(`_${preposition}`),
    );
    if (declared) return { type: declared.type, forward: true };
    if (TYING_VERBS.has(root)) return this.choose(`${verb}_${preposition}`, true, from, to);
    const isPlaced = /^(?:in|on|at|inside|within)$/.test(preposition) && PLACING_VERBS.has(root);
    if (isPlaced && !this.isPerson(from)) return this.readPlace(from, to);
    return isOpen &&
      this.isOpen &&
      !/^(?:known|used|open|opened|closed|bought|due|valid|good|ready|starts?|ends?)$/.test(verb)
      ? { type: `${verb}_${preposition}`, forward: true }
      : null;
  }

  /** A declared type in the direction that fits its ends; where both fit alike, in the one that the grammar tells. */
  directed({ type, from, to }: RelationType, a: RelatedThing, b: RelatedThing, forward: boolean): Reading {
    const [straight, turned] = [this.fit(from, a) + this.fit(to, b), this.fit(from, b) + this.fit(to, a)];
    return { type, forward: straight === turned ? forward : straight > turned };
  }

  /** A declared type in the direction that fits its ends, first that of the arguments; null if neither fits. */
  readDeclared(type: string, a: RelatedThing, b: RelatedThing): Reading | null {
    const declared = this.schema.relationTypes.find((one) => one.type === type);
    if (!declared) return null;
    const { forward } = this.directed(declared, a, b, true);
    const [from, to] = forward ? [a, b] : [b, a];
    return this.fit(declared.from, from) + this.fit(declared.to, to) >= 0 ? { type, forward } : null;
  }

  /** A declared type whose words stand in the text as they are: "calls at", "is looked after by". */
  byPhrase(text: string, a: RelatedThing, b: RelatedThing): Reading | null {
    const words = text.match(/\p{Ll}+/gu) ?? [];
    for (const declared of this.schema.relationTypes) {
      const [first = '', ...rest] = declared.type.split('_');
      if (rest.length === 0) continue;
      const at = words.findIndex(
        (word, index) => rootOf(word) === rootOf(first) && rest.every((part, next) => words[index + next + 1] === part),
      );
      const reading = at < 0 ? null : this.readDeclared(declared.type, a, b);
      if (reading) return reading;
    }
    return null;
  }

  /** The one declared type that has just these kinds of ends, each named: of "train" and "depot" only `stabled_at`. */
  byEnds(a: RelatedThing, b: RelatedThing): Reading | null {
    const fitting = this.schema.relationTypes.flatMap(({ type, from, to }) => [
      ...(this.fit(from, a) + this.fit(to, b) === 2 ? [{ type, forward: true }] : []),
      ...(this.fit(from, b) + this.fit(to, a) === 2 ? [{ type, forward: false }] : []),
    ]);
    const [only] = fitting;
    return fitting.length === 1 && only ? only : null;
  }

  /** A declared type that has its verb or noun among the words: "provides cover for" tells `covers_for`, if the ends tell which is which. */
  byWords(text: string, a: RelatedThing, b: RelatedThing): Reading | null {
    const roots = new Set((text.match(/\p{Ll}{4,}/gu) ?? []).map(rootOf));
    for (const { type, from, to } of this.schema.relationTypes) {
      const [first = ''] = type.split('_');
      if (first.length < 4 || !roots.has(rootOf(first))) continue;
      const [forward, turned] = [this.fit(from, a) + this.fit(to, b), this.fit(from, b) + this.fit(to, a)];
      if (forward !== turned && Math.max(forward, turned) >= 1) return { type, forward: forward > turned };
    }
    return null;
  }

  /** Whether the schema leaves open which relations there are. */
  get isOpen(): boolean {
    return this.schema.relationTypes.length === 0;
  }

  private choose(type: string, forward: boolean, first: RelatedThing, second: RelatedThing): Reading | null {
    const { relationTypes } = this.schema;
    if (relationTypes.length === 0) {
      const isLed = type === 'run_by' && this.isOrganisation(forward ? first : second);
      return { type: isLed ? 'led_by' : type, forward };
    }
    const [from, to] = forward ? [first, second] : [second, first];
    const scored = relationTypes.flatMap((one) => {
      const relative = relateTypes(one.type, type);
      if (!relative) return [];
      const ends = relative.isTurned
        ? this.fit(one.from, to) + this.fit(one.to, from)
        : this.fit(one.from, from) + this.fit(one.to, to);
      return [{ one, isTurned: relative.isTurned, points: ends + relative.closeness }];
    });
    const [best] = scored.sort((a, b) => b.points - a.points);
    return best && best.points > -1 ? { type: best.one.type, forward: best.isTurned ? !forward : forward } : null;
  }

  /** How well a type fits the words of a schema for one end: 1 if named, 0 if unclear, -2 if another type is named. */
  private fit(hint: string | undefined, { type }: RelatedThing): number {
    if (hint === undefined || type === null) return 0;
    const nouns = nounsOf(hint);
    if (nouns.includes(singularOf(type.toLowerCase()))) return 1;
    const known = nouns.filter((noun) => this.schema.entityTypes.some((one) => singularOf(one.toLowerCase()) === noun));
    if (known.length > 0) return -2;
    const concepts = nouns.flatMap(conceptsOf);
    return concepts.length > 0 && concepts.some((concept) => this.types.isOfConcept(type, concept)) ? 0.5 : 0;
  }
}

/** The words of a hint, singular: "department or ward". */
function nounsOf(hint: string): string[] {
  return hint
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .map(singularOf);
}
