import { synthesize } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  type AutomaticRun,
  type Availability,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { NO_PASSAGES } from './gathered.js';
import { synthesizeFound } from './synthesis.tools.js';

/** From here on the environment is summarised unasked, and how long the summary may be (design document 004). */
export const SUMMARIZE_FROM_TOKENS = 50_000;
const DEFAULT_SUMMARY_TOKENS = 5_000;
/** A sentence of prose is some 25 words; the estimate of tokens is on the high side. */
const TOKENS_PER_SENTENCE = 60;
/** Of a synthesis (contracts). */
const MAX_SENTENCES = 50;

const Inputs = z.strictObject({
  max_summary_tokens: z
    .int()
    .min(TOKENS_PER_SENTENCE)
    .max(20_000)
    .default(DEFAULT_SUMMARY_TOKENS)
    .describe('How long the summary may be.'),
});

/** Puts a summary in the place of all that was found. What it leaves out stays where citations can find it. */
export class SummarizeTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'summarize';
  readonly description =
    'Replaces all that was found by a summary with citations. Runs by itself when there is too much to read.';
  readonly inputSchema = Inputs;
  override readonly idempotent = false;
  override readonly timeoutMs = synthesize.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  override isToolAvailable({ environment }: TreeData): Promise<Availability> {
    return Promise.resolve(environment.isEmpty() ? { available: false, reason: NO_PASSAGES } : { available: true });
  }

  override runIfTrue({ environment }: TreeData): Promise<AutomaticRun> {
    const isTooMuch = environment.estimateTokens() > SUMMARIZE_FROM_TOKENS;
    return Promise.resolve([isTooMuch, isTooMuch ? { max_summary_tokens: DEFAULT_SUMMARY_TOKENS } : {}]);
  }

  async *execute(
    tree: TreeData,
    { max_summary_tokens }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const maxSentences = Math.min(MAX_SENTENCES, Math.floor(max_summary_tokens / TOKENS_PER_SENTENCE));
    const task = { query: tree.userPrompt, queryType: 'list_building' as const, subQueries: [], maxSentences };
    const written = await synthesizeFound(this.client, task, tree, call);
    if (!written && tree.environment.isEmpty()) {
      yield new RecoverableError({ message: NO_PASSAGES, suggestion: 'Find some with hybrid-search.' });
      return;
    }
    // Results other than passages keep the message of their tool.
    const others = tree.environment.visible().filter(({ payloadType }) => payloadType !== 'chunks');
    const also = others.map(({ tool, message }) => `${tool}: ${message}`);
    const before = tree.environment.estimateTokens();
    tree.environment.archive();
    yield new Result({
      objects: [{ summary: written?.text ?? '', citations: written?.citations ?? [], also }],
      name: 'summary',
      metadata: { before, citations: written?.citations.length ?? 0 },
      llmMessage: 'What was found ({before} tokens) was summarised; {citations} places are cited.',
    });
  }
}
