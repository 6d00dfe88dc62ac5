import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, type Principal } from '@arbiter/contracts';
import { ScriptedCaller, type Script, type ScriptedCallOptions } from '@arbiter/testing';
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connectClient, fetchFrom, httpOptions, newClient, type Way } from '../../test/connect-client.js';
import { LIBRARY, summaryOf } from '../../test/library.fixture.js';
import { McpHttpHandler } from '../http/mcp-http.handler.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const NOTE = 'document://notes/README.md?id=e1';
const LORE = 'document://coast/places/p%201.md?id=d001';
const CONTEXT = { withGraph: [], withChanges: [], writer: 'extractive' };

/** A library of `notes`, and of what else is put in. */
function changingLibrary() {
  const generations = new Map([['notes', '1']]);
  const hashes = new Map<string, string>();
  let prompts = 0;
  const scripts: Readonly<Record<string, Script>> = {
    ...LIBRARY,
    'retriever.describe-context': (_input: unknown, { origin }: ScriptedCallOptions) => ({
      ...CONTEXT,
      generations: [...generations]
        .map(([collection, generation]) => ({ collection, generation }))
        .filter(({ collection }) => origin?.principal?.tenant !== 'acme' || collection.startsWith('acme')),
    }),
    'ingestion.get-document': ({ documentId }: { documentId: string }) => ({
      ...summaryOf('notes', documentId, 'README.md'),
      contentHash: (hashes.get(documentId) ?? '0').repeat(64),
      sections: [],
    }),
    'orchestrator.list-prompts': () => ({
      prompts: Array.from({ length: prompts }, (_, n) => ({
        domain: 'coast',
        name: `p${n}`,
        description: 'one',
        arguments: [],
        template: 'x',
      })),
    }),
  };
  let count = 1;
  return {
    caller: new ScriptedCaller(scripts),
    change: (collection: string): void => void generations.set(collection, String((count += 1))),
    drop: (collection: string): void => void generations.delete(collection),
    rewrite: (documentId: string, hash: string): void => void hashes.set(documentId, hash),
    install: (): void => void (prompts += 1),
  };
}

/** What a client is told, as it comes in. */
function hear(client: Client): string[] {
  const heard: string[] = [];
  for (const kind of ['tools', 'prompts', 'resources'] as const) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => void heard.push(kind));
  }
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
  return heard;
}

async function eventually(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition() && tries < 1_000; tries += 1) await delay(10);
}

const EVERYTHING = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

/** What clients of either kind do to be told. */
async function subscribe(client: Client, revision: string | undefined, uris: readonly string[]): Promise<void> {
  if (revision === undefined) for (const uri of uris) await client.subscribeResource({ uri });
  else await client.listen({ ...EVERYTHING, resourceSubscriptions: [...uris] });
}

const KINDS: readonly (readonly [Way, string | undefined])[] = [
  ['stdio', undefined],
  ['stdio', '2026-07-28'],
  ['http legacy', undefined],
  ['http 2026', '2026-07-28'],
];

describe.each(KINDS)('a client over %s (%s)', (way, revision) => {
  async function connect(uris: readonly string[] = []) {
    const library = changingLibrary();
    let heard: string[] = [];
    const prepare = (client: Client): void => void (heard = hear(client));
    const { client, close } = await connectClient(way, library.caller, true, undefined, { prepare, revision });
    closing.push(close);
    await subscribe(client, revision, uris);
    const looks = () =>
      library.caller.calls.filter(({ operation }) => operation === 'retriever.describe-context').length;
    // What is there when it begins to listen is no change.
    await eventually(() => looks() > 0);
    return { library, client, heard, looks };
  }

  it('is told that the lists have changed once documents came in or went', async () => {
    const { library, heard } = await connect();
    library.change('notes');
    await eventually(() => heard.length > 0);
    expect(heard).toEqual(['resources']);
    library.change('lore');
    library.install();
    await eventually(() => heard.includes('prompts'));
    expect(heard.slice(1).sort()).toEqual(['prompts', 'resources', 'tools']);
    heard.splice(0);
    library.drop('lore');
    await eventually(() => heard.includes('tools'));
    expect(heard).toEqual(['resources', 'tools']);
  });

  it('is told of the resource that it subscribed to, and of no other', async () => {
    const { library, client, heard } = await connect([NOTE]);
    await eventually(() => library.caller.calls.some(({ operation }) => operation === 'ingestion.get-document'));
    library.rewrite('d001', 'a');
    library.rewrite('e1', 'b');
    library.change('notes');
    await eventually(() => heard.includes(NOTE));
    expect(heard.filter((one) => one.includes('://'))).toEqual([NOTE]);
    expect(heard).not.toContain(LORE);
    if (revision !== undefined) return;
    await client.unsubscribeResource({ uri: NOTE });
    heard.splice(0);
    library.rewrite('e1', 'c');
    library.change('notes');
    await eventually(() => heard.length > 0);
    expect(heard).toEqual(['resources']);
  });

  it('costs no look at the library once it has gone', async () => {
    const { client, looks } = await connect();
    await client.close();
    await delay(60);
    const before = looks();
    await delay(200);
    expect(looks()).toBe(before);
  });
});

