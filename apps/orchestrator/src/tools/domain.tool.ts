import {
  BaseMcpTool,
  type AutomaticRun,
  type Availability,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import type { z } from 'zod';

/** A tool of a domain: it takes part in questions of that domain, and in no others. */
export class DomainTool extends BaseMcpTool {
  readonly name: string;
  override readonly aliases: readonly string[];
  override readonly version: string;
  readonly description: string;
  override readonly end: boolean;
  override readonly cacheable: boolean;
  override readonly idempotent: boolean;
  override readonly timeoutMs: number;

  /** @param collections of the domains whose packs name the tool */
  constructor(
    private readonly tool: BaseMcpTool,
    readonly collections: ReadonlySet<string>,
  ) {
    super();
    const { name, aliases, version, description, end, cacheable, idempotent, timeoutMs } = tool;
    this.name = name;
    this.aliases = aliases;
    this.version = version;
    this.description = description;
    this.end = end;
    this.cacheable = cacheable;
    this.idempotent = idempotent;
    this.timeoutMs = timeoutMs;
  }

  get inputSchema(): z.ZodObject {
    return this.tool.inputSchema;
  }

  override isToolAvailable(tree: TreeData): Promise<Availability> {
    if (this.isAsked(tree)) return this.tool.isToolAvailable(tree);
    return Promise.resolve({ available: false, reason: 'the question names no domain that has this tool' });
  }

  override runIfTrue(tree: TreeData): Promise<AutomaticRun> {
    return this.isAsked(tree) ? this.tool.runIfTrue(tree) : Promise.resolve([false, {}]);
  }

  override execute(
    tree: TreeData,
    inputs: Record<string, unknown>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    return this.tool.execute(tree, inputs, call);
  }

  private isAsked({ collectionNames }: TreeData): boolean {
    return collectionNames.some((name) => this.collections.has(name));
  }
}
