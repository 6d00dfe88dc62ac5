import type { Span } from '@arbiter/text';
import type { Definition, ExtractedEntity } from '../extraction.js';
import type { TypeReader, TypeVotes } from '../reading/type-reader.js';
import { conceptsOf, singularOf } from '../reading/concepts.js';
import type { Definable } from './find-definition.js';
import {
  foldName,
  headOfName,
  honorificOf,
  isCode,
  isNumbered,
  looksLikePlace,
  looksPersonal,
  provesPerson,
  withoutArticle,
} from './name-forms.js';

const MAX_EVIDENCE = 200;
/** "in X" and "told X" say little, however often. */
const MAX_WEAK_VOTES = 1;
/** Several of them make a body: "Pilots", "Goblins". */
const GROUPS: ReadonlySet<string> = new Set(['person', 'creature']);
const OF_HEAD = 1.2;
const OF_FIRST = 0.8;

/** A name that may be one of an entity, with all that the document says of it. */
export interface Candidate {
  name: string;
  readonly aliases: Set<string>;
  readonly spans: Span[];
  readonly votes: Map<string, number>;
  readonly weakVotes: Map<string, number>;
  /** Occurrences whose capital tells a name. */
  firm: number;
  introductions: number;
  /** Occurrences with "the" before them, as names of people have none. */
  withArticle: number;
  isTitle: boolean;
  isLinked: boolean;
  /** Points for a place in a table. */
  column: number;
}

/** The candidates of one document, by folded name. */
export class Candidates {
  private readonly byName = new Map<string, Candidate>();
  private readonly keysOf = new Map<Candidate, string[]>();

  get all(): readonly Candidate[] {
    return [...new Set(this.byName.values())];
  }

  find(name: string): Candidate | undefined {
    return this.byName.get(foldName(name));
  }

  add(name: string, span?: Span, isFirm = true): Candidate {
    const key = foldName(name);
    const known = this.byName.get(key);
    const candidate: Candidate = known ?? {
      name: withoutArticle(name),
      aliases: new Set(),
      spans: [],
      votes: new Map(),
      weakVotes: new Map(),
      firm: 0,
      introductions: 0,
      withArticle: 0,
      isTitle: false,
      isLinked: false,
      column: 0,
    };
    if (!known) this.put(key, candidate);
    else if (foldName(candidate.name) !== key) candidate.aliases.add(name);
    if (span && candidate.spans.length < MAX_EVIDENCE) candidate.spans.push({ start: span.start, end: span.end });
    if (isFirm) candidate.firm++;
    return candidate;
  }

  private put(key: string, candidate: Candidate): void {
    this.byName.set(key, candidate);
    const keys = this.keysOf.get(candidate);
    if (keys) keys.push(key);
    else this.keysOf.set(candidate, [key]);
  }

  /** Makes a name an alias of a candidate; what is known of the name goes to the candidate. */
  alias(candidate: Candidate, name: string): void {
    const key = foldName(name);
    if (key === '' || key === foldName(candidate.name)) return;
    const other = this.byName.get(key);
    candidate.aliases.add(name);
    this.put(key, candidate);
    if (!other || other === candidate) return;
    for (const known of this.keysOf.get(other) ?? []) this.put(known, candidate);
    for (const alias of other.aliases) candidate.aliases.add(alias);
    candidate.spans.push(...other.spans);
    candidate.firm += other.firm;
    candidate.introductions += other.introductions;
    candidate.withArticle += other.withArticle;
    candidate.column = Math.max(candidate.column, other.column);
    candidate.isTitle ||= other.isTitle;
    candidate.isLinked ||= other.isLinked;
    for (const [type, weight] of other.votes) vote(candidate.votes, type, weight);
    for (const [type, weight] of other.weakVotes) vote(candidate.weakVotes, type, weight);
    // A code or a nickname is the second name of what has a proper one.
    if (isCode(candidate.name) && !isCode(other.name)) {
      candidate.aliases.add(candidate.name);
      candidate.name = other.name;
    }
  }
}

export function vote(votes: Map<string, number>, type: string, weight: number): void {
  votes.set(type, (votes.get(type) ?? 0) + weight);
}

export function voteAll(candidate: Candidate, votes: TypeVotes, factor = 1): void {
  for (const [type, weight] of Object.entries(votes)) vote(candidate.votes, type, weight * factor);
}

