import { ArbiterError, compareCodeUnits, ToolName, type ToolDescriptor } from '@arbiter/contracts';
import { BaseMcpTool } from './base-mcp-tool.js';
import type { TreeData } from './tree-data.js';

export interface UnavailableTool {
  readonly name: string;
  readonly reason: string;
}

export interface ToolAvailability {
  readonly available: readonly BaseMcpTool[];
  readonly unavailable: readonly UnavailableTool[];
}

export interface TriggeredTool {
  readonly tool: BaseMcpTool;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Names that have been looked at: a registry is made for every run, of the same tools. */
const WELL_FORMED = new Set<string>();

function isToolName(name: string): boolean {
  if (!WELL_FORMED.has(name) && ToolName.safeParse(name).success) WELL_FORMED.add(name);
  return WELL_FORMED.has(name);
}

/** The tools of one deployment, by all of their names. */
export class ToolRegistry {
  private readonly tools: BaseMcpTool[] = [];
  private readonly byName = new Map<string, BaseMcpTool>();

  constructor(tools: Iterable<BaseMcpTool> = []) {
    for (const tool of tools) this.register(tool);
  }

  /** @throws RangeError when a name or alias is malformed or taken; then nothing is registered */
  register(tool: BaseMcpTool): void {
    const names = [tool.name, ...tool.aliases];
    for (const [index, name] of names.entries()) {
      if (!isToolName(name)) throw new RangeError(`"${name}" is no name for a tool`);
      const holder = this.byName.get(name) ?? (names.indexOf(name) < index ? tool : undefined);
      if (holder) throw new RangeError(`the name "${name}" is taken by ${holder.name}`);
    }
    if (tool.name.includes('_')) throw new RangeError(`"${tool.name}" must be kebab-case; other names are aliases`);
    this.tools.push(tool);
    for (const name of names) this.byName.set(name, tool);
  }

  /** The tool of a name or alias. */
  find(name: string): BaseMcpTool | undefined {
    return this.byName.get(name);
  }

  /** @throws ArbiterError NOT_FOUND, with the names there are in `details.tools` */
  resolve(name: string): BaseMcpTool {
    const tool = this.byName.get(name);
    if (tool) return tool;
    throw new ArbiterError('NOT_FOUND', `There is no tool "${name}".`, {
      details: { tool: name, tools: this.names() },
    });
  }

  /** In code-unit order, without aliases. */
  names(): string[] {
    return this.tools.map(({ name }) => name).sort(compareCodeUnits);
  }

  /**
   * Descriptions for a planner or a model, in the order of the names, so the same tools make the same prompt.
   *
   * @param typicalMs usual duration of a tool, in milliseconds; undefined if unknown
   */
  list(typicalMs: (tool: string) => number | undefined = () => undefined): ToolDescriptor[] {
    return this.names().map((name) => {
      const typical = typicalMs(name);
      return { ...this.resolve(name).describe(), ...(typical !== undefined && { typicalMs: typical }) };
    });
  }

  /** Which tools can run in this state, and why the others cannot. One that fails at the question cannot. */
  async availableNow(tree: TreeData): Promise<ToolAvailability> {
    const asked = await Promise.all(
      this.tools.map(async (tool) => ({ tool, reason: await reasonAgainst(tool, tree) })),
    );
    return {
      available: asked.flatMap(({ tool, reason }) => (reason === undefined ? [tool] : [])),
      unavailable: asked.flatMap(({ tool, reason }) => (reason === undefined ? [] : [{ name: tool.name, reason }])),
    };
  }

  /** The available tools that want to run unasked, in the order in which they were registered. */
  async triggeredNow(tree: TreeData): Promise<TriggeredTool[]> {
    const asked = await Promise.all(
      // Most tools only run when they are chosen, and every question asks.
      this.tools.filter(mayRunUnasked).map(async (tool) => {
        if ((await reasonAgainst(tool, tree)) !== undefined) return [];
        const [wanted, inputs] = await tool.runIfTrue(tree);
        return wanted ? [{ tool, inputs }] : [];
      }),
    );
    return asked.flat();
  }
}

function mayRunUnasked(tool: BaseMcpTool): boolean {
  return tool.runIfTrue !== BaseMcpTool.prototype.runIfTrue;
}

async function reasonAgainst(tool: BaseMcpTool, tree: TreeData): Promise<string | undefined> {
  try {
    const availability = await tool.isToolAvailable(tree);
    return availability.available ? undefined : availability.reason;
  } catch (thrown) {
    return ArbiterError.from(thrown).message;
  }
}
