import type { LoadedPackTool, ShippedCode } from '@arbiter/adapters-pack-code';
import type { PackCode } from '@arbiter/ports';
import { BaseMcpTool, newTreeData, Result, ToolRegistry } from '@arbiter/tool-sdk';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { contextOf, drain, workbench } from '../../test/tool-workbench.js';
import { DomainTool } from './domain.tool.js';
import { grantedTo, openPackTools, withFreeNames } from './pack-tools.js';

/** A tool that says who asked. */
class Dice extends BaseMcpTool {
  readonly description = 'Throws dice.';
  readonly inputSchema = z.strictObject({});

  constructor(readonly name: string) {
    super();
  }

  async *execute() {
    yield await Promise.resolve(new Result({ objects: [{ thrown: this.name }] }));
  }
}

const toolOf = (name: string, entry = `${name}.ts`, ...aliases: string[]): LoadedPackTool => ({
  ...{ entry, name, aliases },
  create: () => new Dice(name),
});
const NOBODY = {
  request: () => Promise.reject(new Error('nobody')),
  record: () => Promise.reject(new Error('nobody')),
};

const packOf = (domain: string, ...custom: string[]) => ({
  config: { domain, tools: { custom } },
  collections: [`${domain}_units`, `${domain}_rules`],
});
const withCode = (pack: ReturnType<typeof packOf>, digest: string) => ({
  ...pack,
  code: { domain: pack.config.domain, folder: digest, modules: [], parsers: [] },
});

/** Opens packs beside a shipped one, `game`, whose unchanged code is in the folder `as-built`. */
async function opened(allowed: boolean, ...packs: Parameters<typeof openPackTools>[0]) {
  const loaded: string[] = [];
  const closed: string[] = [];
  const shipped: ShippedCode = {
    domain: 'game',
    digests: {},
    tools: [toolOf('dice', 'tools.mjs#DiceTool'), toolOf('coin', 'tools.mjs#CoinTossTool')],
    problems: [],
    matches: ({ domain, folder }) => Promise.resolve(domain === 'game' && folder === 'as-built'),
    close: () => Promise.resolve(void closed.push('game, shipped')),
  };
  const load = ({ domain }: PackCode) => {
    loaded.push(domain);
    const problems = [{ entry: 'torn.ts', message: 'It is torn.', line: 1 }];
    const close = () => Promise.resolve(void closed.push(domain));
    return Promise.resolve({ tools: [toolOf(`${domain}-dice`, 'dice.ts')], problems, close });
  };
  const tools = await openPackTools(packs, { allowed, shipped: [shipped], load });
  await tools.close();
  const granted = tools.granted.map(({ tool, packs: named }) => [
    tool.name,
    ...named.flatMap(({ collections }) => collections),
  ]);
  return { ...tools, granted, grants: tools.granted, loaded, closed };
}

const GAME = withCode(packOf('game', 'tools.mjs#DiceTool'), 'as-built');
const EVIL = withCode(packOf('evil', 'dice.ts', 'torn.ts'), 'elsewhere');

