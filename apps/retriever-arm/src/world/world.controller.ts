import { decideRebuild } from '@arbiter/changelog';
import {
  describeContext,
  expand,
  findPath,
  getGraph,
  getSubgraph,
  listCommunities,
  listGraphEntities,
  listGraphRelations,
  previews,
  tellOverview,
  tellSelection,
  tellState,
  type OperationInput,
} from '@arbiter/contracts';
import {
  communitiesOf,
  communityById,
  finestLevel,
  impactSince,
  previewOf,
  stateOf,
  summaryOf,
} from '@arbiter/knowledge-graph';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { timeBudgetUntil } from '../calls/time-budget.js';
import { CLOCK } from '../retriever-arm.tokens.js';
import { ContextDescriber } from './context-describer.js';
import { GraphAccess } from './graph-access.js';
import { ExpansionsService } from './expansions.service.js';
import { communityPreview, copyOf, PreviewsService } from './previews.service.js';
import { OverviewTeller } from './overview/overview-teller.js';
import { SelectionTeller } from './selection/selection-teller.js';
import { StateTeller } from './state-teller.js';
import { drawSubgraph, knownId } from './subgraph.js';
import { WorldReader } from './world-reader.js';

/** The operations on knowledge graphs, and on the world that a changelog makes of them. */
@Controller()
export class WorldController {
  constructor(
    @Inject(WorldReader) private readonly worlds: WorldReader,
    @Inject(PreviewsService) private readonly service: PreviewsService,
    @Inject(ExpansionsService) private readonly expansions: ExpansionsService,
    @Inject(StateTeller) private readonly teller: StateTeller,
    @Inject(OverviewTeller) private readonly overviews: OverviewTeller,
    @Inject(SelectionTeller) private readonly selections: SelectionTeller,
    @Inject(GraphAccess) private readonly access: GraphAccess,
    @Inject(ContextDescriber) private readonly contexts: ContextDescriber,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @HandlesOperation(previews)
  async previews(input: OperationInput<typeof previews>, { signal, deadline, principal }: OperationContext) {
    const collections = await this.access.within(input.collections, principal, signal);
    return this.service.previews({ ...input, collections }, signal, timeBudgetUntil(deadline, this.clock));
  }

  @HandlesOperation(tellState)
  async tell(input: OperationInput<typeof tellState>, { signal, deadline, principal }: OperationContext) {
    const collections = await this.access.within(input.collections, principal, signal);
    return this.teller.tell({ ...input, collections }, signal, timeBudgetUntil(deadline, this.clock));
  }

  @HandlesOperation(tellOverview)
  async overview(input: OperationInput<typeof tellOverview>, { signal, deadline, principal }: OperationContext) {
    const collections = await this.access.within(input.collections, principal, signal);
    return this.overviews.tell({ ...input, collections }, signal, timeBudgetUntil(deadline, this.clock));
  }

  @HandlesOperation(tellSelection)
  async selection(input: OperationInput<typeof tellSelection>, { signal, deadline, principal }: OperationContext) {
    const collections = await this.access.within(input.collections, principal, signal);
    return this.selections.tell({ ...input, collections }, signal, timeBudgetUntil(deadline, this.clock));
  }

  @HandlesOperation(expand)
  async expand(input: OperationInput<typeof expand>, { signal, deadline, principal }: OperationContext) {
    await this.access.assertReadable(input.collection, principal, signal);
    return this.expansions.expand(input, signal, timeBudgetUntil(deadline, this.clock));
  }

  @HandlesOperation(describeContext)
  async describe({ collections }: OperationInput<typeof describeContext>, { signal, principal }: OperationContext) {
    return this.contexts.describe(collections, principal, signal);
  }

  @HandlesOperation(getGraph)
  async graph({ collection }: OperationInput<typeof getGraph>, { signal, principal }: OperationContext) {
    await this.access.assertReadable(collection, principal, signal);
    const world = await this.worlds.existingWorldAt(collection, {}, signal);
    const { snapshot } = world.graph;
    const { impact, sessions } = impactSince(world);
    return {
      ...summaryOf(snapshot),
      entitiesByType: countBy(snapshot.entities.map(({ type }) => type)),
      relationsByType: countBy(snapshot.relations.map(({ type }) => type)),
      levels: snapshot.levels.map(({ partCount }) => partCount),
      unresolved: [...world.unresolved],
      impact,
      rebuild: decideRebuild(impact, sessions),
    };
  }

  @HandlesOperation(listGraphEntities)
  async entities(
    { collection, type, community, offset, limit, ...time }: OperationInput<typeof listGraphEntities>,
    { signal, principal }: OperationContext,
  ) {
    await this.access.assertReadable(collection, principal, signal);
    const world = await this.worlds.existingWorldAt(collection, time, signal);
    const { entities } = world.graph;
    const nodes =
      community === undefined ? [...entities.keys()] : (communityById(world.graph, community)?.members ?? []);
    const fitting = nodes
      .filter((node) => type === undefined || entities[node]?.type === type)
      .sort((a, b) => (entities[b]?.importance.composite ?? 0) - (entities[a]?.importance.composite ?? 0) || a - b);
    return {
      entities: fitting.slice(offset, offset + limit).map((node) => copyOf(previewOf(world, node))),
      total: fitting.length,
    };
  }

  @HandlesOperation(listGraphRelations)
  async relations(
    { collection, offset, limit, ...time }: OperationInput<typeof listGraphRelations>,
    { signal, principal }: OperationContext,
  ) {
    await this.access.assertReadable(collection, principal, signal);
    const world = await this.worlds.existingWorldAt(collection, time, signal);
    const all = world.relationsThatHold();
    return {
      relations: all
        .slice(offset, offset + limit)
        .map(({ from, type, to, since }) => ({ from, type, to, since: since?.session ?? null })),
      total: all.length,
    };
  }

  @HandlesOperation(listCommunities)
  async communities(
    { collection, level, offset, limit }: OperationInput<typeof listCommunities>,
    { signal, principal }: OperationContext,
  ) {
    await this.access.assertReadable(collection, principal, signal);
    const world = await this.worlds.existingWorldAt(collection, {}, signal);
    const all = communitiesOf(world.graph, level ?? finestLevel(world.graph));
    return {
      communities: all.slice(offset, offset + limit).map((community) => communityPreview(world, community)),
      total: all.length,
    };
  }

  @HandlesOperation(getSubgraph)
  async subgraph(
    { collection, ...drawn }: OperationInput<typeof getSubgraph>,
    { signal, principal }: OperationContext,
  ) {
    await this.access.assertReadable(collection, principal, signal);
    return drawSubgraph(await this.worlds.existingWorldAt(collection, drawn, signal), drawn);
  }

  @HandlesOperation(findPath)
  async path(
    { collection, from, to, ...time }: OperationInput<typeof findPath>,
    { signal, principal }: OperationContext,
  ) {
    await this.access.assertReadable(collection, principal, signal);
    const world = await this.worlds.existingWorldAt(collection, time, signal);
    const [start, end] = [knownId(world, from), knownId(world, to)];
    const path = world.path(start, end);
    const passed = new Set((path ?? []).flatMap((step) => [step.from, step.to]));
    return {
      states: [...passed].flatMap((id) => stateOf(world, id) ?? []),
      steps: (path ?? []).map((step) => ({ from: step.from, type: step.type, to: step.to })),
      found: path !== null,
    };
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
