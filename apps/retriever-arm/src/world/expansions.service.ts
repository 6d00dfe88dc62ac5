import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import type { expand, Expansion, OperationInput, OperationOutput } from '@arbiter/contracts';
import {
  type Community,
  communityById,
  expandCommunity,
  expandEntity,
  type ShownExpansion,
  type World,
} from '@arbiter/knowledge-graph';
import { fairShare } from '@arbiter/prompting';
import { type TimeBudget, UNLIMITED } from '../calls/time-budget.js';
import { DocumentReader, type ReadableDocuments } from './document-reader.js';
import { withEvidence } from './expansion-evidence.js';
import type { CommunitySummaries } from './overview/community-summaries.js';
import type { WorldReader } from './world-reader.js';

export interface ExpansionPorts {
  readonly worlds: WorldReader;
  readonly documents: ReadableDocuments;
  /** Absent without a language model: summaries of communities are then extracted. */
  readonly summaries?: CommunitySummaries | undefined;
}

const SUMMARIES_AT_ONCE = 4;

/** Expands entities and communities of a knowledge graph. */
export class ExpansionsService {
  constructor(private readonly ports: ExpansionPorts) {}

  /** @throws ArbiterError NOT_FOUND for a collection without a graph, and of the stores */
  async expand(
    { collection, ids, maxTokens, includePassages, ...time }: OperationInput<typeof expand>,
    signal: AbortSignal,
    budget: TimeBudget = UNLIMITED,
  ): Promise<OperationOutput<typeof expand>> {
    const world = await this.ports.worlds.existingWorldAt(collection, time, signal);
    const distinct = [...new Set(ids)];
    const documents = new DocumentReader(this.ports.documents, signal);
    const tell = async (id: string, most: number): Promise<Expansion | null> => {
      const shown = expansionOf(world, id, most);
      return shown && { ...own(shown), ...(includePassages && (await withEvidence(world, shown, documents, most))) };
    };
    const whole = await Promise.all(distinct.map((id) => tell(id, maxTokens)));
    const sizes = whole.map((expansion) => expansion?.tokens ?? 0);
    // What needs less than its share leaves the rest to the others.
    const share = fairShare(sizes, maxTokens);
    const told = Number.isFinite(share)
      ? await Promise.all(distinct.map((id, index) => tell(id, Math.min(share, sizes[index] ?? 0))))
      : whole;
    const expansions = told.filter((expansion) => expansion !== null);
    // Passages are for whoever writes an answer: that reads the sentences of the documents, and pays for its model by itself.
    const { summaries } = includePassages ? {} : this.ports;
    return {
      expansions: summaries
        ? await withSummaries(world, expansions, maxTokens, (community, most) =>
            summaries.tell(world, community, most, { documents, signal, time: budget }),
          )
        : expansions,
      unknown: distinct.filter((_, index) => told[index] === null),
    };
  }
}

function expansionOf(world: World, id: string, maxTokens: number): ShownExpansion | null {
  const known = world.graph.index.find(id);
  const node = known && world.graph.nodeOf(known.id);
  const community = node === undefined ? communityById(world.graph, id) : null;
  if (community) return expandCommunity(world, community, maxTokens);
  return node === undefined ? null : expandEntity(world, node, maxTokens);
}

/** Communities with the summary that `write` gives, where it gives one; they share what is left of the tokens. */
function withSummaries(
  { graph }: World,
  expansions: readonly Expansion[],
  maxTokens: number,
  write: (community: Community, most: number) => ReturnType<CommunitySummaries['tell']>,
): Promise<Expansion[]> {
  const communities = expansions.filter(({ kind }) => kind === 'community').length;
  const left = maxTokens - expansions.reduce((sum, { tokens }) => sum + tokens, 0);
  return mapConcurrently(expansions, SUMMARIES_AT_ONCE, async (expansion) => {
    const community = expansion.kind === 'community' ? communityById(graph, expansion.id) : null;
    const summary = community && (await write(community, expansion.tokens + Math.floor(left / communities)));
    return { ...expansion, ...summary };
  });
}

/** Messages own their arrays. */
function own({ id, kind, name, text, citations, changes, relations, tokens }: ShownExpansion): Expansion {
  return { id, kind, name, text, citations: [...citations], changes: [...changes], relations: [...relations], tokens };
}
