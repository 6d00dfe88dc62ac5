import type { Passage, StateOfWorld } from '@arbiter/contracts';
import {
  currencyOf,
  outdatedIn,
  readTarget,
  reasonOf,
  withFactor,
  type PlacedSentence,
  type QuestionTarget,
  type World,
} from '@arbiter/knowledge-graph';
import type { CandidateSentence } from '../synthesis/sentences/candidate-sentences.js';
import type { Currency } from '../synthesis/sentences/judge-sentences.js';
import type { WorldReader } from './world-reader.js';

interface Weighed {
  readonly query: string;
  readonly passages: readonly Pick<Passage, 'collection'>[];
  readonly state?: StateOfWorld | undefined;
}

interface Judged {
  readonly candidate: CandidateSentence;
  readonly probability: number;
}

/** A sentence is told of as outdated if it would have been this likely to answer. */
const WOULD_ANSWER = 0.2;
const MAX_TOLD = 5;

/** Weighs sentences by what has changed since they were written. */
export class SentenceCurrency implements Currency {
  private readonly factors = new Map<CandidateSentence, number>();

  /** @param worlds by collection; of a collection that is not in it nothing has changed */
  constructor(
    private readonly worlds: ReadonlyMap<
      string,
      { readonly world: World; readonly target: QuestionTarget }
    > = new Map(),
  ) {}

  /**
   * Nothing is weighed without a state, in collections without a graph, and if the stores of graph and changelog do not answer:
   * the answer then rests on the passages alone.
   *
   * @throws the signal's reason
   */
  static async of(
    { query, passages, state }: Weighed,
    worlds: Pick<WorldReader, 'worldAt'>,
    signal: AbortSignal,
  ): Promise<SentenceCurrency> {
    if (!state) return new SentenceCurrency();
    const collections = [...new Set(passages.map(({ collection }) => collection))];
    const found = await Promise.all(
      collections.map(async (collection) => {
        const world = await worlds.worldAt(collection, state, signal).catch(() => null);
        return [collection, world && { world, target: readTarget(query, world.graph) }] as const;
      }),
    );
    signal.throwIfAborted();
    return new SentenceCurrency(new Map(found.flatMap(([name, known]) => (known ? [[name, known]] : []))));
  }

  /** Factor on the odds that a sentence answers; 1 where nothing has changed. A sentence is judged for each part of a question. */
  readonly factorOf = (sentence: CandidateSentence): number => {
    const known = this.worlds.get(sentence.passage.collection);
    if (!known) return 1;
    const factor = this.factors.get(sentence) ?? currencyOf(known.target, known.world, placeOf(sentence));
    this.factors.set(sentence, factor);
    return factor;
  };

  /** What of a passage no longer holds: "The Drowned Heron is destroyed since session 2." */
  readonly statesOf = ({ collection, title, section, ...passage }: Passage): string[] => {
    const known = this.worlds.get(collection);
    return known ? outdatedIn(known.world, { ...passage, headings: [title, ...section] }) : [];
  };

  /** Why sentences that would have answered do not any more: "The Drowned Heron is destroyed since session 2." */
  reasonsOf(judged: readonly Judged[]): string[] {
    if (this.worlds.size === 0) return [];
    const reasons = new Set<string>();
    for (const { candidate, probability } of judged) {
      const known = this.worlds.get(candidate.passage.collection);
      const factor = this.factorOf(candidate);
      if (!known || factor >= 1 || withFactor(probability, 1 / factor) < WOULD_ANSWER) continue;
      for (const reason of outdatedBy(known.world, placeOf(candidate))) reasons.add(reason);
    }
    return [...reasons].slice(0, MAX_TOLD);
  }
}

function outdatedBy(world: World, { documentId, start, end }: PlacedSentence): string[] {
  const { graph } = world;
  return graph.mentionsIn(documentId, start, end).flatMap(({ node }) => {
    const entity = graph.entities[node];
    if (!entity || !world.isUnavailable(entity.id)) return [];
    return reasonOf(world, entity.name, world.standingOf(entity.id)) ?? [];
  });
}

function placeOf({ passage, start, end, text }: CandidateSentence): PlacedSentence {
  return { documentId: passage.documentId, start, end, text };
}
