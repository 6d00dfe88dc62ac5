import { describe, expect, it } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { runArbiter } from '../../test/run-arbiter.js';

const mill = {
  ...{ id: 'grey-mill', name: 'Grey Mill', type: 'place', aliases: ['The Grinder'], status: 'burned', since: 2 },
  ...{ availability: 'gone' as const, reason: 'Grey Mill is burned since session 2.', importance: 0.75 },
  ...{ definition: 'The Grey Mill is a mill by the river.', states: [], tokens: 60, expansionTokens: 200 },
  relations: [{ from: 'grey-mill', type: 'kept_by', to: 'orsolya', name: 'Orsolya Beck', since: null }],
};
const keeper = {
  ...mill,
  ...{ id: 'orsolya', name: 'Orsolya "Olly" Beck & <Sons>', type: 'person', aliases: [], status: null, since: null },
  ...{
    availability: 'unknown' as const,
    reason: null,
    definition: 'A miller\u0007 at "Grey" < White & Co.',
    states: [],
  },
};
const relation = { from: 'grey-mill', type: 'kept_by', to: 'orsolya', since: null };
const numbers = {
  ...{ collection: 'town', version: 'abc', documents: 7, entities: 2, relations: 1, communities: 1, changelogEvent: 3 },
};
const collectionsOf = (...names: string[]) => ({
  collections: names.map((name) => ({
    manifest: {
      ...{ name, formatVersion: 1, embeddingModel: 'm', dimensions: 3, analyser: 'english-3', chunkerVersion: 1 },
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    documents: 1,
    chunks: 1,
  })),
});
const scripts = {
  'retriever.list-collections': { output: collectionsOf('town') },
  'ingestion.build-graph': { output: { ...numbers, isNew: true } },
  'retriever.get-graph': {
    output: {
      ...numbers,
      entitiesByType: { place: 1, person: 1 },
      relationsByType: { kept_by: 1 },
      ...{ levels: [1], unresolved: ['moon-base'], impact: 133.5, rebuild: 'force' as const },
    },
  },
  'retriever.previews': {
    output: {
      query: 'Who mills?',
      entities: [
        { ...keeper, collection: 'town', score: 0.91, isNamed: false, isUsable: true, isOffered: true },
        { ...mill, collection: 'town', score: 0.5, isNamed: false, isUsable: false, isOffered: false },
      ],
      ...{ communities: [], isPresent: true, tokens: 120, withoutGraph: ['hills'] },
    },
  },
  'retriever.expand': {
    output: {
      expansions: [
        {
          ...{ id: 'grey-mill', kind: 'entity' as const, name: 'Grey Mill (place)', tokens: 20, relations: [] },
          text: 'Grey Mill is burned since session 2. The Grey Mill is a mill by the river. [1]',
          citations: [{ documentId: 'd1', source: 'place/grey-mill.md', start: 0, end: 37 }],
          changes: [{ entry: 1, session: 2, status: 'burned' }],
        },
      ],
      unknown: [],
    },
  },
  'retriever.find-path': {
    output: { steps: [{ from: 'grey-mill', type: 'kept_by', to: 'orsolya' }], states: [], found: true },
  },
  'retriever.list-communities': {
    output: {
      communities: [
        {
          id: '0-0',
          level: 0,
          name: 'Grey Mill, Orsolya Beck',
          members: 2,
          states: [],
          tokens: 5,
          expansionTokens: 90,
        },
      ],
      total: 3,
    },
  },
  'retriever.list-graph-entities': { output: { entities: [mill, keeper], total: 2 } },
  'retriever.list-graph-relations': { output: { relations: [relation], total: 1 } },
};
const inputOf = async (operation: string, ...argv: string[]) =>
  (await runArbiter(['graph', ...argv], { scripts })).calls.find(({ operation: name }) => name === operation)?.input;

/** The document as a strict parser reads it: elements with their attributes and text. */
function parseXml(text: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const parser = new SaxesParser();
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof elements)[number][] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return elements;
}

