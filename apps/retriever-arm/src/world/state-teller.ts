import {
  pagesWithin,
  passageOf,
  type OperationInput,
  type OperationOutput,
  type Passage,
  type tellState,
} from '@arbiter/contracts';
import { readTarget, type StateStatement, stateStatementOf, type World } from '@arbiter/knowledge-graph';
import type { CollectionCatalog } from '@arbiter/ports';
import type { TimeBudget } from '../calls/time-budget.js';
import { candidateSentences } from '../synthesis/sentences/candidate-sentences.js';
import type { LibrarySearch } from '../search/library-search.js';
import { searchFor } from './state-search.js';
import { type WorldReader, worldsAsked } from './world-reader.js';

export interface StateTellerPorts {
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly worlds: WorldReader;
  readonly search: LibrarySearch;
}

/** Passages of the session among which the sentence is looked for. */
const SEARCHED = 6;

/** Answers from the changelog, with the sentence of the session that shows it. */
export class StateTeller {
  constructor(private readonly ports: StateTellerPorts) {}

  /** @throws ArbiterError of the search and the stores */
  async tell(
    { query, ...asked }: OperationInput<typeof tellState>,
    signal: AbortSignal,
    time: TimeBudget,
  ): Promise<OperationOutput<typeof tellState>> {
    for await (const world of worldsAsked(this.ports, asked, signal)) {
      const statement = stateStatementOf(query, readTarget(query, world.graph), world);
      const passage = statement && (await this.recordOf(statement, world, { signal, time }));
      if (passage) return { statement: { text: `${statement.text} [1]`, passages: [passage] } };
    }
    return { statement: null };
  }

  /** The sentence of the session that names most of the statement's entities; null without one that names any. */
  private async recordOf(
    { text, session, entities }: StateStatement,
    { graph }: World,
    { signal, time }: { readonly signal: AbortSignal; readonly time: TimeBudget },
  ): Promise<Passage | null> {
    const { results } = await this.ports.search.search(
      { ...searchFor(text, [graph.snapshot.collection], { limit: SEARCHED, filters: { session } }), rerank: false },
      signal,
      time,
    );
    let best: { readonly named: number; readonly passage: Passage } | null = null;
    for (const { passage, start, end, text: sentence } of candidateSentences(results.map(passageOf))) {
      const found = new Set(
        graph.mentionsIn(passage.documentId, start, end).map(({ node }) => graph.entities[node]?.id ?? ''),
      );
      const named = entities.filter((id) => found.has(id)).length;
      if (named > (best?.named ?? 0))
        best = { named, passage: { ...passage, ...pagesWithin(passage, { start, end }), text: sentence, start, end } };
    }
    return best?.passage ?? null;
  }
}
