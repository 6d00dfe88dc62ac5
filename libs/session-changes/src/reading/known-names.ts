import { isCalendarWord } from '@arbiter/english';
import type { KnownEntity } from '@arbiter/changelog';
import { broaderConcepts, conceptsOf, singularOf } from '@arbiter/extraction';
import { normalizeTerm } from '@arbiter/text';

/** General kinds that verbs and pronouns tell apart. */
export type EntityKind = 'person' | 'group' | 'place' | 'thing';

interface NameEntry {
  readonly words: readonly string[];
  readonly entities: KnownEntity[];
  /** Whether it counts only with a capital. */
  readonly capital: boolean;
}

const MAX_WORDS = 8;

const SMALL = /^(?:the|a|an|of|and|in|on|at|for|to|de|von|van)$/;

/** Kinds whose nouns stand for something that was just named: "the key" is seldom the idol of the sentence before. */
const STANDING_IN = /^(?:place|building|route|organisation|vehicle|document|machine)$/;

const DESCRIBING = /^(?:north|south|east|west|main|night|day|early|late|first|second|third|upper|lower|old|new)$/;

const TITLE = /^(?:old|young|blind|big|little|mad|black|white|red|st|saint)$/;

/** Names of known entities, and which of them a phrase means. */
export class KnownNames {
  private readonly byFirst = new Map<string, Map<string, NameEntry>>();
  private readonly kinds = new Map<string, EntityKind>();
  private readonly heads = new Map<string, KnownEntity[]>();
  private readonly byId = new Map<string, KnownEntity>();

  constructor(entities: readonly KnownEntity[]) {
    const shorts = new Map<string, Set<KnownEntity>>();
    for (const entity of entities) this.learn(entity, shorts);
    for (const [short, owners] of shorts) {
      const [only] = owners;
      if (owners.size === 1 && only && !this.byFirst.get(short.split(' ')[0] ?? '')?.has(short))
        this.add(short, only, true);
    }
  }

  get entities(): Iterable<KnownEntity> {
    return this.byId.values();
  }

  get(id: string): KnownEntity | undefined {
    return this.byId.get(id);
  }

  kindOf({ id, type, name }: KnownEntity): EntityKind {
    const known = this.kinds.get(id);
    if (known) return known;
    const kind = kindOfType(type) ?? kindOfType(headOf(name)) ?? 'thing';
    this.kinds.set(id, kind);
    return kind;
  }

  /** Entities whose type, or the last noun of whose name, is a noun: of "the ward" every ward. */
  withHead(noun: string): readonly KnownEntity[] {
    return this.heads.get(singularOf(noun)) ?? [];
  }

  /** The longest name at a place among folded words. */
  longestAt(
    words: readonly string[],
    at: number,
    isCapital: boolean,
  ): { readonly entry: NameEntry; readonly length: number } | null {
    const byKey = this.byFirst.get(words[at] ?? '');
    if (!byKey) return null;
    for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length--) {
      const entry = byKey.get(words.slice(at, at + length).join(' '));
      if (entry && (!entry.capital || isCapital)) return { entry, length };
    }
    return null;
  }

  private learn(entity: KnownEntity, shorts: Map<string, Set<KnownEntity>>): void {
    this.byId.set(entity.id, entity);
    const names = [entity.name, ...(entity.aliases ?? [])];
    for (const name of [withoutParenthesis(entity.name), ...names]) {
      this.add(name, entity, false);
      const words = nameWords(name).filter((word) => !SMALL.test(word));
      const isPerson = this.kindOf(entity) === 'person';
      // "Sister Joan Marrack" is also "Sister Marrack".
      if (isPerson && words.length === 3) this.add(`${words[0] ?? ''} ${words[2] ?? ''}`, entity, true);
      for (const part of isPerson ? partsOfPerson(words) : partsOfThing(words))
        if (part.length > 2 && conceptsOf(part).length === 0)
          shorts.set(part, (shorts.get(part) ?? new Set()).add(entity));
    }
    const heads = names.map(headOf).filter((head) => this.namesKind(head, entity));
    for (const noun of new Set([headOf(entity.type), ...heads]))
      this.heads.set(noun, [...(this.heads.get(noun) ?? []), entity]);
  }

  /** Whether the last noun of a name says what the thing is: of "Eel Bridge", not of "Corvane Linen". */
  private namesKind(head: string, entity: KnownEntity): boolean {
    const concepts = conceptsOf(head);
    if (concepts.length === 0) return this.kindOf(entity) === 'thing';
    return concepts
      .flatMap((one) => [one, ...broaderConcepts(one)])
      .some((one) => kindOfConcept(one) === this.kindOf(entity));
  }

  /** Whether a noun may stand for an entity that was just named: "the treaty" for an accord, "the tavern" for a place. */
  mayBe(noun: string, entity: KnownEntity): boolean {
    const [concept] = conceptsOf(noun);
    if (
      concept === undefined ||
      !STANDING_IN.test(concept) ||
      /^(?:light|lantern|rest|alliance|union|family|office|services?)$/.test(noun)
    )
      return false;
    const head = headOf(entity.name);
    const own = conceptsOf(head);
    if (concept === 'machine' && head !== '') return false;
    if (own.length > 0 && !own.includes(concept)) return false;
    const types = conceptsOf(headOf(entity.type));
    return types.includes(concept) || broaderConcepts(concept).some((broader) => types.includes(broader));
  }

  private add(name: string, entity: KnownEntity, capital: boolean): void {
    const words = nameWords(name);
    const [first] = words;
    if (first === undefined || words.length > MAX_WORDS) return;
    const byKey = this.byFirst.get(first) ?? new Map<string, NameEntry>();
    this.byFirst.set(first, byKey);
    const key = words.join(' ');
    const known = byKey.get(key);
    if (known && !known.entities.includes(entity)) known.entities.push(entity);
    const bare = name.replace(/^the /i, '');
    if (!known)
      byKey.set(key, { words, entities: [entity], capital: capital || (words.length === 1 && /^\p{Lu}/u.test(bare)) });
  }
}

