import { abortable, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, getDocumentText, type Passage, type ToolDescriptor } from '@arbiter/contracts';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  StatusUpdate,
  TokenUpdate,
  type AutomaticRun,
  type ToolCall,
  type ToolLibrary,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import type { PackThread, ThreadRun } from './pack-thread.js';
import type { DescribedTool, ThreadOutput, ThreadTree } from './thread-protocol.js';

/** For saying whether to run; what takes longer does not want to. */
const TRIGGER_MS = 250;

/** A tool of a pack, which runs in the thread of its pack. */
export class PackTool extends BaseMcpTool {
  readonly name: string;
  override readonly aliases: readonly string[];
  override readonly version: string;
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  override readonly cacheable: boolean;
  override readonly idempotent: boolean;
  override readonly timeoutMs: number;

  /** @throws ArbiterError INVALID_REQUEST where the schema of its inputs describes no object */
  constructor(
    private readonly described: DescribedTool,
    private readonly thread: PackThread,
    private readonly library: ToolLibrary,
  ) {
    super();
    const { name, aliases, version, description, cacheable, idempotent, timeoutMs } = described;
    this.name = name;
    this.aliases = aliases;
    this.version = version;
    this.description = description;
    this.inputSchema = schemaOf(described);
    this.cacheable = cacheable;
    this.idempotent = idempotent;
    this.timeoutMs = timeoutMs;
  }

  override describe(): ToolDescriptor {
    const { name, description, inputSchema } = this.described;
    return { name, description, inputSchema };
  }

  override async runIfTrue(tree: TreeData): Promise<AutomaticRun> {
    if (!this.described.triggers) return NOT_WANTED;
    const never = new AbortController().signal;
    try {
      return await withDeadline(never, { timeoutMs: TRIGGER_MS, what: this.name }, (signal) => this.asks(tree, signal));
    } catch {
      return NOT_WANTED;
    }
  }

  async *execute(
    tree: TreeData,
    inputs: Record<string, unknown>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { deadline, requestId, traceparent } = call;
    const run = await this.thread.run(
      {
        type: 'run',
        entry: this.described.entry,
        inputs,
        tree: treeOf(tree),
        call: { deadline, requestId, traceparent },
        previousResults: [...call.previousResults],
      },
      call.signal,
    );
    try {
      for (;;) {
        const message = await run.next();
        if (message.type === 'done') return;
        if (message.type === 'failed') throw new ArbiterError(message.error.code, message.error.message);
        if (message.type === 'ask') this.answer(message, run, call);
        if (message.type !== 'output') continue;
        yield await this.read(message.output, call);
        run.send({ type: 'more', id: run.id });
      }
    } finally {
      run.end();
    }
  }

  private async asks(tree: TreeData, signal: AbortSignal): Promise<AutomaticRun> {
    const run = await this.thread.run({ type: 'trigger', entry: this.described.entry, tree: treeOf(tree) }, signal);
    try {
      const message = await run.next();
      if (message.type !== 'triggered' || !message.wanted) return NOT_WANTED;
      // What it would be called with wrongly, it is not called with at all.
      return this.inputSchema.safeParse(message.inputs).success ? [true, message.inputs] : NOT_WANTED;
    } finally {
      run.end();
    }
  }

  private answer(
    {
      ask,
      operation,
      input,
    }: { readonly ask: number; readonly operation: string; readonly input: Record<string, unknown> },
    run: ThreadRun,
    call: ToolCall,
  ): void {
    abortable(call.signal, () => this.library.request(operation, input, call)).then(
      (value) => run.send({ type: 'told', ask, value }),
      (thrown: unknown) => {
        const { code, message } = ArbiterError.from(thrown);
        run.send({ type: 'refused', ask, error: { code, message } });
      },
    );
  }

  private async read(output: ThreadOutput, call: ToolCall): Promise<ToolOutput> {
    switch (output.kind) {
      case 'status':
        return new StatusUpdate(output.message);
      case 'token':
        return new TokenUpdate(output.content);
      case 'error':
        return new RecoverableError(output);
      case 'result': {
        const { kind: _kind, confidence, statement, ...fields } = output;
        for (const passage of statement?.passages ?? []) await this.verify(passage, call);
        return new Result({
          ...fields,
          ...(confidence !== undefined && { confidence }),
          ...(statement && { statement }),
        });
      }
    }
  }

  /** What a user is shown as a source is one: its words stand in the library where the passage says. */
  private async verify({ documentId, start, end, text }: Passage, call: ToolCall): Promise<void> {
    const told = await this.library.request(getDocumentText.name, { documentId }, call);
    const { text: stored } = getDocumentText.output.parse(told);
    if (stored.slice(start, end) === text) return;
    throw new ArbiterError('INTERNAL', `${this.name} cites words that do not stand in the document "${documentId}".`);
  }
}

const NOT_WANTED: AutomaticRun = [false, {}];

function treeOf({ userPrompt, collectionNames, conversationHistory, tasksCompleted }: TreeData): ThreadTree {
  return {
    userPrompt,
    collectionNames: [...collectionNames],
    conversationHistory: conversationHistory.map(({ role, content }) => ({ role, content })),
    completed: [...tasksCompleted.keys()],
  };
}

/** The schema as it travelled. What JSON Schema cannot say is checked in the thread. */
function schemaOf({ name, inputSchema }: DescribedTool): z.ZodObject {
  const schema = z.fromJSONSchema(inputSchema);
  if (schema instanceof z.ZodObject) return schema;
  throw new ArbiterError('INVALID_REQUEST', `The inputs of ${name} are no object: make inputSchema a z.object.`);
}
