import { isUnavailable, readStatus, readTie, type RelationState } from '@arbiter/changelog';
import { isPersonNoun } from '@arbiter/extraction';
import type { SelectionQuestion } from '@arbiter/question-types';
import { foldNumberWords, terms, termSet } from '@arbiter/text';
import type { World } from '../world/world.js';
import { isDescribedAs, isStateWord, kindMembers, mayBeOfKind } from './kind-members.js';

/** A thing that fits all conditions. */
export interface SelectedEntity {
  readonly node: number;
  /** The relation by which it is in the place that is asked for; null without such a condition. */
  readonly placedBy: RelationState | null;
}

/** What a graph says to a question that counts or lists. */
export interface Selection {
  /** Empty if nothing stands so any more. */
  readonly selected: readonly SelectedEntity[];
  /** Things that stood so once and can be used again, by position: they show that nothing does now. Empty if anything is selected. */
  readonly formerly: readonly number[];
  /** All things of the kind, by position. */
  readonly members: readonly number[];
  /** How they stand, in the words of the question; null without such a condition. */
  readonly state: string | null;
  /** The place that is asked for, by position; null without such a condition. */
  readonly place: number | null;
  /** How many the question says there are: "all seven lighthouses"; null if it does not say. */
  readonly expected: number | null;
}

/** Words for how things stand that say nothing of why: any status of the class fits them. */
const GENERAL_STATE =
  /^(?:(?:not|no longer|back|still) )?(?:available|unavailable|open|closed|shut|usable|unusable|working|operational|in (?:use|service|operation)|out of (?:service|use|action|operation)|alive|dead|gone|lost|hostile|down|free)(?: again)?$/u;
/** A list of more is no answer. */
const MOST_LISTED = 24;

/**
 * The things of a kind that fit the conditions of a question, as the world stands.
 *
 * @returns null if the graph cannot tell: it knows fewer than two things of the kind, does not understand a condition, or nothing of the
 *   kind has ever changed where the question asks how they stand
 */
export function selectEntities(question: SelectionQuestion, world: World): Selection | null {
  const { counts, kinds, states } = partsOf(question, world);
  if (counts.length > 1 || states.length > 1) return null;
  const [[state = null], [expected = null]] = [states, counts];
  // People are too many to be all in a graph, unless their state is asked for, which the changelog tells.
  if (isPersonNoun(question.noun) && state === null) return null;
  const { sure, doubtful } = kindMembers(question.noun, world);
  const isMeant = (node: number): boolean => {
    const entity = world.graph.entities[node];
    return entity !== undefined && kinds.every((word) => isDescribedAs(entity, word));
  };
  const members = sure.filter(isMeant);
  // The changelog tells all that has changed; all that there is, a graph only tells of a kind that it knows.
  if (members.length < (state === null ? 2 : 1)) return null;
  const fits = state === null ? isUsable(world) : standsAs(state, members, world);
  const placed = placedIn(question.place, world);
  if (!fits || !placed) return null;
  const { place, within } = placed;
  const fitting = (nodes: readonly number[]): SelectedEntity[] =>
    nodes.flatMap((node) => {
      const placedBy = within?.get(node) ?? null;
      return fits(node) && (within === null || placedBy !== null) ? [{ node, placedBy }] : [];
    });
  // Whoever asks for all of a kind gets all of it, or passages.
  const others = othersOfKind(question.noun, [...sure, ...doubtful], world);
  if (fitting([...doubtful.filter(isMeant), ...others]).length > 0) return null;
  const selected = fitting(members);
  const formerly = state !== null && selected.length === 0 && !within ? stoodSo(state, members, world) : [];
  const selection = { selected, formerly, members, state, place, expected };
  return isTold(selection) ? selection : null;
}

/** The place of a question and what it holds, nulls for a question without one; undefined where the graph does not know it. */
function placedIn(words: string | null, world: World) {
  if (words === null) return { place: null, within: null };
  const place = placeNamed(words, world);
  return place === undefined ? undefined : { place, within: contentsOf(place, world) };
}

/** What may be of a kind, besides what is known of it. */
function othersOfKind(noun: string, known: readonly number[], world: World): number[] {
  const seen = new Set(known);
  return [...world.graph.entities.entries()].flatMap(([node, entity]) =>
    !seen.has(node) && mayBeOfKind(entity, noun, world) ? [node] : [],
  );
}

/** Numbers, kinds and states among the words of a question. */
function partsOf({ modifiers, state }: SelectionQuestion, world: World) {
  const words = modifiers.map((word) => foldNumberWords(word));
  const isNumber = (word: string): boolean => /^\d+$/u.test(word);
  const isState = (word: string): boolean => !isNumber(word) && isStateWord(word, world);
  return {
    counts: words.filter(isNumber).map(Number),
    kinds: words.filter((word) => !isNumber(word) && !isState(word)),
    states: [...(state === null ? [] : [state]), ...words.filter(isState)],
  };
}

