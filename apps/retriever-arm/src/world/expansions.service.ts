import type { describeContext, expand, Expansion, OperationInput, OperationOutput } from '@arbiter/contracts';
import {
  communityById,
  expandCommunity,
  expandEntity,
  type ShownExpansion,
  type World,
} from '@arbiter/knowledge-graph';
import type { CollectionCatalog } from '@arbiter/ports';
import { fairShare } from '@arbiter/prompting';
import { DocumentReader, type ReadableDocuments } from './document-reader.js';
import { withEvidence } from './expansion-evidence.js';
import { collectionsAsked, type WorldReader } from './world-reader.js';

export interface ExpansionPorts {
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly worlds: WorldReader;
  readonly documents: ReadableDocuments;
  /** Who writes answers from what is expanded. */
  readonly writer: OperationOutput<typeof describeContext>['writer'];
}

/** Expands entities and communities of a knowledge graph. */
export class ExpansionsService {
  constructor(private readonly ports: ExpansionPorts) {}

  /** @throws ArbiterError of the stores */
  async describe(
    collections: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<OperationOutput<typeof describeContext>> {
    const { catalog, worlds, writer } = this.ports;
    const named = await collectionsAsked(catalog, collections, signal);
    const haveGraph = await Promise.all(named.map((name) => worlds.hasGraph(name, signal)));
    return { withGraph: named.filter((_, index) => haveGraph[index]), writer };
  }

  /** @throws ArbiterError NOT_FOUND for a collection without a graph, and of the stores */
  async expand(
    { collection, ids, maxTokens, includePassages, ...time }: OperationInput<typeof expand>,
    signal: AbortSignal,
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
    return {
      expansions: told.filter((expansion) => expansion !== null),
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

/** Messages own their arrays. */
function own({ id, kind, name, text, citations, changes, relations, tokens }: ShownExpansion): Expansion {
  return { id, kind, name, text, citations: [...citations], changes: [...changes], relations: [...relations], tokens };
}
