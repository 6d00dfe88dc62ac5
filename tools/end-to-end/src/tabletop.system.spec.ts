import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@arbiter/contracts';
import { tabletopDataSet } from '@arbiter/warhammer-40k-tools/testing';
import { soakSample, unreadableKeywords, until } from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { ask, ingest, search, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { McpClients, REVISIONS } from './mcp-clients.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

/** Every faction that the questions name, with few options: to embed their text took two thirds of what this file costs. */
const SIZE = {
  ...{ factions: 4, unitsPerFaction: 1, libraries: 1, unitsPerLibrary: 1, importing: true },
  optionsPart: 0.1,
  // One with which Terminators have something to shoot with.
  seed: 3,
};
/** Catalogues that no question is about. */
const LEFT_OUT = /Tyranids|World Eaters|Dark Angels|Custodes|Chaos Knights/;
/** The pack's tools answer, whatever folder the server was started in. */
const DOMAINS = join(WORKSPACE.root, 'domains');
const COLLECTION = 'warhammer-40k_units';

/** Each is searched for as long as a list may be. */
const LISTS: readonly [string, RegExp][] = [
  ['Make me a 2000 point competitive Necron list', /^Here is a legal 2000 point list .*Awakened Dynasty detachment/],
  ['Make me a 2000 point Space Wolves list', /^Here is a legal 2000 point list .*Gladius Task Force detachment/],
  [
    'Build me a competitive 2000 point Space Marine list with lots of firepower',
    /^Here is a legal 2000 point list focused on firepower /,
  ],
  ['Make me a 1000 point Tau list', /^Here is a legal 1000 point list to build for Xenos - T'au Empire /],
  ['Make me a 1000 point Ynnari list', /^Here is a legal 1000 point list .*Devoted of Ynnead detachment/],
];

const clients = new McpClients();
const processes = new Processes();
const folders = new TemporaryFolders();
let server: RunningStandalone;

beforeAll(async () => {
  const [files, dataDir] = await Promise.all([folders.create(), folders.create()]);
  for (const [name, bytes] of tabletopDataSet(SIZE))
    if (!LEFT_OUT.test(name)) await writeFile(join(files, name), bytes);
  server = await startStandaloneProcess(processes, { dataDir, env: { ...NO_READER, ARBITER_DOMAINS_DIR: DOMAINS } });
  await ingest(server.url, COLLECTION, [{ kind: 'path', path: files }]);
}, 400_000);
afterAll(async () => {
  await clients.closeAll();
  await processes.stopAll();
  await folders.removeAll();
});

describe('what the design documents ask of the game', () => {
  it.each([
    ["What is a Terminator's toughness?", /^The toughness \(T\) of Terminator Squad is \d+ \[1\]\.$/],
    ['What weapons can a Space Marine Terminator take?', /^The weapons that Terminator Squad can take: ranged: /],
    ['How do I build a 2000 point army?', /^1\. Choose the size of the battle: 2\. Strike Force/],
    ['Which is better, a Dreadnought or a Land Raider?', /^Ballistus Dreadnought costs 150 pts \[1\] and has /],
    [
      'Can Terminators deep strike on turn 1?',
      /^Terminator Squad has Deep Strike \[1\]\. .*turn 1, the data do not say\.$/,
    ],
    [
      'Can my Space Wolves Terminators with storm shields fight in turn 1?',
      /^Wolf Guard Terminators can have storm shields \[1\]\. .*so the data do not say\.$/,
    ],
    ['What are the universal deep strike rules in this game?', /^Deep Strike: Before the battle /],
    ['What detachments are competitive for Space Marines?', /are Gladius Task Force \[1\], Ironstorm Spearhead \[2\]/],
    [
      'What units have high firepower output?',
      /^These units have the most firepower, .*\n\n- .+: [\d.]+ for \d+ pts \[1\]/,
    ],
    [
      'What is the points cost for Eradicators, Hellblasters, etc.?',
      /^A unit of 3 Eradicator Squad costs 95 pts \[1\]/,
    ],
    ['How many points do 10 Necron Warriors cost?', /^A unit of 10 Necron Warriors costs 90 pts \[1\]\.$/],
    ['How many points does a Monolith cost?', /^A Monolith costs 400 pts \[1\]\.$/],
    ...soakSample('lists to build', LISTS, 1),
    [
      'How many points do 10 Drukhari Kabalite Warriors cost?',
      /^A unit of 10 Kabalite Warriors costs 110 pts \[1\]\.$/,
    ],
    [
      'Is my 1000 point Necron list legal? Overlord, 20 Necron Warriors, Monolith',
      /^The list is legal: .*Warlord: Overlord\. It holds Overlord \[1\], .* and costs 685 pts\.$/,
    ],
  ])(
    '%s',
    async (asked, answer) => {
      const { status, answer: text } = await ask(server.url, { query: asked });
      expect([status, text]).toEqual(['answered', expect.stringMatching(new RegExp(answer.source, 's'))]);
    },
    120_000,
  );
});

describe('a unit of a catalogue', () => {
  it('is what an entity, a search and a citation show, under its own name', async () => {
    const found = (await send(`${server.url}/v1/entities?name=${encodeURIComponent('10 Necron Warriors')}`)).json();
    expect(found).toMatchObject({ entities: [{ type: 'unit', name: 'Necron Warriors' }] });

    const { results } = await search(server.retrieverUrl, { query: 'Necron Warriors', knowledge_bases: [COLLECTION] });
    expect(JSON.stringify(results[0])).toContain('Necron Warriors');

    const { citations } = await ask(server.url, { query: 'How many points do 10 Necron Warriors cost?' });
    expect(citations).toMatchObject([{ title: 'Xenos - Necrons', section: ['Necron Warriors'] }]);
  }, 120_000);
});

describe.each(REVISIONS)('the Model Context Protocol, %s', (revision) => {
  it('offers the tools of the pack, in a list that a conversation has room for', async () => {
    const client = await clients.overHttp(revision, server.url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['query', 'points-lookup', 'list-builder', 'unit-ranking']),
    );
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(30_000);
    const schemas = tools.flatMap(({ name, inputSchema, outputSchema }) => [
      ...unreadableKeywords(inputSchema).map((at) => name + at),
      ...unreadableKeywords(outputSchema).map((at) => name + at),
    ]);
    expect(schemas).toEqual([]);
  });

  it('looks points up by the tool of the pack', async () => {
    const client = await clients.overHttp(revision, server.url);
    const found = await client.callTool({ name: 'points-lookup', arguments: { unit: 'Monolith' } });
    expect(found.structuredContent).toMatchObject({ results: [{ objects: [{ unit: 'Monolith' }] }] });
    const missing = await client.callTool({ name: 'points-lookup', arguments: { unit: 'Lighthouse' } });
    expect(missing).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'NOT_FOUND' } } });
    const wrong = await client.callTool({ name: 'points-lookup', arguments: { unit: 7 } });
    expect(wrong).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'INVALID_REQUEST' } } });
  });
});

