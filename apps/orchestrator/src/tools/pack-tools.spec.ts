import { describe, expect, it } from '@jest/globals';
import type { PackCode } from '@arbiter/ports';
import { openPackTools, withFreeNames } from './pack-tools.js';

const SHIPPED = '/arbiter/domains';
const packAt = (folder: string, domain: string) => ({
  collections: [domain],
  code: { domain, folder, modules: [{ entry: 'dice.ts', file: 'dice.ts', exportName: 'default' }] },
});
const toolOf = (name: string, ...aliases: string[]) => ({
  entry: `${name}.ts`,
  name,
  aliases,
  create: () => {
    throw new Error('nobody runs it');
  },
});

/** Which domains' code is loaded, and what is said of the rest. */
async function openedOf(allowed: boolean) {
  const loaded: string[] = [];
  let closed = 0;
  const load = ({ domain }: PackCode) => {
    loaded.push(domain);
    const problems = [{ entry: 'torn.ts', message: 'It is torn.', line: 1 }];
    const close = () => Promise.resolve(void (closed += 1));
    return Promise.resolve({ tools: [toolOf(`${domain}-dice`)], problems, close });
  };
  const packs = [
    packAt(`${SHIPPED}/coast/tools`, 'coast'),
    packAt('/arbiter/domains-of-others/evil/tools', 'evil'),
    { collections: ['plain'] },
  ];
  const opened = await openPackTools(packs, { allowed, shipped: SHIPPED, load });
  await opened.close();
  return { ...opened, loaded, closed };
}

describe('the code of packs', () => {
  it('is loaded of those that come with Arbiter, and of no others unless it is allowed', async () => {
    const opened = await openedOf(false);
    expect(opened.loaded).toEqual(['coast']);
    expect(opened.granted.map(({ tool, collections }) => [tool.name, [...collections]])).toEqual([
      ['coast-dice', ['coast']],
    ]);
    expect(opened.missing).toEqual([
      { domain: 'coast', entry: 'torn.ts', reason: 'It is torn.' },
      { domain: 'evil', entry: 'dice.ts', reason: expect.stringContaining('--allow-pack-code') },
    ]);
  });

  it('is loaded of all that bring some once it is allowed, and ended with the arm', async () => {
    const opened = await openedOf(true);
    expect(opened.loaded).toEqual(['coast', 'evil']);
    expect(opened.closed).toBe(2);
  });

  it('takes no name that another tool has, by name or alias', () => {
    const granted = [toolOf('a', 'query'), toolOf('dice'), toolOf('b', 'dice'), toolOf('c')];
    const all = granted.map((tool) => ({ tool, collections: new Set<string>() }));
    expect(withFreeNames(all, ['query']).map(({ tool }) => tool.name)).toEqual(['dice', 'c']);
  });
});