/** Adds what the name itself says of the type, and counts what speaks for an entity. */
export function toEntity(
  candidate: Candidate,
  id: string,
  document: string,
  types: TypeReader,
  small: ReadonlySet<string>,
  define: (definable: Definable) => Definition | null,
): ExtractedEntity {
  const { name } = candidate;
  const { votes, nameVotes } = readVotes(candidate, types, small);
  const [type, weight] = bestOf(sumVotes([votes, nameVotes]));
  const isLong = /\s/.test(name) || isCode(name) || isNumbered(name);
  const salience =
    (candidate.isTitle ? 3 : 0) +
    (candidate.isLinked ? 1.5 : 0) +
    Math.min(candidate.introductions, 2) * 0.6 +
    candidate.column +
    (isLong && candidate.firm > 0 ? 1 : 0) +
    Math.min(candidate.firm, 3) * 0.25 +
    (weight >= 2 ? 0.7 : weight >= 0.8 ? 0.3 : 0);
  return {
    id,
    name,
    type,
    typeVotes: Object.fromEntries(votes),
    nameVotes: Object.fromEntries(nameVotes),
    aliases: [...candidate.aliases].filter((alias) => foldName(alias) !== foldName(name)),
    salience: candidate.firm > 0 || candidate.isTitle ? salience : Math.min(salience, 0.5),
    describedIn: candidate.isTitle ? [document] : [],
    evidence: candidate.spans.map(({ start, end }) => ({ document, start, end })),
    definition: define({ type, spans: candidate.spans, isTitle: candidate.isTitle }),
  };
}

function readVotes(
  candidate: Candidate,
  types: TypeReader,
  small: ReadonlySet<string>,
): { readonly votes: Map<string, number>; readonly nameVotes: Map<string, number> } {
  const votes = new Map(candidate.votes);
  for (const [type, weight] of candidate.weakVotes) vote(votes, type, Math.min(weight, MAX_WEAK_VOTES));
  const { name } = candidate;
  // "the splitter" tells that "Naphtha Splitter" is none of a person.
  const isThing = small.has(name.split(' ').at(-1)?.toLowerCase() ?? '') || candidate.withArticle * 2 > candidate.firm;
  return { votes, nameVotes: readName(name, candidate.isTitle, !isThing, types) };
}

/** The types that the words of a name speak for: its head, or that it looks like the name of a person. */
function readName(name: string, isTitle: boolean, mayBePerson: boolean, types: TypeReader): Map<string, number> {
  const votes = new Map<string, number>();
  const add = (type: string | undefined, weight: number): void => {
    if (type !== undefined) vote(votes, type, weight);
  };
  if (/\s/.test(name) || isTitle) {
    const head = headOfName(name);
    const isGroup = GROUPS.has(conceptsOf(head)[0] ?? '') && (singularOf(head) !== head || head === 'folk');
    const own = isGroup && types.organisation !== undefined ? { [types.organisation]: 2 } : types.votesFor(head);
    for (const [type, weight] of Object.entries(own)) add(type, weight * OF_HEAD);
    // "Castle Grim"
    const first = Object.keys(own).length > 0 || looksPersonal(name) ? {} : types.votesFor(name.split(' ')[0] ?? '');
    for (const [type, weight] of Object.entries(first)) add(type, weight * OF_FIRST);
  }
  if (mayBePerson) add(types.person, provesPerson(honorificOf(name)) ? 2.5 : looksPersonal(name) ? 1.2 : 0);
  if (looksLikePlace(name)) add(types.place, 1);
  // A tag marks equipment unless the text says otherwise.
  if (isCode(name)) add(types.ofConcept('machine') ?? types.ofConcept('item'), 0.8);
  return votes;
}

export function sumVotes(all: Iterable<Iterable<readonly [string, number]>>): Map<string, number> {
  const sum = new Map<string, number>();
  for (const votes of all) for (const [type, weight] of votes) vote(sum, type, weight);
  return sum;
}

/** The type with the greatest weight; among equals the first of the alphabet. */
export function bestOf(votes: Iterable<readonly [string, number]>): [type: string | null, weight: number] {
  let best: [string | null, number] = [null, 0.5];
  for (const [type, weight] of [...votes].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (weight > best[1]) best = [type, weight];
  return best[0] === null ? [null, 0] : best;
}
