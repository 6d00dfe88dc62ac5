import { describe, expect, it } from '@jest/globals';
import { GuardedWebClient } from '@arbiter/adapters-web';
import { detect, search, submitJob, synthesize, validate, type ToolResult } from '@arbiter/contracts';
import { unreadableKeywords } from '@arbiter/testing';
import { newTreeData, Result, ToolRegistry, type TreeData } from '@arbiter/tool-sdk';
import { HARBOUR_TEXT, harbourPassage, libraryArms, type LibraryArms } from '../../test/library-arms.js';
import { contextOf, drain, objectsOf, workbench } from '../../test/tool-workbench.js';
import { createTools } from './create-tools.js';
import { passagesResult } from './gathered.js';
import { SUMMARIZE_FROM_TOKENS } from './summarize.tool.js';

const lamp = harbourPassage('Mara keeps the lamp.');
const dusk = harbourPassage('She fills it at dusk.', 0.6);

/** As it is without any setting. */
const offline = {
  webSearch: null,
  web: new GuardedWebClient({ allowedHosts: [], timeoutMs: 1_000, maxBytes: 1_000 }),
};

interface Setup extends LibraryArms {
  readonly tree?: TreeData;
  readonly mayIngest?: boolean;
  readonly previousResults?: ReadonlyMap<string, ToolResult>;
}

/** Runs a built-in tool by its name through the executor, against arms that answer over real messaging. */
async function runTool(name: string, parameters: Record<string, unknown>, setup: Setup = {}) {
  const { tree = newTreeData('Who keeps the lamp?'), mayIngest = false, previousResults = new Map() } = setup;
  const { client, asked } = await libraryArms(setup);
  const { executor } = workbench(createTools({ client, ...offline }, { mayIngest }));
  const context = { ...contextOf(), tree, previousResults };
  return { ...(await drain(executor.run({ tool: name, parameters }, context))), asked, tree };
}

function found(...passages: (typeof lamp)[]): TreeData {
  const tree = newTreeData('Who keeps the lamp?');
  tree.environment.add('hybrid-search', passagesResult(passages, { metadata: {} }));
  return tree;
}

describe('createTools', () => {
  it('holds every built-in tool, the published names included', async () => {
    const { client } = await libraryArms();
    const registry = new ToolRegistry(createTools({ client, ...offline }, { mayIngest: false }));
    expect(registry.names()).toEqual([
      'colqwen-visual-search',
      'detect-hallucinations',
      'expand',
      'expand-entities',
      'fact-check',
      'fetch-document',
      'find-path',
      'http-request',
      'hybrid-search',
      'ingest',
      'keyword-search',
      'list-changes',
      'preview-entities',
      'score-confidence',
      'summarize',
      'synthesize-comparison',
      'synthesize-sources',
      'validate',
      'vector-search',
      'visual-interpretation',
      'web-search',
    ]);
    expect(registry.resolve('fast_vector_search').name).toBe('vector-search');
    for (const { inputSchema } of registry.list()) {
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(unreadableKeywords(inputSchema)).toEqual([]);
    }
  });

  it('offers at first what needs nothing, and the others once there are passages', async () => {
    const { client } = await libraryArms();
    const registry = new ToolRegistry(createTools({ client, ...offline }, { mayIngest: false }));
    const { unavailable } = await registry.availableNow(newTreeData('x'));
    expect(unavailable.map(({ name }) => name)).toEqual([
      'visual-interpretation',
      'expand',
      'expand-entities',
      'synthesize-comparison',
      'synthesize-sources',
      'summarize',
      'ingest',
      'web-search',
      'http-request',
    ]);
    const later = await registry.availableNow(found(lamp));
    expect(later.unavailable).toEqual([
      { name: 'visual-interpretation', reason: expect.stringContaining('no pages yet') },
      { name: 'expand-entities', reason: expect.stringContaining('previewed') },
      { name: 'ingest', reason: expect.stringContaining('TOOLS_MAY_INGEST') },
      { name: 'web-search', reason: expect.stringContaining('SEARXNG_URL') },
      { name: 'http-request', reason: expect.stringContaining('HTTP_REQUEST_ALLOWED_HOSTS') },
    ]);
  });
});

