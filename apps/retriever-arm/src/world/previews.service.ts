import type {
  CommunityPreview,
  OperationInput,
  OperationOutput,
  previews,
  RankedCommunity,
  RankedPreview,
  RankingWeights,
} from '@arbiter/contracts';
import {
  type Community,
  communityOf,
  type EvidenceSentence,
  expandCommunity,
  finestLevel,
  namedMembers,
  previewOf,
  type QuestionTarget,
  rankEntities,
  type RankedEntity,
  readTarget,
  stateOf,
  stateStatementOf,
  type World,
} from '@arbiter/knowledge-graph';
import type { CollectionCatalog } from '@arbiter/ports';
import { estimateTokens } from '@arbiter/text';
import type { TimeBudget } from '../calls/time-budget.js';
import type { QuestionReader } from '../synthesis/sentences/question-reader.js';
import { type EvidenceCall, readEvidence } from './question-evidence.js';
import { readCards } from './read-cards.js';
import type { LibrarySearch } from '../search/library-search.js';
import { searchFor } from './state-search.js';
import { collectionsAsked, type WorldReader } from './world-reader.js';

export interface PreviewPorts {
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly worlds: WorldReader;
  readonly search: LibrarySearch;
  /** Null: words and rank alone judge the sentences. */
  readonly reader: QuestionReader | null;
}

/** Passages whose sentences are judged. */
const SEARCHED_PASSAGES = 24;
const MAX_COMMUNITIES = 5;
/** Most that a community's summary takes, in tokens: the published size of an expansion. */
export const COMMUNITY_TOKENS = 2_000;

interface Ranked extends RankedEntity {
  readonly world: World;
  readonly target: QuestionTarget;
}

/** Ranks the entities that answer a question. */
export class PreviewsService {
  constructor(private readonly ports: PreviewPorts) {}

  /** @throws ArbiterError as the search and the stores */
  async previews(
    request: OperationInput<typeof previews>,
    signal: AbortSignal,
    time: TimeBudget,
  ): Promise<OperationOutput<typeof previews>> {
    const { query, limit, explain } = request;
    const named = await collectionsAsked(this.ports.catalog, request.collections, signal);
    const worlds = await Promise.all(named.map((collection) => this.ports.worlds.worldAt(collection, request, signal)));
    const withoutGraph = named.filter((_, index) => worlds[index] === null);
    const found = worlds.filter((world) => world !== null);
    const ranked = found.length === 0 ? [] : await this.rank(request, found, { signal, time });
    const shown = ranked.slice(0, limit);
    const entities = shown.map(({ world, target, node, score, isUsable, isOffered, signals }): RankedPreview => ({
      ...copyOf(previewOf(world, node)),
      collection: world.graph.snapshot.collection,
      score,
      isNamed: target.named.has(node),
      isUsable,
      isOffered,
      ...(explain && { signals }),
    }));
    return {
      query,
      entities,
      communities: communitiesOf(shown),
      isPresent: ranked.every(({ target }) => target.isPresent),
      tokens: entities.reduce((sum, { tokens }) => sum + tokens, 0),
      withoutGraph,
    };
  }

  private async rank(
    { query: question, asOfSession, weights }: OperationInput<typeof previews>,
    worlds: readonly World[],
    call: { readonly signal: AbortSignal; readonly time: TimeBudget },
  ): Promise<Ranked[]> {
    const { search, reader } = this.ports;
    const { results } = await search.search(
      {
        ...searchFor(
          question,
          worlds.map(({ graph }) => graph.snapshot.collection),
          {
            limit: SEARCHED_PASSAGES,
            filters: asOfSession === undefined ? {} : { session: { not: { gt: asOfSession } } },
          },
        ),
        state: asOfSession === undefined ? {} : { asOfSession },
      },
      call.signal,
      call.time,
    );
    const evidence = await readEvidence(question, results, reader, call);
    const ranked = await Promise.all(worlds.map((world) => this.rankIn(question, world, { evidence, weights }, call)));
    return ranked.flat().sort((a, b) => Number(b.isUsable) - Number(a.isUsable) || b.score - a.score);
  }

  /** By sentences first, and then by the cards of the likeliest as well. */
  private async rankIn(
    question: string,
    world: World,
    given: { readonly evidence: readonly EvidenceSentence[]; readonly weights: RankingWeights | undefined },
    call: EvidenceCall,
  ): Promise<Ranked[]> {
    const { evidence } = given;
    const target = readTarget(question, world.graph);
    const weights = given.weights ?? world.graph.snapshot.schema.weights;
    const options = { statement: stateStatementOf(question, target, world), ...(weights && { weights }) };
    const bySentences = rankEntities(target, evidence, world, options);
    const cards = await readCards(question, world, bySentences, { evidence, reader: this.ports.reader }, call);
    const ranked = cards.length === 0 ? bySentences : rankEntities(target, evidence, world, { ...options, cards });
    return ranked.map((entity) => ({ ...entity, world, target }));
  }
}

/** Communities of the finest level, those with most of the entities first. */
function communitiesOf(ranked: readonly Ranked[]): RankedCommunity[] {
  const found = new Map<string, { readonly world: World; readonly community: Community; count: number; sum: number }>();
  const all = ranked.reduce((sum, { score }) => sum + Math.max(0, score), 0);
  for (const { world, node, score } of ranked) {
    const community = communityOf(world.graph, node, finestLevel(world.graph));
    if (!community || community.members.length < 2) continue;
    const key = `${world.graph.snapshot.collection}/${community.id}`;
    const known = found.get(key) ?? { world, community, count: 0, sum: 0 };
    known.count += 1;
    known.sum += Math.max(0, score);
    found.set(key, known);
  }
  return [...found.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_COMMUNITIES)
    .map(({ world, community, sum }) => ({
      ...communityPreview(world, community),
      collection: world.graph.snapshot.collection,
      score: all === 0 ? 0 : Math.min(1, sum / all),
    }));
}

export function communityPreview(world: World, community: Community): CommunityPreview {
  const { id, level, name, members } = community;
  const states = namedMembers(community).flatMap((node) => stateOf(world, world.graph.entities[node]?.id ?? '') ?? []);
  return {
    id,
    level,
    name,
    members: members.length,
    states,
    tokens: estimateTokens([name, ...states].join(' ')),
    expansionTokens: expandCommunity(world, community, COMMUNITY_TOKENS).tokens,
  };
}

/** Messages own their arrays. */
export function copyOf<T extends ReturnType<typeof previewOf>>(
  preview: T,
): Omit<T, 'aliases' | 'states' | 'relations'> & {
  aliases: string[];
  states: string[];
  relations: T['relations'][number][];
} {
  const { aliases, states, relations } = preview;
  return { ...preview, aliases: [...aliases], states: [...states], relations: [...relations] };
}
