import { detect, extractClaims, passageOf, search, statementOf, type Passage } from '@arbiter/contracts';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import type { OperationClient } from '@arbiter/messaging';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  StatusUpdate,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { sourceOf } from '../retrieval/passage-source.js';
import { collectionsFor } from './gathered.js';

/** Claims of one text that are looked up, each by a search, and so many of these at once. */
const MAX_CLAIMS = 12;
const SEARCHES_AT_ONCE = 4;
const PASSAGES_PER_CLAIM = 5;
/** A false claim may well be about what a passage says; whether it is, is for the check to say. */
const MIN_RELEVANCE = 0.2;

const Inputs = z.strictObject({
  statement: z.string().trim().min(1).max(8_192).describe('One or several statements, from wherever they come.'),
});

export class FactCheckTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'fact-check';
  override readonly aliases = ['fact_check'];
  readonly description =
    'Looks up every claim of a statement in the library and says of each whether the documents support it, contradict it or say nothing of it. Use it on what a user or another source asserts.';
  readonly inputSchema = Inputs;
  override readonly cacheable = true;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(
    tree: TreeData,
    { statement }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { claims } = await this.client.request(extractClaims, { answer: statement }, { parent: call });
    const checked = claims.slice(0, MAX_CLAIMS).map(statementOf);
    if (checked.length === 0) {
      yield new RecoverableError({ message: 'The statement claims nothing that could be checked.' });
      return;
    }
    yield new StatusUpdate(`Looking up ${checked.length} of ${claims.length} claims.`);
    const found = await mapConcurrently(checked, SEARCHES_AT_ONCE, (claim) => this.passagesFor(claim, tree, call));
    const passages = new Map(found.flat().map((passage) => [passage.chunkId, passage]));
    const sources = [...passages.values()].map((passage) => sourceOf(passage, new Map()));
    const request = { answer: checked.join('\n\n'), sources };
    const report = await this.client.request(detect, request, { parent: call });
    yield new Result({
      objects: report.verifications.map((verification) => ({ ...verification })),
      name: 'verifications',
      ...(report.confidence !== null && { confidence: report.confidence }),
      metadata: { statement, claims: checked.length, of: claims.length, explanation: report.explanation },
      llmMessage: 'Checked {claims} of {of} claims. {explanation}',
      sources,
    });
  }

  private async passagesFor(claim: string, tree: TreeData, call: ToolCall): Promise<Passage[]> {
    const collections = collectionsFor(tree);
    const { results } = await this.client.request(
      search,
      {
        query: claim,
        limit: PASSAGES_PER_CLAIM,
        min_relevance_score: MIN_RELEVANCE,
        include_synthesis: false,
        ...(collections && { knowledge_bases: collections }),
      },
      { parent: call },
    );
    return results.map(passageOf);
  }
}
