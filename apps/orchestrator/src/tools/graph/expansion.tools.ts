import { expand, type Expansion, MAX_CONTEXT_TOKENS, previews, QueryText } from '@arbiter/contracts';
import {
  type Availability,
  RecoverableError,
  Result,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { chooseExpansions, type ChosenExpansion } from '../../expansion/choose-expansions.js';
import { EXPANSION_TOKENS, expandChosen, timeOf } from '../../expansion/gather-expansions.js';
import { collectionsFor, passagesResult } from '../gathered.js';
import {
  firstThatFit,
  type GatheredPreviews,
  gatheredPreviews,
  graphsOf,
  keepExpansions,
  keepPreviews,
  shownPreview,
  shownTokens,
  spentTokens,
} from './graph-context.js';
import { Collection, GraphTool, Session } from './graph-tool.js';

/** Tokens that previews take at most: 20 of about 200 each, as published. */
const PREVIEW_TOKENS = 4_000;
/** Least that an expansion takes, as the contract has it. */
const LEAST_TOKENS = 100;

const PreviewInputs = z.strictObject({
  query: QueryText.describe('The question, in its own words.'),
  limit: z.int().min(1).max(20).default(20).describe('Previews at most.'),
  collection: Collection,
  asOfSession: Session,
});

export class PreviewEntitiesTool extends GraphTool<typeof PreviewInputs> {
  readonly name = 'preview-entities';
  override readonly aliases = ['preview_entities'];
  readonly description =
    'Lists the people, places and things that answer a question, as they stand now, with their relations and the tokens that expanding each takes. Use it for who, where and which, and where things may have changed since the documents were written.';
  readonly inputSchema = PreviewInputs;
  override readonly timeoutMs = previews.deadlineMs;

  async *execute(
    tree: TreeData,
    { query, limit, collection, asOfSession }: z.output<typeof PreviewInputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const collections = collection === undefined ? graphsOf(tree) : collectionsFor(tree, collection);
    const asked = { query, limit, ...timeOf({ asOfSession }) };
    const scope = collections ?? collectionsFor(tree);
    const found = await this.client.request(
      previews,
      { ...asked, ...(scope && scope.length > 0 && { collections: [...scope] }) },
      { parent: call },
    );
    const kept = keepPreviews(tree, found, { asOfSession, maxTokens: this.room(tree) });
    const [best] = kept.entities;
    if (!best) {
      const suggestion = 'Try hybrid-search, which finds passages.';
      yield new RecoverableError({ message: `The knowledge graph names nothing for: ${query}`, suggestion });
      return;
    }
    yield new Result({
      objects: [...kept.entities, ...kept.communities].map(shownPreview),
      name: 'previews',
      payloadType: 'entity',
      metadata: { query, best: best.name, ...timeOf({ asOfSession }) },
      llmMessage: 'Previewed {num_objects} things for \'{query}\'; the best is "{best}".',
      confidence: Math.min(1, Math.max(0, best.score)),
    });
  }

  private room(tree: TreeData): number {
    return Math.min(PREVIEW_TOKENS, MAX_CONTEXT_TOKENS - spentTokens(tree));
  }
}

const ExpandInputs = z.strictObject({
  ids: z
    .array(z.string().min(1).max(256))
    .max(20)
    .default([])
    .describe('Ids or names of what to expand, as previews have them. Empty: what is worth its tokens.'),
});

const FULL = new RecoverableError({
  message: 'Previews and expansions have taken all the tokens that there are for them.',
  suggestion: 'Answer from what was found.',
});

export class ExpandEntitiesTool extends GraphTool<typeof ExpandInputs> {
  readonly name = 'expand-entities';
  override readonly aliases = ['expand_entities'];
  readonly description =
    'Tells what is known of previewed things, how they stand first, with the passages behind it. Use it after preview-entities, for what the answer needs.';
  readonly inputSchema = ExpandInputs;
  override readonly timeoutMs = expand.deadlineMs;

  override isToolAvailable(tree: TreeData): Promise<Availability> {
    if (graphsOf(tree)?.length === 0) return super.isToolAvailable(tree);
    return Promise.resolve(
      gatheredPreviews(tree) === null
        ? { available: false, reason: 'nothing has been previewed yet' }
        : { available: true },
    );
  }

  async *execute(
    tree: TreeData,
    { ids }: z.output<typeof ExpandInputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const previewed = gatheredPreviews(tree);
    const room = Math.min(EXPANSION_TOKENS, MAX_CONTEXT_TOKENS - spentTokens(tree));
    if (!previewed || room < LEAST_TOKENS) {
      yield previewed
        ? FULL
        : new RecoverableError({ message: 'Nothing has been previewed yet.', suggestion: 'Use preview-entities.' });
      return;
    }
    const chosen = ids.length === 0 ? chooseExpansions(previewed, room) : namedPreviews(previewed, ids);
    // Half of the room is for the passages, which are a result of their own.
    const found = await expandChosen(this.client, chosen, previewed, call, { maxTokens: Math.floor(room / 2) });
    const told = found.filter(({ text }) => text !== '');
    if (told.length === 0) {
      const message = ids.length === 0 ? 'No preview is worth its tokens.' : `No preview is named ${ids.join(', ')}.`;
      yield new RecoverableError({ message, suggestion: 'Use ids of preview-entities, or hybrid-search.' });
      return;
    }
    const shown = firstThatFit(told, room, shownExpansion);
    if (shown.length === 0) {
      yield FULL;
      return;
    }
    const named = previewed.entities.filter(({ isNamed }) => isNamed).map(({ id }) => id);
    // The answer is told of what the question names; of the rest it has the passages.
    keepExpansions(
      tree,
      shown.filter(({ id }) => named.includes(id)),
    );
    yield* resultsOf(shown, room);
  }
}

function namedPreviews({ entities, communities }: GatheredPreviews, ids: readonly string[]): ChosenExpansion[] {
  const asked = new Set(ids.map((id) => id.toLowerCase()));
  const kinds = [
    ...entities.map((one) => ({ ...one, kind: 'entity' as const })),
    ...communities.map((one) => ({ ...one, kind: 'community' as const })),
  ];
  return kinds
    .filter(({ id, name }) => asked.has(id.toLowerCase()) || asked.has(name.toLowerCase()))
    .map(({ kind, id, name, collection, score, expansionTokens: price }) => ({
      ...{ kind, id, name, collection, score, price },
    }));
}

/**
 * What is told, then the passages behind it, each with how the things stand that it may name.
 *
 * @param room tokens of all of it, as a model sees it; the last passages may be left out
 */
function* resultsOf(told: readonly Expansion[], room: number): Generator<ToolOutput> {
  const objects = told.map(shownExpansion);
  yield new Result({
    objects,
    name: 'expansions',
    payloadType: told.every(({ kind }) => kind === 'community') ? 'community' : 'entity',
    metadata: { names: told.map(({ name }) => name) },
    llmMessage: 'Expanded {names}.',
  });
  const passages = told.flatMap(({ passages: some = [], states = [] }) =>
    some.map((passage) => ({
      ...passage,
      metadata: { ...passage.metadata, ...(states.length > 0 && { since: states.join(' ') }) },
    })),
  );
  const distinct = [...new Map(passages.map((passage) => [passage.chunkId, passage])).values()];
  const shown = firstThatFit(distinct, room - shownTokens(objects), (passage) => passage);
  if (shown.length === 0) return;
  yield passagesResult(shown, {
    metadata: { titles: [...new Set(shown.map(({ title }) => title))] },
    llmMessage: 'They rest on {num_objects} passages.',
  });
}

function shownExpansion({ id, kind, name, text }: Expansion): Readonly<Record<string, unknown>> {
  return { id, kind, name, text };
}