describe.each([
  ['vector-search', 'vector'],
  ['keyword-search', 'keyword'],
  ['hybrid-search', 'hybrid'],
] as const)('%s', (name, method) => {
  it('finds passages by its method, as sure as the best is relevant', async () => {
    const { result, asked } = await runTool(name, { query: 'lamp', limit: 3 }, { passages: [lamp, dusk] });
    expect(asked(search)).toMatchObject([{ query: 'lamp', limit: 3, method, include_synthesis: false }]);
    expect(result).toMatchObject({ success: true, confidence: 0.8, data: [{ payloadType: 'chunks' }] });
    expect(objectsOf(result)).toEqual([lamp, dusk]);
    expect(result.sources?.map(({ chunkId }) => chunkId)).toEqual([lamp.chunkId, dusk.chunkId]);
  });

  it('says what to try when it finds nothing', async () => {
    const { result } = await runTool(name, { query: 'zeppelin' });
    expect(result).toMatchObject({ success: false, error: 'No text results for: zeppelin' });
    expect(result.suggestion).toMatch(/Try/);
  });
});

describe('a search', () => {
  it('stays within the collections of the run', async () => {
    const tree = newTreeData('x', { collectionNames: ['ports', 'ships'] });
    const all = await runTool('hybrid-search', { query: 'x' }, { tree, passages: [lamp] });
    expect(all.asked(search)).toMatchObject([{ knowledge_bases: ['ports', 'ships'] }]);
    const other = await runTool('hybrid-search', { query: 'x', collection: 'secrets' }, { tree, passages: [lamp] });
    expect(other.result).toMatchObject({ success: false, code: 'FORBIDDEN' });
    expect(other.asked(search)).toEqual([]);
  });

  it('says what could not take part', async () => {
    const { result } = await runTool('hybrid-search', { query: 'x' }, { passages: [lamp], degraded: ['vector'] });
    expect(result.data[0]?.metadata).toMatchObject({ degraded: ['vector'] });
  });
});

describe('expand', () => {
  it('reads the section of a passage, citable by its offsets', async () => {
    const { result } = await runTool('expand', { chunkId: lamp.chunkId }, { tree: found(lamp) });
    const [section] = objectsOf(result) as (typeof lamp)[];
    expect(section?.text).toBe('## Lamp\n\nMara keeps the lamp. She fills it at dusk. \n');
    expect(section?.text).toBe(HARBOUR_TEXT.slice(section?.start, section?.end));
    expect(section).toMatchObject({ section: ['Harbour', 'Lamp'], score: 0.8, documentId: 'd1' });
  });

  it('reads the document of a passage that is its whole section already', async () => {
    const { result } = await runTool('expand', { chunkId: lamp.chunkId }, { tree: found(lamp) });
    const [section] = objectsOf(result) as (typeof lamp)[];
    const { result: again } = await runTool('expand', { chunkId: section!.chunkId }, { tree: found(section!) });
    expect(objectsOf(again)).toMatchObject([{ start: 0, end: HARBOUR_TEXT.length }]);
  });

  it('of a passage that nobody found says so', async () => {
    const { result } = await runTool('expand', { chunkId: 'd9:0' }, { tree: found(lamp) });
    expect(result).toMatchObject({ success: false, error: 'No passage "d9:0" has been found.' });
  });
});

describe('fetch-document', () => {
  it('reads a part of a document', async () => {
    const { result } = await runTool('fetch-document', { documentId: 'd1', start: 2, length: 7 });
    expect(objectsOf(result)).toMatchObject([{ text: 'Harbour', start: 2, end: 9 }]);
  });

  it('does not read past the end, nor outside of the collections of the run', async () => {
    const past = await runTool('fetch-document', { documentId: 'd1', start: 10_000 });
    expect(past.result.error).toContain('there is nothing at 10000');
    const tree = newTreeData('x', { collectionNames: ['ships'] });
    const outside = await runTool('fetch-document', { documentId: 'd1' }, { tree });
    expect(outside.result).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });
});