describe('arbiter graph build and stats', () => {
  it('build the graph of the only collection, of one that is named, or of those of a domain', async () => {
    const { stdout, exitCode, opened } = await runArbiter(['graph', 'build'], { scripts });
    expect([exitCode, stdout]).toEqual([0, 'town: 7 documents, 2 entities, 1 relation, 1 community\n']);
    expect(opened[0]?.readOnly).not.toBe(true);
    expect(await inputOf('ingestion.build-graph', 'build', '-c', 'hills')).toEqual({ collection: 'hills' });
  });

  it('ask which collection where there are several, and for documents where there is none', async () => {
    const run = (...names: string[]) =>
      runArbiter(['graph', 'show'], {
        scripts: { ...scripts, 'retriever.list-collections': { output: collectionsOf(...names) } },
      });
    expect(await run('a', 'b')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--collection: a, b') });
    expect(await run()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('arbiter ingest') });
  });

  it('say what the graph holds, and what has happened since', async () => {
    const { stdout } = await runArbiter(['graph', 'show'], { scripts });
    expect(stdout).toContain('changes since: impact 133.5, a rebuild is overdue');
    expect(stdout).toContain('the changelog names what the documents do not: moon-base');
    expect(stdout).toMatch(/entities\n {2}place +1\n {2}person +1\n\nrelations\n {2}kept_by +1\n$/);
    const { stdout: json } = await runArbiter(['graph', 'show', '--json'], { scripts });
    expect(JSON.parse(json)).toMatchObject({ graphs: [{ collection: 'town', impact: 133.5 }] });
    expect(stdout).not.toContain('corrections');
  });

  it('say how many corrections were applied, and where the others are explained', async () => {
    const { output } = scripts['retriever.get-graph'];
    const stats = async (applied: number, notApplied: number) => {
      const corrected = { output: { ...output, corrections: { applied, notApplied } } };
      return (await runArbiter(['graph', 'show'], { scripts: { ...scripts, 'retriever.get-graph': corrected } }))
        .stdout;
    };
    expect(await stats(3, 0)).toContain('corrections: 3 applied\n');
    expect(await stats(2, 1)).toContain('2 applied, 1 not applied ("arbiter entities" says why)');
  });
});

describe('arbiter graph ask, show and path', () => {
  it('rank what answers, and say why something is not available', async () => {
    const { stdout } = await runArbiter(['graph', 'ask', 'Who', 'mills?'], { scripts });
    expect(stdout).toContain('  1  0.910  Orsolya "Olly" Beck & <Sons> (person)\n');
    expect(stdout).toContain(
      '  2  0.500  Grey Mill (place) — not available\n            Grey Mill is burned since session 2.\n',
    );
    expect(stdout).toContain('kept by Orsolya Beck');
    expect(stdout).toContain('Without a knowledge graph: hills');
    expect(await inputOf('retriever.previews', 'ask', 'Who mills?')).toEqual({
      query: 'Who mills?',
      limit: 10,
      explain: false,
    });
  });

  it.each([
    ['3', { asOfSession: 3 }],
    ['2026-03-14', { asOfDate: '2026-03-14' }],
  ])('see the world as of %s', async (asOf, time) => {
    for (const [operation, ...argv] of [
      ['retriever.previews', 'ask', 'Who?'],
      ['retriever.expand', 'show', 'Grey Mill'],
      ['retriever.find-path', 'show', 'a', '--to', 'b'],
      ['retriever.list-graph-entities', 'show', '--export', 'json'],
      ['retriever.list-graph-relations', 'show', '--export', 'json'],
    ] as const)
      expect(await inputOf(operation, ...argv, '--as-of', asOf)).toMatchObject(time);
  });

  it.each(['soon', '2026-13-01', '2026-02-30', '-1', ''])('refuse "%s" as a time', async (asOf) => {
    expect(await runArbiter(['graph', 'ask', 'Who?', `--as-of=${asOf}`], { scripts })).toMatchObject({ exitCode: 2 });
  });

  it('show an entity by its name, with its changes and sources', async () => {
    const { stdout } = await runArbiter(['graph', 'show', 'Grey Mill'], { scripts });
    expect(stdout).toBe(
      'Grey Mill (place)\nGrey Mill is burned since session 2. The Grey Mill is a mill by the river. [1]\n\n' +
        'Changes:\n  session 2: burned (entry 1)\n\nSources:\n  [1] place/grey-mill.md:0-37\n',
    );
    expect(await inputOf('retriever.expand', 'show', 'Grey Mill')).toEqual({
      ...{ collection: 'town', ids: ['Grey Mill'], maxTokens: 2_000, includePassages: false },
    });
  });

  it('fail for what the graph does not have', async () => {
    const expanded = { output: { expansions: [], unknown: ['Nobody'] } };
    expect(
      await runArbiter(['graph', 'show', 'Nobody'], { scripts: { ...scripts, 'retriever.expand': expanded } }),
    ).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('no entity "Nobody"') });
  });

  it('lead from one entity to another', async () => {
    expect((await runArbiter(['graph', 'show', 'a', '--to', 'b'], { scripts })).stdout).toBe(
      'grey-mill — kept by → orsolya\n',
    );
    const none = { ...scripts, 'retriever.find-path': { output: { steps: [], states: [], found: false } } };
    expect((await runArbiter(['graph', 'show', 'a', '--to', 'b'], { scripts: none })).stdout).toContain('No relations');
  });

  it('list communities, and how many more there are', async () => {
    const { stdout } = await runArbiter(['graph', 'show', '--communities', '0', '-n', '1'], { scripts });
    expect(stdout).toMatch(/^0-0 +2 {2}Grey Mill, Orsolya Beck\nand 2 more\n$/);
    expect(await inputOf('retriever.list-communities', 'show', '--communities', '0')).toEqual({
      ...{ collection: 'town', limit: 20, level: 0, offset: 0 },
    });
  });
});