/** Folded words without article: "The Drover's Road" → drover's road. */
function nameWords(name: string): string[] {
  const words = normalizeTerm(name)
    .replace(/[’]/g, "'")
    .split(/[^\p{L}\p{N}&'-]+/u)
    .map((word) => word.replace(/^'|'$/g, ''))
    .filter((word) => word !== '' && word !== '-');
  return words.length > 1 && words[0] === 'the' ? words.slice(1) : words;
}

/** "Heron (barque)" → Heron. */
function withoutParenthesis(name: string): string {
  const open = name.endsWith(')') ? name.lastIndexOf('(') : -1;
  return open > 0 ? name.slice(0, open).trimEnd() : name;
}

export function headOf(name: string): string {
  const words = nameWords(withoutParenthesis(name.replaceAll('_', ' ')));
  const of = words.findIndex((word, index) => index > 0 && /^(?:of|for|on|at|in|upon)$/.test(word));
  const bare = (of > 0 ? words.slice(0, of) : words).filter(
    (word) => !/^(?:[\p{N}-]+\p{L}?|\p{L})$|^\p{L}[^-]*-\p{N}/u.test(word),
  );
  return singularOf(bare.at(-1) ?? '');
}

/** The last name of somebody, and the first unless it is a title. */
function partsOfPerson(words: readonly string[]): string[] {
  const [first = ''] = words;
  if (words.length < 2) return [];
  return TITLE.test(first) ? words.slice(-1) : [...words.slice(-1), first];
}

/** "Brightways Haulage" and "Lampwright Library" are called by their first word; "Queue Broker" stays whole. */
function partsOfThing([first = '', second = '', ...rest]: readonly string[]): string[] {
  const isKind = rest.length === 0 && conceptsOf(second).length > 0;
  return isKind && /^\p{L}{3}/u.test(first) && !DESCRIBING.test(first) && !isCalendarWord(first) ? [first] : [];
}

function kindOfConcept(concept: string): EntityKind {
  if (concept === 'person') return 'person';
  if (concept === 'organisation') return 'group';
  return concept === 'place' || concept === 'building' || concept === 'route' || concept === 'room' ? 'place' : 'thing';
}

function kindOfType(type: string): EntityKind | undefined {
  const concepts = conceptsOf(headOf(type));
  const all = concepts.flatMap((concept) => [concept, ...broaderConcepts(concept)]);
  if (concepts[0] === 'person' || all.includes('person')) return 'person';
  if (concepts[0] === 'department') return 'place';
  if (all.includes('organisation')) return 'group';
  return all.includes('place') ? 'place' : concepts.length > 0 ? 'thing' : undefined;
}
