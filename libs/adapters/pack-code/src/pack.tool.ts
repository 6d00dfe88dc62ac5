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
import type { PackThread, RunMessage, ThreadRun } from './pack-thread.js';
import type { DescribedTool, ThreadOutput, ThreadTree } from './thread-protocol.js';

/** A tool of a pack, which runs in the thread of its pack. */
export class PackTool extends BaseMcpTool {
  readonly name: string;
  override readonly aliases: readonly string[];
  override readonly version: string;
  readonly description: string;
  override readonly cacheable: boolean;
  override readonly idempotent: boolean;
  override readonly timeoutMs: number;

  /** @param schema of the inputs, see `schemaOf`: one serves all runs, and is made when the first input is checked */
  constructor(
    private readonly described: DescribedTool,
    private readonly schema: () => z.ZodObject,
    private readonly thread: PackThread,
    private readonly library: ToolLibrary,
  ) {
    super();
    const { name, aliases, version, description, cacheable, idempotent, timeoutMs } = described;
    this.name = name;
    this.aliases = aliases;
    this.version = version;
    this.description = description;
    this.cacheable = cacheable;
    this.idempotent = idempotent;
    this.timeoutMs = timeoutMs;
  }

  get inputSchema(): z.ZodObject {
    return this.schema();
  }

  override describe(): ToolDescriptor {
    const { name, description, inputSchema } = this.described;
    return { name, description, inputSchema };
  }

  override async runIfTrue(tree: TreeData): Promise<AutomaticRun> {
    if (!this.described.triggers) return NOT_WANTED;
    const never = new AbortController().signal;
    const { triggerMs: timeoutMs } = this.thread.limits;
    try {
      // Its start is not the tool's fault.
      await this.thread.load();
      return await withDeadline(never, { timeoutMs, what: this.name }, (signal) => this.asks(tree, signal));
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
    const requests = new RunRequests(this.library, run, call);
    try {
      for (;;) {
        const message = await run.next();
        if (message.type === 'done') return;
        if (message.type === 'failed') throw new ArbiterError(message.error.code, message.error.message);
        requests.serve(message);
        if (message.type !== 'output') continue;
        yield await this.read(message.output, requests);
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
      // With invalid inputs the tool is not called at all.
      return this.inputSchema.safeParse(message.inputs).success ? [true, message.inputs] : NOT_WANTED;
    } finally {
      run.end();
    }
  }

  private async read(output: ThreadOutput, requests: RunRequests): Promise<ToolOutput> {
    switch (output.kind) {
      case 'status':
        return new StatusUpdate(output.message);
      case 'token':
        return new TokenUpdate(output.content);
      case 'error':
        return new RecoverableError(output);
      case 'result': {
        const { kind: _kind, confidence, statement, ...fields } = output;
        for (const passage of statement?.passages ?? []) {
          if (!(await requests.holds(passage)))
            throw new ArbiterError(
              'INTERNAL',
              `${this.name} cites words that do not stand in the document "${passage.documentId}".`,
            );
        }
        return new Result({
          ...fields,
          ...(confidence !== undefined && { confidence }),
          ...(statement && { statement }),
        });
      }
    }
  }
}

/** What one run asks of the library, and which texts it was given. */
class RunRequests {
  readonly #texts = new Map<string, string>();
  readonly #computing = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();

  constructor(
    private readonly library: ToolLibrary,
    private readonly run: ThreadRun,
    private readonly call: ToolCall,
  ) {}

  /** Answers a request of the thread. Other messages are left alone. */
  serve(message: RunMessage): void {
    switch (message.type) {
      case 'ask':
        this.#tell(message.ask, () => this.#request(message.operation, message.input));
        return;
      case 'record':
        this.#tell(message.ask, () => this.library.record(message.name, () => this.#compute(message.ask), this.call));
        return;
      case 'computed':
        this.#computing.get(message.ask)?.resolve(message.value);
        return;
      case 'not-computed':
        this.#computing.get(message.ask)?.reject(new ArbiterError(message.error.code, message.error.message));
    }
  }

  /** Whether the words of a passage stand in the library where it says: users are shown it as a source. */
  async holds({ documentId, start, end, text }: Passage): Promise<boolean> {
    if (!this.#texts.has(documentId)) await this.#request(getDocumentText.name, { documentId });
    return this.#texts.get(documentId)?.slice(start, end) === text;
  }

  async #request(operation: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
    const value = await this.library.request(operation, input, this.call);
    if (operation === getDocumentText.name)
      this.#texts.set(String(input.documentId), getDocumentText.output.parse(value).text);
    return value;
  }

  #compute(ask: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#computing.set(ask, { resolve, reject });
      this.run.send({ type: 'compute', ask });
    });
  }

  #tell(ask: number, answer: () => Promise<unknown>): void {
    abortable(this.call.signal, answer).then(
      (value) => this.run.send({ type: 'told', ask, value }),
      (thrown: unknown) => {
        const { code, message } = ArbiterError.from(thrown);
        this.run.send({ type: 'refused', ask, error: { code, message } });
      },
    );
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

/**
 * The schema as it travelled. What JSON Schema cannot say is checked in the thread.
 *
 * @throws ArbiterError INVALID_REQUEST where it describes no object
 */
export function schemaOf({ name, inputSchema }: DescribedTool): z.ZodObject {
  const schema = z.fromJSONSchema(inputSchema);
  if (schema instanceof z.ZodObject) return schema;
  throw new ArbiterError('INVALID_REQUEST', `The inputs of ${name} are no object: make inputSchema a z.object.`);
}
