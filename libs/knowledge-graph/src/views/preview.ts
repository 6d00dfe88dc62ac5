import type { Availability } from '@arbiter/changelog';
import { estimateTokens } from '@arbiter/text';
import type { World } from '../world/world.js';
import { ENTITY_TOKENS, expandEntity } from './expansion.js';
import { reasonOf, relationsShown, type ShownRelation, stateOf, statesIn } from './wording.js';

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
  /** How other things stand that the definition and the relations name and that cannot be used, a sentence each. */
  readonly states: readonly string[];
  /** Relations that hold, the nearest to the importance of the other end first. */
  readonly relations: readonly ShownRelation[];
  readonly importance: number;
  /** Tokens of this preview. */
  readonly tokens: number;
  /** Tokens that its expansion takes, at most `ENTITY_TOKENS`. */
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
  const reason = reasonOf(world, entity.name, standing);
  const definition = world.isTold(entity.definedAt) ? entity.definition : '';
  const states = new Set(statesIn(world, { text: definition }));
  const own = stateOf(world, entity.id);
  const told = (): string[] => [...states].filter((state) => state !== own);
  const preview = {
    id: entity.id,
    name: entity.name,
    type: entity.type,
    aliases: entity.aliases.slice(0, MAX_ALIASES),
    status: standing.status,
    availability: standing.availability,
    since: standing.since?.session ?? null,
    reason,
    definition,
    states: told(),
    relations: [] as ShownRelation[],
    importance: entity.importance.composite,
  };
  let tokens = estimateTokens(JSON.stringify(preview));
  for (const relation of relationsShown(world, entity.id).slice(0, MAX_RELATIONS)) {
    tokens += estimateTokens(JSON.stringify(relation));
    if (tokens > PREVIEW_TOKENS) break;
    preview.relations.push(relation);
    const state = stateOf(world, relation.from === entity.id ? relation.to : relation.from);
    if (state !== null) states.add(state);
  }
  const { tokens: expansionTokens } = expandEntity(world, node, ENTITY_TOKENS);
  const shown = { ...preview, states: told() };
  return { ...shown, tokens: estimateTokens(JSON.stringify(shown)), expansionTokens };
}
