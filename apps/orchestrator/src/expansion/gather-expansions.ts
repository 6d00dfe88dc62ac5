import { expand, previews, type Expansion, type Source, type SynthesizedExpansion } from '@arbiter/contracts';
import type { OperationClient, ParentCall } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { type ContextDescription, patienceOf } from '../execution/library-context.js';
import { chooseNamed, type ChosenExpansion } from './choose-expansions.js';

export interface AskedOfWorld {
  readonly question: string;
  /** Undefined or empty for the whole library. */
  readonly collections: readonly string[] | undefined;
  readonly asOfSession: number | undefined;
}

/** Tokens of all expansions for one answer. A prompt frames and heads their passages, for which it has a thousand more. */
export const EXPANSION_TOKENS = 3_000;
/** Most collections that one request of previews takes. */
const MAX_COLLECTIONS = 32;
/** Least that an answer waits, in milliseconds. */
const PREVIEWS_MS = 6_000;
const EXPAND_MS = 4_000;

/**
 * What the knowledge graph tells of the things that a question names, where a language model writes: previews first, then the
 * expansions that are worth their price. Of what only passages mention, the passages tell. Extraction takes the sentences of
 * passages, and has no use for expansions.
 *
 * @param described the context of these collections; null if it is not known
 * @returns best first; none without a graph, without a language model, and if the graph cannot be read
 * @throws the reason of the call's signal
 */
export async function gatherExpansions(
  client: OperationClient,
  asked: AskedOfWorld,
  described: ContextDescription | null,
  parent: ParentCall,
  clock: Pick<Clock, 'now'>,
): Promise<readonly Expansion[]> {
  const { withGraph = [], writer } = described ?? {};
  if (writer !== 'generated' || withGraph.length === 0) return [];
  try {
    const previewed = await client.request(
      previews,
      { query: asked.question, collections: withGraph.slice(0, MAX_COLLECTIONS), ...timeOf(asked) },
      { parent, deadlineMs: patienceOf(parent, clock, PREVIEWS_MS) },
    );
    return await expandChosen(client, chooseNamed(previewed.entities, EXPANSION_TOKENS), asked, parent, {
      deadlineMs: patienceOf(parent, clock, EXPAND_MS),
    });
  } catch {
    parent.signal.throwIfAborted();
    return [];
  }
}

/** @returns in the order in which they were chosen; together within `maxTokens` */
export async function expandChosen(
  client: OperationClient,
  chosen: readonly ChosenExpansion[],
  asked: Pick<AskedOfWorld, 'asOfSession'>,
  parent: ParentCall,
  {
    maxTokens = EXPANSION_TOKENS,
    deadlineMs = EXPAND_MS,
  }: { readonly maxTokens?: number; readonly deadlineMs?: number } = {},
): Promise<Expansion[]> {
  const collections = [...new Set(chosen.map(({ collection }) => collection))];
  const all = chosen.reduce((sum, { price }) => sum + price, 0);
  const found = await Promise.all(
    collections.map(async (collection) => {
      const some = chosen.filter((one) => one.collection === collection);
      const share = some.reduce((sum, { price }) => sum + price, 0) / Math.max(1, all);
      const most = Math.floor(maxTokens * share);
      if (most < LEAST_TOKENS) return [];
      const ids = some.map(({ id }) => id);
      const { expansions } = await client.request(
        expand,
        { collection, ids, maxTokens: most, includePassages: true, ...timeOf(asked) },
        { parent, deadlineMs },
      );
      return expansions.map((expansion) => scored(expansion, some));
    }),
  );
  const rank = (id: string): number => chosen.findIndex((one) => one.id === id);
  return found.flat().sort((a, b) => rank(a.id) - rank(b.id));
}

/** Least that an expansion takes, as the contract has it. */
const LEAST_TOKENS = 100;

/** Its passages are as relevant as its preview: they were not searched for. */
function scored(expansion: Expansion, chosen: readonly ChosenExpansion[]): Expansion {
  const score = Math.min(1, Math.max(0, chosen.find(({ id }) => id === expansion.id)?.score ?? 0));
  return { ...expansion, passages: (expansion.passages ?? []).map((passage) => ({ ...passage, score })) };
}

export function timeOf({ asOfSession }: Pick<AskedOfWorld, 'asOfSession'>): { readonly asOfSession?: number } {
  return asOfSession === undefined ? {} : { asOfSession };
}

/** As a language model gets them; those without a text say nothing. */
export function synthesized(expansions: readonly Expansion[]): SynthesizedExpansion[] {
  return expansions.flatMap(({ name, text, passages = [] }) => (text === '' ? [] : [{ name, text, passages }]));
}

/** What the changelog tells as sources of a check: no document need say it. Relations that rules have read are none. */
export function sourcesOfStates(states: readonly string[]): Source[] {
  return [...new Set(states)].map((content, index) => ({
    id: `state:${index}`,
    document: 'changelog',
    chunkId: `state:${index}`,
    content,
    metadata: { title: 'changelog' },
    score: 1,
  }));
}
