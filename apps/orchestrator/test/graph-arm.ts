import {
  describeContext,
  expand,
  type Expansion,
  findPath,
  listChanges,
  type OperationInput,
  type OperationOutput,
  type Passage,
  previews,
  type RankedCommunity,
  type RankedPreview,
} from '@arbiter/contracts';
import type { OperationDispatcher } from '@arbiter/messaging';

/** What knowledge graphs tell in one test. */
export interface GraphArm {
  readonly writer?: OperationOutput<typeof describeContext>['writer'];
  readonly withGraph?: readonly string[];
  readonly entities?: readonly RankedPreview[];
  readonly communities?: readonly RankedCommunity[];
  readonly isPresent?: boolean;
  readonly expansions?: readonly Expansion[];
  readonly path?: OperationOutput<typeof findPath>;
  readonly changes?: OperationOutput<typeof listChanges>['changes'];
  /** Every request, by the name of its operation. */
  readonly asked?: { readonly name: string; readonly input: unknown }[];
}

export function registerGraph(dispatcher: OperationDispatcher, graph: GraphArm): void {
  const { writer = 'generated', withGraph = ['lore'], entities = [], communities = [], isPresent = true } = graph;
  const { expansions = [], path = { steps: [], states: [], found: false }, changes = [], asked = [] } = graph;
  dispatcher.register(describeContext, () =>
    Promise.resolve({ generations: [], withGraph: [...withGraph], withChanges: [], writer }),
  );
  dispatcher.register(previews, (input) => {
    asked.push({ name: previews.name, input });
    const found = { entities: [...entities], communities: [...communities], isPresent };
    return Promise.resolve({ query: input.query, ...found, tokens: 0, withoutGraph: [] });
  });
  dispatcher.register(expand, (input: OperationInput<typeof expand>) => {
    asked.push({ name: expand.name, input });
    const known = expansions.filter(({ id }) => input.ids.includes(id));
    return Promise.resolve({
      expansions: known,
      unknown: input.ids.filter((id) => !known.some((one) => one.id === id)),
    });
  });
  dispatcher.register(findPath, (input) => {
    asked.push({ name: findPath.name, input });
    return Promise.resolve(path);
  });
  dispatcher.register(listChanges, (input) => {
    asked.push({ name: listChanges.name, input });
    return Promise.resolve({ changes: [...changes], contradictions: [], next: null, lastId: changes.length });
  });
}

export function previewOf(id: string, over: Partial<RankedPreview> = {}): RankedPreview {
  return {
    ...{ id, name: id, type: 'place', aliases: [], status: null, availability: 'unknown', since: null, reason: null },
    ...{ definition: '', states: [], relations: [], importance: 0.5, tokens: 100, expansionTokens: 200 },
    ...{ collection: 'lore', score: 0.8, isNamed: false, isUsable: true, isOffered: true },
    ...over,
  };
}

export function communityOf(id: string, over: Partial<RankedCommunity> = {}): RankedCommunity {
  return {
    ...{ id, level: 0, name: id, members: 4, states: [], tokens: 9, expansionTokens: 900 },
    ...{ collection: 'lore', score: 0.6 },
    ...over,
  };
}

/** An expansion of one sentence, with the passage that holds it. */
export function expansionOf(id: string, sentence: string, states: readonly string[] = []): Expansion {
  const passage: Passage = {
    ...{ chunkId: `${id}:0`, documentId: id, collection: 'lore', text: sentence, start: 0, end: sentence.length },
    ...{ title: id, source: `${id}.md`, section: [], page: null, metadata: {}, score: 1 },
  };
  const { documentId, source, start, end } = passage;
  return {
    ...{ id, kind: 'entity', name: id, text: [...states, `${sentence} [1]`].join(' '), changes: [], relations: [] },
    ...{ citations: [{ documentId, source, start, end }], passages: [passage], states: [...states], tokens: 60 },
  };
}
