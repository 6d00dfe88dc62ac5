import { ArbiterError, toolSchemaOf, type Principal, type ToolDescriptor, type ToolResult } from '@arbiter/contracts';
import type { z } from 'zod';
import { parameterIssuesOf } from './tool-parameters.js';
import type { ToolOutput } from './tool-output.js';
import type { TreeData } from './tree-data.js';

/**
 * Context of one run of a tool. A tool that calls operations passes it as the `parent` of those calls: it has all the
 * fields that they carry over.
 */
export interface ToolCall {
  /** Aborts when the result is no longer wanted or the time is over; hand it on to everything that leaves the process. */
  readonly signal: AbortSignal;
  /** When the signal aborts at the latest: epoch milliseconds. */
  readonly deadline: number;
  /** The same for all that is done for one request of a client. */
  readonly requestId: string;
  /** W3C trace context. */
  readonly traceparent: string;
  /** The caller; null if unknown. */
  readonly principal: Principal | null;
  /** Results of earlier steps, by their ids; empty outside of a plan. */
  readonly previousResults: ReadonlyMap<string, ToolResult>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string };

/** Whether a tool should run unasked, and with what. */
export type AutomaticRun = readonly [boolean, Readonly<Record<string, unknown>>];

/**
 * A tool, as its author writes it. One object serves all runs at the same time, so it holds no state of any of them: that
 * is in the tree and in the call.
 */
export abstract class BaseMcpTool<Schema extends z.ZodObject = z.ZodObject> {
  /** Kebab-case, unique in the registry. */
  abstract readonly name: string;
  /** Names under which other designs publish the same tool. */
  readonly aliases: readonly string[] = [];
  /** Changes when the same inputs would give another result, so that nothing cached before is used. */
  readonly version: string = '1';
  /** Says what the tool does and when to use it, for the model that chooses. */
  abstract readonly description: string;
  abstract readonly inputSchema: Schema;
  /** Schema of each object of its results; absent: any. Objects of tools from packs are checked against it. */
  readonly outputSchema?: z.ZodObject;
  /** Whether its result can be the last thing of a run: it speaks to the user. */
  readonly end: boolean = false;
  /** Whether the same inputs give the same result as long as no collection changes. */
  readonly cacheable: boolean = false;
  /** Whether running it twice does no more than running it once: only then is it tried again. */
  readonly idempotent: boolean = true;
  /**
   * Inputs that must be the person's own words where a model chooses them, because the tool reaches beyond the library or
   * changes it, and no document may make it do so. `address`: stands in the question; `words`: each word does; `text`: all
   * of it does.
   */
  readonly spokenInputs: Readonly<Record<string, 'address' | 'words' | 'text'>> = {};
  /** Longest time of one attempt, in milliseconds. */
  readonly timeoutMs: number = 30_000;

  /** Whether it can do anything in this state; the reason is shown to the model. Does not leave the process. */
  isToolAvailable(_tree: TreeData): Promise<Availability> {
    return Promise.resolve({ available: true });
  }

  /** Asked before every decision: whether to run without being chosen. Does not leave the process. */
  runIfTrue(_tree: TreeData): Promise<AutomaticRun> {
    return Promise.resolve([false, {}]);
  }

  /**
   * Does the work. Yields results, and what goes wrong where another choice may help.
   *
   * @param inputs as the schema gives them, defaults filled in
   * @throws ArbiterError for what went wrong otherwise; a retryable one may be followed by another attempt
   */
  abstract execute(
    tree: TreeData,
    inputs: z.output<Schema>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined>;

  /** @throws ArbiterError INVALID_REQUEST, with all that is wrong in `details.issues` */
  parseInputs(inputs: unknown): z.output<Schema> {
    const parsed = this.inputSchema.safeParse(inputs);
    if (parsed.success) return parsed.data;
    const issues = parameterIssuesOf(parsed.error);
    throw new ArbiterError('INVALID_REQUEST', `Wrong inputs for ${this.name}: ${issues[0]?.message ?? ''}`, {
      details: { tool: this.name, issues },
    });
  }

  /** @throws ArbiterError INTERNAL for an object that {@link outputSchema} does not allow */
  parseObject(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (!this.outputSchema) return object;
    const parsed = this.outputSchema.safeParse(object);
    if (parsed.success) return parsed.data;
    const issues = parameterIssuesOf(parsed.error);
    throw new ArbiterError(
      'INTERNAL',
      `${this.name} made what its schema does not allow: ${issues[0]?.message ?? ''}`,
      {
        details: { tool: this.name, issues },
      },
    );
  }

  /** Description of the tool for a planner or a model. */
  describe(): ToolDescriptor {
    return { name: this.name, description: this.description, inputSchema: jsonSchemaOf(this.inputSchema) };
  }
}

/** Schemas as JSON: tools are made for every run, and described to a planner for every question; their schemas stay. */
const JSON_SCHEMAS = new WeakMap<z.ZodObject, ToolDescriptor['inputSchema']>();

function jsonSchemaOf(schema: z.ZodObject): ToolDescriptor['inputSchema'] {
  const known = JSON_SCHEMAS.get(schema);
  if (known) return known;
  const made = toolSchemaOf(schema, 'input');
  JSON_SCHEMAS.set(schema, made);
  return made;
}