describe('the code of packs', () => {
  it('runs as it came with Arbiter, and no other unless it is allowed', async () => {
    const { granted, missing, loaded } = await opened(false, GAME, EVIL, packOf('plain'));
    expect(granted).toEqual([['dice', 'game_units', 'game_rules']]);
    expect(loaded).toEqual([]);
    expect(missing).toEqual([
      { domain: 'evil', entry: 'dice.ts', reason: expect.stringContaining('--allow-pack-code') },
      { domain: 'evil', entry: 'torn.ts', reason: expect.stringContaining('--allow-pack-code') },
    ]);
  });

  it('needs the same permission once it has been changed, and says so', async () => {
    const changed = withCode(packOf('game', 'tools.mjs#DiceTool'), 'changed');
    const { granted, missing } = await opened(false, changed);
    expect(granted).toEqual([]);
    expect(missing).toMatchObject([
      {
        entry: 'tools.mjs#DiceTool',
        reason: expect.stringMatching(/is not the code that came with Arbiter: .*--allow-pack-code/),
      },
    ]);
    expect((await opened(true, changed)).loaded).toEqual(['game']);
  });

  it('is loaded of all that bring some once it is allowed, and ended with the arm', async () => {
    const { granted, missing, loaded, closed } = await opened(true, GAME, EVIL);
    expect(granted.map(([name]) => name)).toEqual(['dice', 'evil-dice']);
    expect(missing).toEqual([{ domain: 'evil', entry: 'torn.ts', reason: 'It is torn.' }]);
    expect(loaded).toEqual(['evil']);
    expect(closed).toEqual(['game, shipped', 'evil']);
  });

  it('are those of the packs that a caller may use, and no pack takes a name from another tenant', async () => {
    const { grants } = await opened(
      false,
      packOf('other.game', 'DiceTool'),
      { ...packOf('acme.game', 'DiceTool', 'CoinTossTool'), collections: ['acme.units'] },
      { ...packOf('other.reach', 'CoinTossTool'), collections: ['acme.units'] },
    );
    const granted = (tenant: string | null) =>
      grantedTo(tenant === null ? null : { name: 'x', role: 'reader', tenant, groups: null }, grants).map(
        ({ tool, packs }) => [tool.name, ...packs.map(({ domain }) => domain)],
      );
    expect(granted(null)).toEqual([
      ['dice', 'other.game', 'acme.game'],
      ['coin', 'acme.game', 'other.reach'],
    ]);
    expect(granted('acme')).toEqual([
      ['dice', 'acme.game'],
      ['coin', 'acme.game'],
    ]);
    expect(granted('other')).toEqual([['dice', 'other.game']]);
  });

  it('takes no name that another tool has, by name or alias', () => {
    const granted = [toolOf('a', 'a.ts', 'query'), toolOf('dice'), toolOf('b', 'b.ts', 'dice'), toolOf('c')];
    const all = granted.map((tool) => ({ tool, packs: [] }));
    expect(withFreeNames(all, ['query']).map(({ tool }) => tool.name)).toEqual(['dice', 'c']);
  });
});

describe('tools that came with Arbiter', () => {
  it('are named by their classes by any pack, each once for all domains that name it', async () => {
    const { granted, missing } = await opened(false, GAME, packOf('other', 'DiceTool', 'Odd', 'toString'));
    expect(granted).toEqual([['dice', 'game_units', 'game_rules', 'other_units', 'other_rules']]);
    expect(missing.map(({ entry, reason }) => [entry, reason])).toEqual([
      ['Odd', 'nothing here provides it'],
      ['toString', 'nothing here provides it'],
    ]);
  });

  it.each(['CoinTossTool', 'CoinToss', 'coin-toss', 'coin_toss'])(
    'are known however a pack writes them: %s',
    async (name) => {
      expect((await opened(false, packOf('other', name))).granted).toEqual([['coin', 'other_units', 'other_rules']]);
    },
  );

  it('take part in questions of their domains, and in no others', async () => {
    const { grants } = await opened(false, GAME);
    const tools = grants.map(
      ({ tool, packs }) =>
        new DomainTool(tool.create(NOBODY), new Set(packs.flatMap(({ collections }) => collections))),
    );
    const registry = new ToolRegistry(tools);
    const treeOf = (...collectionNames: string[]) => newTreeData('Throw a die.', { collectionNames });
    expect((await registry.availableNow(treeOf('game_units'))).unavailable).toEqual([]);
    expect((await registry.availableNow(treeOf('coast'))).unavailable).toHaveLength(1);
    expect((await registry.availableNow(treeOf())).unavailable).toHaveLength(1);
    const context = { ...contextOf(), tree: treeOf('game_units'), previousResults: new Map() };
    const { result } = await drain(workbench(tools).executor.run({ tool: 'dice', parameters: {} }, context));
    expect(result).toMatchObject({ tool: 'dice', success: true, data: [{ objects: [{ thrown: 'dice' }] }] });
  });
});