describe('the checks', () => {
  it('validate by all that was found, in the environment and in earlier steps', async () => {
    const { result: earlier } = await runTool('hybrid-search', { query: 'x' }, { passages: [dusk] });
    const setup = { tree: found(lamp), previousResults: new Map([['s1', earlier]]) };
    const { result, asked } = await runTool('validate', { answer: 'Mara keeps the lamp.' }, setup);
    expect(asked(validate)[0]?.sources.map(({ id }) => id)).toEqual([lamp.chunkId, dusk.chunkId]);
    expect(asked(validate)[0]?.query).toBe('Who keeps the lamp?');
    expect(result).toMatchObject({ success: true, confidence: 0.62 });
    expect(result.data[0]?.message).toContain('retry');
  });

  it('score a confidence in one number with its parts', async () => {
    const { result } = await runTool('score-confidence', { answer: 'Mara.' }, { tree: found(lamp) });
    expect(objectsOf(result)).toEqual([
      { confidence: 0.62, relevance: 1, support: 'fully_supported', usefulness: 1, recommendation: 'retry' },
    ]);
  });

  it('name what is made up', async () => {
    const { result, asked } = await runTool('detect-hallucinations', { answer: 'Mara.' }, { tree: found(lamp) });
    expect(asked(detect)).toMatchObject([{ answer: 'Mara.', sources: [{ id: lamp.chunkId }] }]);
    expect(result).toMatchObject({ success: true, confidence: 1, data: [{ objects: [] }] });
  });

  it('look up each claim of a statement', async () => {
    const parameters = { statement: 'Mara keeps the lamp.\nThe mole is new.' };
    const { result, asked } = await runTool('fact-check', parameters, { passages: [lamp] });
    expect(asked(search).map(({ query }) => query)).toEqual(['Mara keeps the lamp.', 'The mole is new.']);
    expect(asked(detect)).toMatchObject([{ sources: [{ id: lamp.chunkId }] }]);
    expect(result.success).toBe(true);
  });
});

describe('syntheses', () => {
  it('set subjects side by side', async () => {
    const parameters = { subjects: ['the lamp', 'the mole'] };
    const { result, asked } = await runTool('synthesize-comparison', parameters, { tree: found(lamp, dusk) });
    expect(asked(synthesize)).toMatchObject([{ queryType: 'comparative', subQueries: ['the lamp', 'the mole'] }]);
    expect(objectsOf(result)).toMatchObject([{ text: 'Mara keeps the lamp. [1] She fills it at dusk. [2]' }]);
  });

  it('ask for passages where there are none', async () => {
    const { result } = await runTool('synthesize-sources', {});
    expect(result).toMatchObject({ success: false, error: 'No passage has been found yet.' });
  });
});

describe('summarize', () => {
  it('wants to run unasked once there is too much to read', async () => {
    const { client } = await libraryArms();
    const registry = new ToolRegistry(createTools({ client, ...offline }, { mayIngest: false }));
    const tree = found(lamp);
    expect(await registry.triggeredNow(tree)).toEqual([]);
    const text = 'Mara keeps the lamp. '.repeat(2_000);
    tree.environment.add('fetch-document', new Result({ objects: Array.from({ length: 6 }, () => ({ text })) }));
    expect(tree.environment.estimateTokens()).toBeGreaterThan(SUMMARIZE_FROM_TOKENS);
    expect((await registry.triggeredNow(tree)).map(({ tool }) => tool.name)).toEqual(['summarize']);
  });

  it('takes the place of what was found, of which no span is lost', async () => {
    const tree = found(lamp, dusk);
    tree.environment.add('web-search', new Result({ objects: [{ url: 'x' }], llmMessage: 'Found a page.' }));
    const { result } = await runTool('summarize', {}, { tree });
    expect(tree.environment.visible()).toEqual([]);
    expect(objectsOf(result)).toMatchObject([
      { summary: 'Mara keeps the lamp. [1] She fills it at dusk. [2]', also: ['web-search: Found a page.'] },
    ]);
    const later = await runTool('validate', { answer: 'Mara.' }, { tree });
    expect(later.asked(validate)[0]?.sources.map(({ id }) => id)).toEqual([lamp.chunkId, dusk.chunkId]);
  });
});

describe('ingest', () => {
  const document = { collection: 'ports', name: 'a.md', content: '# A' };

  it('does nothing unless tools may change the library', async () => {
    const { result, asked } = await runTool('ingest', document);
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('TOOLS_MAY_INGEST') });
    expect(asked(submitJob)).toEqual([]);
  });

  it('waits until the document can be found', async () => {
    const { result, asked } = await runTool('ingest', document, { mayIngest: true });
    expect(asked(submitJob)).toMatchObject([{ collection: 'ports', sources: [{ kind: 'inline', name: 'a.md' }] }]);
    expect(result).toMatchObject({ success: true, data: [{ message: '"a.md" is in ports (2 passages written).' }] });
  });

  it('says why a document could not be read', async () => {
    const job = { failures: [{ source: 'a.md', stage: 'parse' as const, reason: 'It is no PDF.' }] };
    expect((await runTool('ingest', document, { mayIngest: true, job })).result.error).toBe('It is no PDF.');
  });
});
