import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SearchResponse } from '@arbiter/contracts';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NO_READER, childEnvironment } from './environment.js';
import { ask, ingest } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { McpClients, spansOf, textOf } from './mcp-clients.js';
import { uniqueWord, writeNotes } from './notes-folder.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 6;
const QUESTION = `Who keeps the ${uniqueWord(2)} lantern?`;

const processes = new Processes();
const folders = new TemporaryFolders();
const clients = new McpClients();
let standalone: RunningStandalone;
let dataDir: string;

beforeAll(async () => {
  const notes = await folders.create();
  dataDir = await folders.create();
  await writeNotes(notes, NOTES);
  standalone = await startStandaloneProcess(processes, { dataDir, env: { ...NO_READER, TOOLS_MAY_INGEST: 'true' } });
  await ingest(standalone.url, 'notes', [{ kind: 'path', path: notes }]);
});
afterEach(() => clients.closeAll());
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

/** Starts `arbiter mcp` as a client would; what it says on stderr comes back with the client. */
async function connectStdio(libraryDir: string, args: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [WORKSPACE.arbiterPath, 'mcp', ...args],
    cwd: libraryDir,
    env: childEnvironment({ ...NO_READER, ARBITER_DATA_DIR: libraryDir }),
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const strays: string[] = [];
  const client = await clients.connect('2025-11-25', transport, (error) => void strays.push(error.message));
  return { client, strays, stderr: () => stderr };
}

describe('arbiter mcp', () => {
  it('serves a library of its own: reads documents, answers from them, lists them', async () => {
    const { client, strays } = await connectStdio(await folders.create());
    const content = 'The osprey clock of Mirren strikes thirteen at dusk.';
    const told: number[] = [];
    const ingested = await client.callTool(
      {
        name: 'ingest',
        arguments: { collection: 'clocks', sources: [{ kind: 'inline', name: 'osprey.md', content }] },
      },
      { onprogress: ({ progress }) => void told.push(progress) },
    );
    expect(textOf(ingested)).toContain('has succeeded: 1 added.');
    expect(told).toEqual([...told].sort((a, b) => a - b));

    const answer = await client.callTool({
      name: 'query',
      arguments: { query: 'When does the osprey clock strike thirteen?' },
    });
    expect(answer.structuredContent).toMatchObject({
      status: 'answered',
      citations: [{ source: 'osprey.md' }],
    });
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([
      { name: 'osprey.md', uri: expect.stringContaining('document://clocks/osprey.md') },
    ]);
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents).toMatchObject([{ text: expect.stringContaining(content) }]);
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(1);
    // A line on its standard output that is no message would have been reported.
    // The client's library handles a notification later than the answer that came in the same read, and then misses its token.
    expect(strays.filter((stray) => !stray.startsWith('Received a progress notification'))).toEqual([]);
  });

  it('asks the server that holds the library, with the same citations', async () => {
    const { client, strays, stderr } = await connectStdio(dataDir);
    const result = await client.callTool({ name: 'query', arguments: { query: QUESTION } });
    const asked = await ask(standalone.url, { query: QUESTION });
    expect(result.structuredContent).toMatchObject({ citations: spansOf(asked) });
    expect(stderr()).toContain(`Using the server at ${standalone.url}`);
    expect(strays).toEqual([]);
  });

  it('shows pages with the picture of the best, which the server draws', async () => {
    const path = join(WORKSPACE.root, 'domains/lantern-coast/papers/coast-chart.pdf');
    await ingest(standalone.url, 'papers', [{ kind: 'path', path }]);
    const { client, strays } = await connectStdio(dataDir);
    const asked = { query: 'The chart of the coast with its rocks and anchorages', collections: ['papers'] };
    const { content, structuredContent } = await client.callTool({ name: 'search-pages', arguments: asked });
    expect(structuredContent).toMatchObject({ pages: [{ source: 'coast-chart.pdf' }, {}] });
    const [, picture] = content;
    const bytes = Buffer.from(picture?.type === 'image' ? picture.data : '', 'base64');
    expect([picture, bytes.length > 20_000]).toMatchObject([{ mimeType: 'image/jpeg' }, true]);
    // The first and the last marker of a JPEG file.
    expect([bytes.subarray(0, 2), bytes.subarray(-2)].map((marker) => marker.toString('hex'))).toEqual([
      'ffd8',
      'ffd9',
    ]);
    expect(strays).toEqual([]);
  });

  it('asks the server that is named, and says when nobody is there', async () => {
    const { client } = await connectStdio(await folders.create(), ['--server', standalone.url]);
    const named = await client.callTool({
      name: 'keyword-search',
      arguments: { query: uniqueWord(1), min_relevance_score: 0 },
    });
    expect(SearchResponse.parse(named.structuredContent).results[0]).toMatchObject({ source: 'note-001.md' });
    const { client: lost } = await connectStdio(await folders.create(), ['--server', 'http://127.0.0.1:9']);
    const refused = await lost.callTool({ name: 'query', arguments: { query: QUESTION } });
    expect(refused).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'UNAVAILABLE' } } });
  });
});
