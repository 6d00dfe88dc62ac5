import { type Availability, type CascadeStep, isUnavailable } from '@arbiter/changelog';
import { estimateTokens } from '@arbiter/text';
import type { Standing, World } from '../world/world.js';

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

export interface EntityPreview {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly status: string | null;
  readonly availability: Availability;
  /** Session of the change that gave the status; null if nothing changed. */
  readonly since: number | null;
  /** Why it is so, in a sentence; null if nothing changed. */
  readonly reason: string | null;
  readonly definition: string;
  /** Relations that hold, the nearest to the importance of the other end first. */
  readonly relations: readonly ShownRelation[];
  readonly importance: number;
  /** Tokens of this preview. */
  readonly tokens: number;
  /** Tokens of the expansion. */
  readonly expansionTokens: number;
}

/** The published size of a preview, in tokens. */
export const PREVIEW_TOKENS = 200;
const MAX_RELATIONS = 6;
const MAX_ALIASES = 4;

export function previewOf(world: World, node: number): EntityPreview {
  const entity = world.graph.entities[node];
  if (!entity) throw new RangeError(`the graph has no entity ${node}`);
  const standing = world.standingOf(entity.id);
  const relations = relationsShown(world, entity.id);
  const preview = {
    id: entity.id,
    name: entity.name,
    type: entity.type,
    aliases: entity.aliases.slice(0, MAX_ALIASES),
    status: standing.status,
    availability: standing.availability,
    since: standing.since?.session ?? null,
    reason: reasonOf(world, entity.name, standing),
    // What is gone must not be read as if it were there.
    definition: entity.definition,
    relations: [] as ShownRelation[],
    importance: entity.importance.composite,
  };
  let tokens = estimateTokens(JSON.stringify(preview));
  for (const relation of relations.slice(0, MAX_RELATIONS)) {
    tokens += estimateTokens(JSON.stringify(relation));
    if (tokens > PREVIEW_TOKENS) break;
    preview.relations.push(relation);
  }
  const expansion = relations.reduce((sum, relation) => sum + estimateTokens(JSON.stringify(relation)), tokens);
  return { ...preview, tokens: estimateTokens(JSON.stringify(preview)), expansionTokens: expansion };
}

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

/** "The Tidehouse is hostile since session 3." */
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
