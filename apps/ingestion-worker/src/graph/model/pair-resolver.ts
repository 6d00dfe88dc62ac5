import { mapConcurrently, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { type Evidence, type UnsurePair, unsurePairs } from '@arbiter/extraction';
import { type CorrectableGraph, mergeEntities } from '@arbiter/knowledge-graph';
import type { LanguageModel } from '@arbiter/ports';
import type { FenceIds } from '@arbiter/prompting';
import { sha256 } from '../../library/sha256.js';
import {
  type PairCards,
  readResolution,
  RESOLUTION_PROMPT_VERSION,
  resolutionRequest,
  type ThingCard,
} from './resolution.prompt.js';

/** What a model has said of a pair. */
export interface PairDecision {
  /** Digest of all that it was shown. */
  readonly key: string;
  readonly isSame: boolean;
}

export interface PairResolverPorts {
  readonly model: LanguageModel;
  readonly ids: FenceIds;
}

export interface ResolvedPairs {
  readonly graph: CorrectableGraph;
  /** Those that count for this graph, asked now or before; ascending by key. */
  readonly decisions: readonly PairDecision[];
  readonly merged: number;
  /** Null if every pair was asked that had to be. */
  readonly problem: ArbiterError | null;
}

/** Pairs of one graph that a model is asked about, the most alike first. */
const MOST_PAIRS = 48;
const PAIRS_OF_A_REQUEST = 8;
const SHOWN_RELATIONS = 4;
/** In UTF-16 code units. */
const LONGEST_DEFINITION = 600;

/** Asks a language model which names that the rules left apart are of one thing. */
export class PairResolver {
  constructor(
    private readonly ports: PairResolverPorts,
    private readonly timeoutMs: number,
  ) {}

  /** Names all that a decision depends on besides the pair. */
  get name(): string {
    return `${this.ports.model.name}+${RESOLUTION_PROMPT_VERSION}`;
  }

  /**
   * @param known decisions about earlier graphs: a pair of which the documents still say the same is not asked again
   * @param textAt what stands at a place of a document
   * @throws the signal's reason, and nothing that the model does
   */
  async resolve(
    graph: CorrectableGraph,
    known: readonly PairDecision[],
    textAt: (place: Evidence) => Promise<string>,
    signal: AbortSignal,
  ): Promise<ResolvedPairs> {
    const pairs = await mapConcurrently(unsurePairs(graph, MOST_PAIRS), PAIRS_OF_A_REQUEST, async (pair) => {
      const cards = await cardsOf(pair, graph, textAt);
      return { pair, cards, key: this.keyOf(cards) };
    });
    const decided = new Map(known.map(({ key, isSame }) => [key, isSame]));
    const open = pairs.filter(({ key }) => !decided.has(key));
    let problem: ArbiterError | null = null;
    for (let at = 0; at < open.length && problem === null; at += PAIRS_OF_A_REQUEST) {
      const asked = open.slice(at, at + PAIRS_OF_A_REQUEST);
      try {
        const answers = await this.ask(
          asked.map(({ cards }) => cards),
          signal,
        );
        // What the model does not know stays apart, and is not asked again.
        for (const [index, { key }] of asked.entries()) decided.set(key, answers[index] ?? false);
      } catch (thrown) {
        signal.throwIfAborted();
        problem = ArbiterError.from(thrown);
      }
    }
    const same = pairs.filter(({ key }) => decided.get(key) === true).map(({ pair }) => pair);
    const decisions = pairs.flatMap(({ key }) => {
      const isSame = decided.get(key);
      return isSame === undefined ? [] : [{ key, isSame }];
    });
    return { ...mergePairs(graph, same), decisions: decisions.sort((a, b) => (a.key < b.key ? -1 : 1)), problem };
  }

  private async ask(cards: readonly PairCards[], signal: AbortSignal): Promise<readonly (boolean | null)[]> {
    const { model, ids } = this.ports;
    const request = resolutionRequest(cards, ids);
    const limits = { timeoutMs: this.timeoutMs, what: model.name };
    const { output } = await withDeadline(signal, limits, (bounded) => model.generate(request, { signal: bounded }));
    return readResolution(output, cards.length);
  }

  private keyOf(cards: PairCards): string {
    return sha256(JSON.stringify([this.name, cards])).slice(0, 32);
  }
}

async function cardsOf(
  { main, other }: UnsurePair,
  graph: CorrectableGraph,
  textAt: (place: Evidence) => Promise<string>,
): Promise<PairCards> {
  const names = new Map(graph.entities.map(({ id, name }) => [id, name]));
  const cardOf = async ({ id, name, aliases, type, definition }: UnsurePair['main']): Promise<ThingCard> => {
    const relations = graph.relations
      .filter(({ from }) => from === id)
      .slice(0, SHOWN_RELATIONS)
      .map((relation) => `${relation.type} ${names.get(relation.to) ?? relation.to}`);
    const text = definition ? (await textAt(definition)).slice(0, LONGEST_DEFINITION).toWellFormed() : '';
    return { name, aliases, type: type ?? 'thing', definition: text, relations };
  };
  return [await cardOf(main), await cardOf(other)];
}

/** Two things with a document of their own each do not become one through a third. */
function mergePairs(
  graph: CorrectableGraph,
  pairs: readonly UnsurePair[],
): { readonly graph: CorrectableGraph; readonly merged: number } {
  const into = new Map<string, string>();
  const rootOf = (id: string): string => {
    const next = into.get(id);
    return next === undefined ? id : rootOf(next);
  };
  let [merged, count] = [graph, 0];
  for (const pair of pairs) {
    const [a, b] = [rootOf(pair.main.id), rootOf(pair.other.id)];
    const [main, other] = [a, b].map((id) => merged.entities.find((entity) => entity.id === id));
    if (!main || !other || a === b || new Set([...main.describedIn, ...other.describedIn]).size > 1) continue;
    merged = mergeEntities(merged, { kind: 'merge', entities: [b], into: a });
    into.set(b, a);
    count++;
  }
  return { graph: merged, merged: count };
}
