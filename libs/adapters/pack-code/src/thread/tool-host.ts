import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser } from '@arbiter/tool-sdk';
import {
  Environment,
  newTreeData,
  type Result,
  type BaseMcpTool,
  type ToolCall,
  type ToolLibrary,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import {
  type Failure,
  type FromThread,
  RELATED,
  type ThreadOutput,
  type ThreadTree,
  type ToThread,
} from '../thread-protocol.js';
import { RelatedFolders } from './related-folders.js';

type Run = Extract<ToThread, { type: 'run' }>;

/** Runs the tools of a thread, each run under the id that it was given, and asks for what they want of the library. */
export class ToolHost {
  private readonly running = new Map<number, { readonly stop: AbortController; wake: (() => void) | null }>();
  private readonly asked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  private readonly computing = new Map<number, { readonly id: number; readonly compute: () => Promise<unknown> }>();
  private asks = 0;
  tools: ReadonlyMap<string, BaseMcpTool> = new Map();
  parsers: ReadonlyMap<string, DocumentParser> = new Map();
  private readonly folders = new RelatedFolders((id, name) => this.ask(id, RELATED, { name }) as Promise<Uint8Array>);

  constructor(private readonly send: (message: FromThread) => void) {}

  /** For the run whose call is handed on with the request. */
  readonly library: ToolLibrary = {
    request: (operation, input, { metadata }) => this.ask(Number(metadata[RUN]), operation, { ...input }),
    record: <T>(name: string, compute: () => Promise<T>, { metadata }: ToolCall) =>
      new Promise<T>((resolve, reject) => {
        const [ask, id] = [(this.asks += 1), Number(metadata[RUN])];
        this.asked.set(ask, { resolve: resolve as (value: unknown) => void, reject });
        this.computing.set(ask, { id, compute });
        this.send({ type: 'record', id, ask, name });
      }),
  };

  receive(message: ToThread): void {
    switch (message.type) {
      case 'run':
        void this.run(message);
        return;
      case 'trigger':
        void this.trigger(message);
        return;
      case 'parse':
        void this.parse(message);
        return;
      case 'more':
        this.running.get(message.id)?.wake?.();
        return;
      case 'abort': {
        const run = this.running.get(message.id);
        run?.stop.abort(new ArbiterError('CANCELLED', 'The run is over.'));
        run?.wake?.();
        return;
      }
      case 'compute':
        void this.compute(message.ask);
        return;
      case 'told':
        this.answered(message.ask)?.resolve(message.value);
        return;
      case 'refused':
        this.answered(message.ask)?.reject(new ArbiterError(message.error.code, message.error.message));
    }
  }

  private ask(id: number, operation: string, input: Record<string, unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ask = (this.asks += 1);
      this.asked.set(ask, { resolve, reject });
      this.send({ type: 'ask', id, ask, operation, input });
    });
  }

  private answered(ask: number) {
    const waiting = this.asked.get(ask);
    this.asked.delete(ask);
    this.computing.delete(ask);
    return waiting;
  }

  private async compute(ask: number): Promise<void> {
    const computation = this.computing.get(ask);
    if (!computation) return;
    const { id, compute } = computation;
    try {
      this.send({ type: 'computed', id, ask, value: await compute() });
    } catch (thrown) {
      this.send({ type: 'not-computed', id, ask, error: failureOf(thrown) });
    }
  }

  private async run({ id, entry, inputs, tree, call, previousResults }: Run): Promise<void> {
    const stop = new AbortController();
    const state = { stop, wake: null as (() => void) | null };
    this.running.set(id, state);
    try {
      const tool = this.toolOf(entry);
      const { signal } = stop;
      const results = new Map(previousResults) as never;
      const toolCall = { ...call, signal, principal: null, previousResults: results, metadata: { [RUN]: id } };
      for await (const output of tool.execute(treeOf(tree), tool.parseInputs(inputs), toolCall)) {
        const taken = new Promise<void>((resolve) => (state.wake = resolve));
        this.send({ type: 'output', id, output: plain(output, tool) });
        await taken;
        signal.throwIfAborted();
      }
      this.send({ type: 'done', id });
    } catch (thrown) {
      this.send({ type: 'failed', id, error: failureOf(thrown) });
    } finally {
      this.running.delete(id);
    }
  }

  private async parse({ id, entry, wanted, document }: Extract<ToThread, { type: 'parse' }>): Promise<void> {
    const stop = new AbortController();
    this.running.set(id, { stop, wake: null });
    try {
      const parser = this.parsers.get(entry);
      if (!parser) throw new ArbiterError('NOT_FOUND', `There is no parser "${entry}".`);
      const { related, ...rest } = document;
      const request = { ...rest, signal: stop.signal, ...(related && { related: this.folders.of(related, id) }) };
      const value = await (wanted === 'document' ? parser.parse(request) : (parser.relatedDigest?.(request) ?? ''));
      this.send({ type: 'parsed', id, value });
    } catch (thrown) {
      this.send({ type: 'failed', id, error: failureOf(thrown) });
    } finally {
      this.running.delete(id);
    }
  }

  private async trigger({ id, entry, tree }: Extract<ToThread, { type: 'trigger' }>): Promise<void> {
    try {
      const [wanted, inputs] = await this.toolOf(entry).runIfTrue(treeOf(tree));
      this.send({ type: 'triggered', id, wanted, inputs: { ...inputs } });
    } catch (thrown) {
      this.send({ type: 'failed', id, error: failureOf(thrown) });
    }
  }

  private toolOf(entry: string): BaseMcpTool {
    const tool = this.tools.get(entry);
    if (tool) return tool;
    throw new ArbiterError('NOT_FOUND', `There is no tool "${entry}".`);
  }
}

/** In the metadata of a call: which run asks the library. */
const RUN = 'arbiter.run';

function treeOf({ userPrompt, collectionNames, conversationHistory, completed }: ThreadTree): TreeData {
  const tree = newTreeData(userPrompt, { collectionNames, conversationHistory, environment: new Environment() });
  for (const name of completed) tree.tasksCompleted.set(name, [0]);
  return tree;
}

/** @throws ArbiterError INTERNAL where objects are not what the tool's schema of them says */
function plain(output: ToolOutput, tool: BaseMcpTool): ThreadOutput {
  switch (output.kind) {
    case 'status':
      return { kind: 'status', message: output.message };
    case 'token':
      return { kind: 'token', content: output.content };
    case 'error': {
      const { kind, message, recoverable, suggestion } = output;
      return { kind, message, recoverable, suggestion };
    }
    case 'result':
      return plainResult(output, tool);
  }
}

function plainResult(output: Result, tool: BaseMcpTool): ThreadOutput {
  const { kind, objects, metadata, name, payloadType, llmMessage, confidence, statement } = output;
  const checked = objects.map((object) => tool.parseObject(object));
  return {
    ...{ kind, objects: checked, metadata, name, payloadType, llmMessage },
    ...(confidence !== undefined && { confidence }),
    ...(statement && { statement: { text: statement.text, passages: [...statement.passages] } }),
  };
}

function failureOf(thrown: unknown): Failure {
  if (thrown instanceof ArbiterError) {
    const { code, message } = thrown;
    return { code, message: message.slice(0, MOST_SAID) };
  }
  // An error of the pack's context is none of our classes.
  const message = String((thrown as Partial<Error> | undefined)?.message ?? thrown);
  return { code: 'INTERNAL', message: message.slice(0, MOST_SAID) };
}

const MOST_SAID = 2_000;