describe('arbiter graph show --export', () => {
  it('is of the whole graph, as are communities', async () => {
    for (const words of [['--export', 'json'], ['--communities']]) {
      const { exitCode, stderr } = await runArbiter(['graph', 'show', 'Grey Mill', ...words], { scripts });
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('are of the whole graph')]);
    }
  });

  it('writes GraphML that a strict parser reads, whatever the names hold', async () => {
    const { stdout, exitCode } = await runArbiter(['graph', 'show', '--export', 'graphml'], { scripts });
    expect(exitCode).toBe(0);
    const elements = parseXml(stdout);
    const keys = new Map(
      elements.filter(({ name }) => name === 'key').map(({ attributes }) => [attributes.id, attributes['attr.name']]),
    );
    const nodes = elements.filter(({ name }) => name === 'node').map(({ attributes }) => attributes.id);
    expect(nodes).toEqual(['grey-mill', 'orsolya']);
    expect(elements.find(({ name }) => name === 'edge')?.attributes).toEqual({
      ...{ id: 'e0', source: 'grey-mill', target: 'orsolya' },
    });
    const data = elements.filter(({ name }) => name === 'data');
    for (const { attributes } of data) expect(keys.has(attributes.key)).toBe(true);
    const valuesOf = (name: string) =>
      data.filter(({ attributes }) => keys.get(attributes.key) === name).map(({ text }) => text);
    expect(valuesOf('name')).toEqual(['Grey Mill', 'Orsolya "Olly" Beck & <Sons>']);
    expect(valuesOf('definition')[1]).toBe('A miller\uFFFD at "Grey" < White & Co.');
    expect(valuesOf('importance')).toEqual(['0.75', '0.75']);
    expect(valuesOf('since')).toEqual(['2']);
  });

  it('writes JSON, the texts as they are', async () => {
    for (const argv of [
      ['show', '--export', 'json'],
      ['show', '--export', 'json', '--json'],
    ]) {
      const { stdout } = await runArbiter(['graph', ...argv], { scripts });
      expect(JSON.parse(stdout)).toEqual({ collection: 'town', entities: [mill, keeper], relations: [relation] });
    }
    const { stdout } = await runArbiter(['graph', 'show', '--export', 'graphml', '--json'], { scripts });
    expect(parseXml((JSON.parse(stdout) as { graphml: string }).graphml).length).toBeGreaterThan(5);
  });

  it('asks for page after page until it has everything', async () => {
    const entities = Array.from({ length: 450 }, (_, at) => ({ ...mill, id: `mill-${at}` }));
    const paged = {
      ...scripts,
      'retriever.list-graph-entities': (input: { offset: number; limit: number }) => ({
        ...{ entities: entities.slice(input.offset, input.offset + input.limit), total: entities.length },
      }),
    };
    const { stdout, calls } = await runArbiter(['graph', 'show', '--export', 'graphml'], { scripts: paged });
    expect(parseXml(stdout).filter(({ name }) => name === 'node')).toHaveLength(450);
    expect(calls.filter(({ operation }) => operation === 'retriever.list-graph-entities')).toHaveLength(3);
  });
});