describe('a list that is being built', () => {
  const LONG = { query: 'Make me a 3997 point Space Wolves list' };
  const metric = async (line: RegExp): Promise<number> =>
    (await send(`${server.url}/metrics`)).text
      .split('\n')
      .filter((each) => line.test(each))
      .reduce((sum, each) => sum + Number(each.slice(each.lastIndexOf(' '))), 0);
  const inside = (): Promise<number> => metric(/^arbiter_operation_calls_inside\{/);
  const cancelled = (): Promise<number> =>
    metric(new RegExp(`^arbiter_operation_calls_total\\{.*operation="${query.name}",code="CANCELLED"`));

  it('leaves the question of another user its answer', async () => {
    const list = ask(server.url, { query: 'Make me a 997 point Space Wolves list' });
    const other = await ask(server.url, { query: 'How many points does a Monolith cost?' });
    expect(other).toMatchObject({ status: 'answered', answer: 'A Monolith costs 400 pts [1].' });
    expect((await list).answer).toContain('Here is a legal 997 point list');
  }, 120_000);

  it('is given up when its client goes', async () => {
    const before = await cancelled();
    const client = new AbortController();
    const answer = fetch(`${server.url}/v1/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(LONG),
      signal: client.signal,
    }).then((response) => response.text());
    await until(async () => (await inside()) > 0, { what: 'the question to be worked on' });
    client.abort();
    await expect(answer).rejects.toThrow();
    await until(async () => (await inside()) === 0, { what: 'every call to end' });
    await until(async () => (await cancelled()) === before + 1, { what: 'the call to be counted' });
  }, 120_000);
});