describe('a client of a server that is reached over HTTP', () => {
  it('is told by the numbers of documents and chunks, which are all that such a server tells', async () => {
    let chunks = 1;
    const manifest = { name: 'notes', formatVersion: 1, embeddingModel: 'm', dimensions: 3, analyser: 'english' };
    const created = { chunkerVersion: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    const unserved = new ArbiterError('UNAVAILABLE', 'not served over HTTP', {
      details: { operation: 'retriever.describe-context' },
    });
    const caller = new ScriptedCaller({
      ...LIBRARY,
      'retriever.describe-context': unserved,
      'retriever.list-collections': () => ({
        collections: [{ manifest: { ...manifest, ...created }, documents: 1, chunks }],
      }),
    });
    let heard: string[] = [];
    const prepare = (client: Client): void => void (heard = hear(client));
    const { close } = await connectClient('stdio', caller, true, undefined, { prepare });
    closing.push(close);
    await eventually(() => caller.calls.filter(({ operation }) => operation.endsWith('list-collections')).length > 1);
    expect(heard).toEqual([]);
    chunks = 2;
    await eventually(() => heard.length > 0);
    expect(heard).toEqual(['resources']);
  });
});

describe('two sessions of one caller', () => {
  it('are each told of what they have subscribed to themselves', async () => {
    const { caller, change, rewrite } = changingLibrary();
    const handler = new McpHttpHandler(httpOptions(caller));
    closing.push(() => handler.close());
    const connect = async (uris: readonly string[]) => {
      const client = newClient();
      closing.push(() => client.close());
      const heard = hear(client);
      const options = { fetch: fetchFrom(handler) };
      await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), options));
      await subscribe(client, undefined, uris);
      return heard;
    };
    const [one, other] = [await connect([NOTE]), await connect([LORE])];
    await delay(100);
    rewrite('e1', 'b');
    change('notes');
    await eventually(() => one.includes(NOTE) && other.length > 0);
    expect([one.includes(NOTE), other]).toEqual([true, ['resources']]);
  });
});

describe('clients of two tenants', () => {
  it.each([undefined, '2026-07-28'])('are each told of their own part of the library (%s)', async (revision) => {
    const { caller, change } = changingLibrary();
    const handler = new McpHttpHandler(httpOptions(caller));
    closing.push(() => handler.close());
    const connect = async (tenant: string) => {
      const principal: Principal = { name: 'ann', role: 'reader', tenant, groups: null };
      const client = newClient(revision);
      closing.push(() => client.close());
      const heard = hear(client);
      const options = { fetch: fetchFrom(handler, principal) };
      await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), options));
      await subscribe(client, revision, []);
      return heard;
    };
    const [acme, other] = [await connect('acme'), await connect('zenith')];
    await delay(100);
    change('notes');
    await eventually(() => other.length > 0);
    await delay(60);
    expect([acme, other]).toEqual([[], ['resources']]);
    change('acme');
    await eventually(() => acme.length > 0);
    expect(acme).toContain('resources');
  });
});
