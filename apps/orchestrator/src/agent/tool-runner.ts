import { FoundPage, Passage, type AgentEvent, type Finding, type ToolFailure } from '@arbiter/contracts';
import type { Result, ToolOutput } from '@arbiter/tool-sdk';
import { z } from 'zod';
import type { ToolExecutor } from '../execution/tool-executor.js';
import { publishedName, tellFailure, type AgentRun } from './agent-run.js';
import type { Runnable } from './decision-maker.js';
import { PageReading } from '../answering/read-pages.js';
import { bridgeNames } from '../retrieval/resolve-names.js';

/** Runs one tool for the agent. Its outputs go into the run and on to the stream. */
export class ToolRunner {
  constructor(private readonly executor: ToolExecutor) {}

  /** @throws the reason of the call's signal; a tool that fails is told in the stream */
  async *run(chosen: Runnable, run: AgentRun): AsyncGenerator<AgentEvent, void, undefined> {
    const { tool, inputs } = chosen;
    const { inquiry, tree } = run;
    const outputs = this.executor.run({ tool: tool.name, parameters: inputs }, { call: inquiry.context, tree });
    let hasFailed = false;
    let next = await outputs.next();
    while (!next.done) {
      const { output, ms } = next.value;
      hasFailed ||= output.kind === 'error';
      for (const event of this.take(output, chosen, run))
        yield event.type === 'result' && ms !== undefined ? { ...event, ms } : event;
      next = await outputs.next();
    }
    const { success, error = '', suggestion, duration } = next.value;
    // Failures that the tool reported itself are in the stream already.
    if (!success && !hasFailed) yield* tellFailure(run, failureOf(chosen, error, suggestion));
    run.completed.push({ tool: tool.name, inputs, ms: duration });
    tree.tasksCompleted.set(tool.name, [...(tree.tasksCompleted.get(tool.name) ?? []), duration]);
  }

  private *take(output: ToolOutput, chosen: Runnable, run: AgentRun): Generator<AgentEvent> {
    switch (output.kind) {
      case 'status':
        yield { type: 'status', message: output.message };
        return;
      case 'token':
        yield { type: 'token', content: output.content };
        return;
      case 'error':
        yield* tellFailure(run, failureOf(chosen, output.message, output.suggestion ?? undefined), output.recoverable);
        return;
      case 'result':
        yield this.keep(output, chosen, run);
    }
  }

  private keep(result: Result, { tool, inputs }: Runnable, run: AgentRun): AgentEvent {
    run.tree.environment.add(tool.name, result);
    run.findings.push(findingOf(tool.name, inputs, result));
    run.found({
      query: queryOf(inputs) ?? run.inquiry.plan.originalQuery,
      passages: passagesOf(result),
      notices: noticesOf(result),
    });
    run.read(readingsOf(result));
    if (result.statement) run.stated({ ...result.statement, tool: tool.name });
    const { objects, metadata, payloadType } = result;
    return { type: 'result', tool: publishedName(tool), objects: [...objects], metadata, payload_type: payloadType };
  }
}

function failureOf({ tool, inputs }: Runnable, message: string, suggestion: string | undefined): ToolFailure {
  return { tool: tool.name, inputs, message, ...(suggestion !== undefined && { suggestion }) };
}

const MOST_TITLES = 10;
const LONGEST_NAME = 500;

/** The passages of a result, those of pages included, best first; none where its objects are something else. */
export function passagesOf({ payloadType, objects }: Pick<Result, 'payloadType' | 'objects'>): Passage[] {
  if (payloadType === 'chunks') return z.array(Passage).safeParse(objects).data ?? [];
  if (payloadType !== 'colqwen_pages') return [];
  const pages = z.array(FoundPage.strip().pick({ passages: true })).safeParse(objects).data ?? [];
  return pages.flatMap(({ passages }) => passages);
}

/** What a vision model read in pictures; none where the result is something else, or no model was there to read. */
function readingsOf({ payloadType, objects }: Result): PageReading[] {
  if (payloadType !== 'interpretations') return [];
  const readings = z.array(PageReading.strip()).safeParse(objects).data ?? [];
  return readings.filter(({ sentences }) => sentences.length > 0);
}

/** The remarks of a search, a sentence each. */
function noticesOf({ metadata }: Pick<Result, 'metadata'>): string[] {
  return z.array(z.string()).safeParse(metadata.notices).data ?? [];
}

/** The query of a search; undefined for tools that take no query. */
export function queryOf({ query }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof query === 'string' ? query : undefined;
}

/** The parts of a result that the decision rules read. */
export function findingOf(tool: string, inputs: Readonly<Record<string, unknown>>, result: Result): Finding {
  const passages = passagesOf(result);
  const [best] = passages;
  const query = queryOf(inputs) ?? '';
  const scores = passages.map(({ score }) => score);
  return {
    tool,
    name: result.name,
    inputs: { ...inputs },
    objects: result.objects.length,
    bestScore: scores.length > 0 ? Math.max(...scores) : (result.confidence ?? null),
    titles: namedOnce(passages.map(({ title }) => title)),
    names: namedOnce(bridgeNames(query, passages)),
    ...(best && {
      best: { chunkId: best.chunkId, documentId: best.documentId, collection: best.collection },
    }),
  };
}

function namedOnce(names: readonly string[]): string[] {
  const known = new Set(names.filter((name) => name !== '').map((name) => name.slice(0, LONGEST_NAME)));
  return [...known].slice(0, MOST_TITLES);
}
