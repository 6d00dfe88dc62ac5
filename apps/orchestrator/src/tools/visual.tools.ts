import { CollectionName, FoundPage, interpretPage, QueryText, searchPages } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import {
  type Availability,
  BaseMcpTool,
  RecoverableError,
  Result,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { MAX_READ_PAGES, readPages } from '../answering/read-pages.js';
import { collectionsFor } from './gathered.js';

/** Pages that the search shows: as many as are published (design document 004). */
const SHOWN_PAGES = 3;
/** Under which the environment keeps found pages, as published. */
const VISUAL_PAGES = 'visual_pages';
const SEARCH = 'colqwen-visual-search';

const SearchInputs = z.strictObject({
  query: QueryText.describe('What to look for, as a question or as words.'),
  limit: z.int().min(1).max(20).default(SHOWN_PAGES).describe('Pages at most.'),
  collection: CollectionName.optional().describe('Search only this collection.'),
});

/** Finds pages. Name, messages and kinds of its results are those of design document 004. */
export class VisualSearchTool extends BaseMcpTool<typeof SearchInputs> {
  readonly name = SEARCH;
  override readonly aliases = ['colqwen_visual_search'];
  readonly description =
    'Finds pages of documents by what is drawn on them and the words in it, with the vectors of their pictures where a page embedder is set up. Use it for diagrams, schematics, maps, charts, tables and layouts. Slower than a search of text, and more accurate for what is visual.';
  readonly inputSchema = SearchInputs;
  override readonly cacheable = true;
  override readonly timeoutMs = searchPages.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(
    tree: TreeData,
    { query, limit, collection }: z.output<typeof SearchInputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const collections = collectionsFor(tree, collection);
    const { pages, method, degraded } = await this.client.request(
      searchPages,
      { query, limit, ...(collections && { collections }) },
      { parent: call },
    );
    const [best] = pages;
    if (!best) {
      const suggestion = 'Try fast_vector_search for text content';
      yield new RecoverableError({ message: `No visual matches for: ${query}`, suggestion });
      return;
    }
    yield new Result({
      objects: pages.map((page) => ({ ...page, page_number: page.page })),
      name: VISUAL_PAGES,
      payloadType: 'colqwen_pages',
      metadata: {
        query,
        method,
        page_numbers: pages.map(({ page }) => page),
        best: best.title,
        degraded: [...degraded],
      },
      llmMessage: 'Found {num_objects} pages with visual matches. Pages: {page_numbers}.',
      confidence: Math.max(...pages.map(({ score }) => score)),
    });
  }
}

const ReadingInputs = z.strictObject({});

/** Has pages that were found read by a vision model. Name, gate and messages are those of design document 004. */
export class VisualInterpretationTool extends BaseMcpTool<typeof ReadingInputs> {
  readonly name = 'visual-interpretation';
  override readonly aliases = ['visual_interpretation'];
  readonly description =
    'Has a vision model read the pictures of the best pages that colqwen_visual_search found: what their diagrams, charts and tables say to the question.';
  readonly inputSchema = ReadingInputs;
  override readonly timeoutMs = interpretPage.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  override isToolAvailable(tree: TreeData): Promise<Availability> {
    return Promise.resolve(
      foundPages(tree).length > 0
        ? { available: true }
        : { available: false, reason: 'colqwen_visual_search has found no pages yet' },
    );
  }

  async *execute(tree: TreeData, _inputs: unknown, call: ToolCall): AsyncGenerator<ToolOutput, void, undefined> {
    const pages = foundPages(tree).slice(0, MAX_READ_PAGES);
    if (pages.length === 0) {
      yield new RecoverableError({ message: 'No visual pages to interpret', recoverable: false });
      return;
    }
    const { mode, readings, degraded } = await readPages(this.client, tree.userPrompt, pages, call);
    const read = readings.filter(({ sentences }) => sentences.length > 0);
    if (mode === 'read' && read.length === 0) {
      const message = `The pictures of these pages say nothing about: ${tree.userPrompt}`;
      yield new RecoverableError({ message, suggestion: 'Try fast_vector_search for text content' });
      return;
    }
    const isRead = mode === 'read';
    yield new Result({
      objects: (isRead ? read : readings).map((reading) => ({
        ...reading,
        page_number: reading.page,
        interpretation: isRead ? reading.sentences.join(' ') : reading.words,
      })),
      name: 'visual_interpretations',
      payloadType: 'interpretations',
      metadata: {
        mode,
        ...(degraded.length > 0 && { degraded: [...degraded] }),
        summary: isRead ? read.flatMap(({ sentences }) => sentences).join(' ') : wordsAlone(degraded),
      },
      llmMessage: isRead ? 'VLM analyzed {num_objects} pages. Summary: {summary}' : '{summary}',
    });
  }
}

function wordsAlone(degraded: readonly string[]): string {
  const why =
    degraded.length > 0 ? 'The budget leaves a vision model no room' : 'No vision model is set up (VISION_MODEL)';
  return `${why}: these are the words found on the pages.`;
}

/** Pages that the last search of pages has found, best first. */
function foundPages({ environment }: TreeData): FoundPage[] {
  const found = environment.find(SEARCH, VISUAL_PAGES).at(-1);
  return (found?.objects ?? []).flatMap(({ page_number: _, ...object }) => FoundPage.safeParse(object).data ?? []);
}