/** Whether there is something to tell, not too much of it, and as many as the question says. */
function isTold({ selected, formerly, expected }: Selection): boolean {
  if (selected.length + formerly.length === 0 || selected.length > MOST_LISTED) return false;
  return expected === null || expected === selected.length;
}

type Test = (node: number) => boolean;

/** What something becomes that goes by another name, or is a part of another thing. */
const FORMER = /^(?:new_name|renamed_to|became|merged_into|replaced_by|succeeded_by|absorbed_by)$/u;

const RENAMED = /^(?:new_name|renamed_to|became)$/u;

/** What is gone or goes by another name is not counted among what there is. */
function isUsable(world: World): Test {
  return (node) => {
    const id = world.graph.entities[node]?.id ?? '';
    return (
      !world.isUnavailable(id) &&
      !world.relationsOf(id).some(({ from, type, ended }) => from === id && ended === null && FORMER.test(type))
    );
  };
}

/** @returns null where the words say no state, or where nothing of the kind has changed: then the documents themselves tell it */
function standsAs(state: string, members: readonly number[], world: World): Test | null {
  const { graph } = world;
  const asked = readStatus(state, graph.snapshot.schema.statuses);
  const standingOf = (node: number) => world.standingOf(graph.entities[node]?.id ?? '');
  if (asked === 'unknown' || members.every((node) => standingOf(node).since === null)) return null;
  if (!isUnavailable(asked)) return GENERAL_STATE.test(state) ? isUsable(world) : null;
  if (/^(?:not available|unavailable|not usable|unusable)$/u.test(state))
    return (node) => isUnavailable(standingOf(node).availability);
  if (GENERAL_STATE.test(state)) return (node) => standingOf(node).availability === asked;
  const wanted = terms(state).map(({ term }) => term);
  return (node) => {
    const { status } = standingOf(node);
    const said = termSet(status ?? '');
    return wanted.length > 0 && wanted.every((term) => said.has(term));
  };
}

/** Things that could not be used in this way once, and can be now. */
function stoodSo(state: string, members: readonly number[], world: World): number[] {
  const { entities, snapshot } = world.graph;
  const asked = readStatus(state, snapshot.schema.statuses);
  if (!isUnavailable(asked) || !GENERAL_STATE.test(state)) return [];
  return members.filter((node) => {
    const id = entities[node]?.id ?? '';
    const changes = world.state.entities.get(id)?.changes ?? [];
    return (
      world.standingOf(id).availability === 'available' &&
      changes.some(
        ({ update: { status } }) => status !== undefined && readStatus(status, snapshot.schema.statuses) === asked,
      )
    );
  });
}

/** @returns undefined for words that are not the name of one entity */
function placeNamed(words: string, { graph }: World): number | undefined {
  const found = graph.namedIn(words);
  const [only] = found;
  return found.length === 1 && only?.start === 0 && only.end === words.length ? only.node : undefined;
}

/** What is in a place or belongs to it, also by way of what is in it, with the relation that says so. */
function contentsOf(place: number, world: World): ReadonlyMap<number, RelationState> {
  const contents = new Map<number, RelationState>();
  const edge = [place];
  for (let at = edge.pop(); at !== undefined; at = edge.pop()) {
    for (const { node, relation, tie } of heldBy(at, world)) {
      if (node === place || contents.has(node)) continue;
      for (const name of [node, ...namesNow(node, world)]) contents.set(name, relation);
      if (tie === 'place') edge.push(node);
    }
  }
  return contents;
}

/** What is in a thing or belongs to it now. */
function heldBy(holder: number, world: World) {
  const { graph } = world;
  const id = graph.entities[holder]?.id ?? '';
  return world.relationsOf(id).flatMap((relation) => {
    const tie = readTie(relation.type);
    const isHeld = (tie?.tie === 'place' || tie?.tie === 'belong') && relation[tie.anchor] === id;
    const node = graph.nodeOf(relation.from === id ? relation.to : relation.from);
    return isHeld && relation.ended === null && node !== undefined ? [{ node, relation, tie: tie.tie }] : [];
  });
}

/** What goes by another name now is where it was. */
function namesNow(node: number, world: World): number[] {
  const id = world.graph.entities[node]?.id ?? '';
  return world
    .relationsOf(id)
    .filter(({ from, type, ended }) => from === id && ended === null && RENAMED.test(type))
    .flatMap(({ to }) => world.graph.nodeOf(to) ?? []);
}
