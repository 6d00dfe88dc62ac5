import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { BaseMcpTool, type Availability, type AutomaticRun } from './base-mcp-tool.js';
import { Result, type ToolOutput } from './tool-output.js';
import { ToolRegistry } from './tool-registry.js';
import { newTreeData, type TreeData } from './tree-data.js';

const Inputs = z.strictObject({ harbour: z.string().min(1), day: z.int().default(1) });

class TideTable extends BaseMcpTool<typeof Inputs> {
  override readonly aliases: readonly string[];
  readonly description = 'High and low water.';
  readonly inputSchema = Inputs;

  constructor(
    readonly name: string,
    aliases: readonly string[] = [],
  ) {
    super();
    this.aliases = aliases;
  }

  async *execute(_tree: TreeData, inputs: z.output<typeof Inputs>): AsyncGenerator<ToolOutput, void, undefined> {
    yield await Promise.resolve(new Result({ objects: [inputs] }));
  }
}

class AfterTides extends TideTable {
  override isToolAvailable({ environment }: TreeData): Promise<Availability> {
    if (environment.find('tide-table').length > 0) return Promise.resolve({ available: true });
    return Promise.resolve({ available: false, reason: 'No tides were read yet.' });
  }

  override runIfTrue({ collectionNames }: TreeData): Promise<AutomaticRun> {
    return Promise.resolve([collectionNames.includes('pilots'), { harbour: 'Wick' }]);
  }
}

class Broken extends TideTable {
  override isToolAvailable(): Promise<Availability> {
    return Promise.reject(new ArbiterError('UNAVAILABLE', 'The gauge is away.'));
  }
}

describe('ToolRegistry', () => {
  const registry = new ToolRegistry([new TideTable('tide-table', ['tide_table']), new AfterTides('after-tides')]);

  it('finds a tool by its name and by its alias', () => {
    expect(registry.resolve('tide_table')).toBe(registry.resolve('tide-table'));
  });

  it('names the tools there are when asked for another', () => {
    expect(() => registry.resolve('tides')).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', details: { tool: 'tides', tools: ['after-tides', 'tide-table'] } }),
    );
  });

  it.each([
    ['a name that is taken', new TideTable('tide-table'), 'is taken by tide-table'],
    ['an alias that is taken', new TideTable('other', ['tide_table']), 'is taken by tide-table'],
    ['an alias twice', new TideTable('other', ['x', 'x']), 'is taken by other'],
    ['a name in snake case', new TideTable('other_tool'), 'must be kebab-case'],
    ['a name with a blank', new TideTable('other tool'), 'is no name'],
  ])('refuses %s, and then holds nothing of it', (_what, tool, message) => {
    expect(() => registry.register(tool)).toThrow(message);
    expect(registry.find('other')).toBeUndefined();
    expect(registry.find('x')).toBeUndefined();
  });

  it('says which tools cannot run now, and why; one that fails at the question cannot', async () => {
    const tools = new ToolRegistry([new TideTable('tide-table'), new AfterTides('after-tides'), new Broken('broken')]);
    const tree = newTreeData('When is high water?');
    const { available, unavailable } = await tools.availableNow(tree);
    expect(available.map(({ name }) => name)).toEqual(['tide-table']);
    expect(unavailable).toEqual([
      { name: 'after-tides', reason: 'No tides were read yet.' },
      { name: 'broken', reason: 'The gauge is away.' },
    ]);
  });

  it('names what wants to run unasked, but only what can run', async () => {
    const tree = newTreeData('When is high water?', { collectionNames: ['pilots'] });
    expect(await registry.triggeredNow(tree)).toEqual([]);
    tree.environment.add('tide-table', new Result({ objects: [{ at: '06:12' }] }));
    const triggered = await registry.triggeredNow(tree);
    expect(triggered.map(({ tool, inputs }) => [tool.name, inputs])).toEqual([['after-tides', { harbour: 'Wick' }]]);
  });

  it('tells a planner the schema of what may be written, and what a tool takes where that is known', () => {
    const [, tides] = registry.list((name) => (name === 'tide-table' ? 120 : undefined));
    expect(tides).toEqual({
      name: 'tide-table',
      description: 'High and low water.',
      inputSchema: {
        type: 'object',
        properties: {
          harbour: { type: 'string', minLength: 1 },
          day: expect.objectContaining({ type: 'integer', default: 1 }),
        },
        required: ['harbour'],
        additionalProperties: false,
      },
      typicalMs: 120,
    });
    expect(registry.list()[0]).not.toHaveProperty('typicalMs');
  });
});

describe('the inputs of a tool', () => {
  const tool = new TideTable('tide-table');

  it('get their defaults', () => {
    expect(tool.parseInputs({ harbour: 'Wick' })).toEqual({ harbour: 'Wick', day: 1 });
  });

  it('are refused with every field at fault', () => {
    expect(() => tool.parseInputs({ harbour: 7, day: 'x' })).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        details: {
          tool: 'tide-table',
          issues: [expect.objectContaining({ path: ['harbour'] }), expect.objectContaining({ path: ['day'] })],
        },
      }),
    );
  });
});
