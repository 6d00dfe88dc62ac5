import { type CascadeStep, isUnavailable } from '@arbiter/changelog';
import { isProvenType } from '@arbiter/extraction';
import type { Standing, World } from '../world/world.js';

/** Types that need "is" before them: a participle or noun with its preposition, such as `led_by`, `member_of`. */
const NOMINAL = /(?:ed|en|wn|ld|pt|id|ept|un|n|r|y|t|e) (?:by|in|at|on|to|with|from|of|for|under|near)$/;
/** Verbs in the third person, such as `leads` and `works_at`. */
const VERB = /^\p{Ll}+s(?: |$)/u;

/** Stances that are adjectives, with the words around them. */
const STANCES: Readonly<Record<string, string>> = {
  hostile: 'is hostile to',
  friendly: 'is friendly to',
  neutral: 'is neutral towards',
  allied: 'is allied with',
  loyal: 'is loyal to',
};

/** A relation as a clause: `led_by` becomes "A is led by B", `keeps` "A keeps B". */
export function wordRelation(from: string, type: string, to: string): string {
  const stance = STANCES[type];
  if (stance !== undefined) return `${from} ${stance} ${to}`;
  const words = type.replaceAll('_', ' ');
  const isNominal = NOMINAL.test(words) && !VERB.test(words);
  return `${from} ${isNominal || / (?:by|of)$/.test(words) ? `is ${words}` : words} ${to}`;
}

/** Why an entity stands as it does: "The Tidehouse is hostile since session 3." Null if nothing changed. */
export function reasonOf(world: World, name: string, { status, availability, since, chain }: Standing): string | null {
  if (since === null) return null;
  if (chain === null) return `${name} is ${status ?? availability} since session ${since.session}.`;
  return `${name} is ${availability} since session ${since.session}, ${chain
    .toReversed()
    .map((step, at) => stepOf(world, step, at))
    .join(', ')}.`;
}

function stepOf(world: World, { entity, availability, because }: CascadeStep, at: number): string {
  const standing = world.standingOf(entity);
  const state = isUnavailable(availability) ? (standing.status ?? availability) : availability;
  return `${at === 0 ? 'because it' : 'which'} ${because} ${nameOf(world, entity)} (${state})`;
}

export function nameOf({ graph }: World, id: string): string {
  return graph.index.get(id)?.name ?? id;
}

/** A text, and where it stands in a document if it does. Offsets: UTF-16 code units. */
export interface NamingText {
  readonly text: string;
  readonly at?: { readonly documentId: string; readonly start: number; readonly end: number } | null;
}

/** How the things stand that a text names and that cannot be used, a sentence each. */
export function statesIn(world: World, naming: NamingText): string[] {
  return thingsNamed(world, naming).flatMap((id) => stateOf(world, id) ?? []);
}

/** Ids of the things that a text names, each once: by its words, and by what is known to be mentioned at its place. */
export function thingsNamed({ graph }: World, { text, at = null }: NamingText): string[] {
  const mentions = at ? graph.mentionsIn(at.documentId, at.start, at.end) : [];
  return [...new Set([...graph.namedIn(text), ...mentions].map(({ node }) => graph.entities[node]?.id ?? ''))];
}

/** How a thing stands that cannot be used, in a sentence without its reasons; null for any other. */
export function stateOf(world: World, id: string): string | null {
  const standing = world.standingOf(id);
  return world.isUnavailable(id) ? reasonOf(world, nameOf(world, id), { ...standing, chain: null }) : null;
}

/** A relation as it is shown: from the view of one entity. */
export interface ShownRelation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  /** Name of the other end. */
  readonly name: string;
  /** Session since which it holds; null if the documents say so. */
  readonly since: number | null;
}

/** Relations of an entity that hold, the latest changes first, then by the importance of the other end. */
export function relationsShown(world: World, id: string): ShownRelation[] {
  const { graph } = world;
  const weight = (other: string): number => graph.entity(other)?.importance.composite ?? 0;
  return world
    .relationsOf(id)
    .filter(({ ended }) => ended === null)
    .map(({ from, type, to, since }) => {
      const other = from === id ? to : from;
      return { from, type, to, name: nameOf(world, other), since: since?.session ?? null };
    })
    .sort(
      (a, b) =>
        (b.since ?? 0) - (a.since ?? 0) ||
        weight(b.from === id ? b.to : b.from) - weight(a.from === id ? a.to : a.from),
    );
}

/**
 * Whether a relation may be told without the sentence that it was read in: the changelog or a person told it, or it is of a type that
 * the rules proved right about. Of what a language model read, no type has been judged, and a graph does not say who read a relation.
 */
export function isProvenRelation({ graph }: World, { from, type, to, since }: Omit<ShownRelation, 'name'>): boolean {
  if (since !== null || graph.evidenceOf(from, type, to) === null) return true;
  return graph.snapshot.extraction === undefined && isProvenType(type);
}
