import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, OPERATIONS, type Citation, type CitedPlace } from '@arbiter/contracts';
import { z } from 'zod';
import type { Progress } from '@modelcontextprotocol/client';
import { connectClient, WAYS, type ConnectedClient, type Way } from '../test/connect-client.js';
import { answerTo, askedOf, LIBRARY, slimAnswerOf } from '../test/library.fixture.js';
import { ScriptedCaller, unreadableKeywords, type Script } from '@arbiter/testing';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

async function connect(way: Way, scripts: Readonly<Record<string, Script>> = {}) {
  const caller = new ScriptedCaller({ ...LIBRARY, ...scripts });
  const connected = await connectClient(way, caller);
  open.push(connected);
  return { client: connected.client, caller };
}

const stage = (name: string, status: string, detail = '') => ({ type: 'stage', stage: name, status, ms: 0, detail });

/** Answers a question after two stages. */
async function* answering({ query }: { query: string }) {
  yield await Promise.resolve(stage('plan', 'started'));
  yield stage('plan', 'finished', '2 searches');
  return answerTo(query);
}

/** Says that it has begun, then works until it is told to stop. */
function untilStopped() {
  const seen = { stopped: null as unknown };
  async function* work(_input: never, { signal }: { signal: AbortSignal }) {
    yield stage('context', 'started');
    try {
      await delay(60_000, undefined, { signal });
    } catch {
      seen.stopped = 'yes';
      throw new ArbiterError('CANCELLED', 'Stopped.');
    }
    return answerTo('never');
  }
  return { seen, work };
}

async function eventually(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition() && tries < 2_000; tries += 1) await delay(10);
}

describe.each(WAYS)('a client over %s that may not change the library', (way) => {
  it('is offered no tool that does, and told which variable turns it on', async () => {
    const caller = new ScriptedCaller({});
    const { client, close } = await connectClient(way, caller, false);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['query', 'ingestion-status']));
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint === true)).toEqual([]);
    const sources = [{ kind: 'inline', name: 'a.md', content: 'a' }];
    const asked = client.callTool({ name: 'ingest', arguments: { collection: 'notes', sources } });
    await expect(asked).rejects.toThrow('TOOLS_MAY_INGEST');
    expect(askedOf(caller).map(({ operation }) => operation)).toEqual(['orchestrator.list-tools']);
    await close();
  });
});

describe.each(WAYS)('a client over %s', (way) => {
  it.each([
    ['prompts/get', {}],
    ['prompts/get', { name: 'x', arguments: { a: 1 } }],
    ['prompts/list', { cursor: 7 }],
    ['resources/read', {}],
    ['resources/read', { uri: 7 }],
    ['resources/list', { cursor: 7 }],
    ['resources/templates/list', { cursor: 7 }],
    ['tools/call', { name: 7 }],
    ['tools/list', { cursor: 7 }],
  ])('is told that the parameters of %s %j are its own mistake (-32602)', async (method, params) => {
    const { client } = await connect(way);
    // As a client of another make may send them: this one's own methods would not.
    const sent = client.request({ method, params } as never, z.looseObject({}) as never);
    await expect(sent).rejects.toMatchObject({ code: -32_602 });
  });

  it('sees every tool that a contract exposes, by name and alias, with the schema of its arguments', async () => {
    const { client } = await connect(way);
    const { tools } = await client.listTools();
    const exposed = OPERATIONS.flatMap(({ mcp }) => (mcp ? [mcp.tool, ...(mcp.aliases ?? [])] : []));
    expect(tools.map(({ name }) => name)).toEqual([...exposed, 'search', 'fetch']);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        inputSchema: { type: 'object', additionalProperties: false },
      });
    }
  });

  it('gets the closest passages of a declined question, with a link to each document', async () => {
    const { citations, ...answer } = answerTo('When?');
    const refusal = { ...answer, status: 'declined', answer: 'Not answered.', citations: [], closest: citations };
    const { client } = await connect(way, { 'orchestrator.query': { output: refusal } });
    const { content } = await client.callTool({ name: 'query', arguments: { query: 'When?' } });
    expect(content).toMatchObject([
      { type: 'text', text: expect.stringMatching(/^Not answered\.\n\nClosest passages:\n\[1\] "At dusk\." \(/) },
      { type: 'resource_link', name: 'places/p 1.md' },
    ]);
  });

  it('is told of every place of a sentence, with a link to each document', async () => {
    const answer = answerTo('When?');
    const [citation] = answer.citations;
    const alsoAt = [
      { ...placeOf(citation!), documentId: 'p 2', source: 'places/p 2.md', title: 'Copy', section: [], page: 4 },
    ];
    const output = { ...answer, citations: [{ ...citation, alsoAt }] };
    const { client } = await connect(way, { 'orchestrator.query': { output } });
    const { content } = await client.callTool({ name: 'query', arguments: { query: 'When?' } });
    expect(content).toMatchObject([
      {
        type: 'text',
        text: expect.stringMatching(
          /\[1\] "At dusk\." \([^\n]+p%201\.md[^\n]*; also in Copy › page 4, [^\n]+p%202\.md[^\n]*\)/,
        ),
      },
      { type: 'resource_link', name: 'places/p 1.md' },
      { type: 'resource_link', name: 'places/p 2.md' },
    ]);
  });

  it('is shown schemas that clients with other engines for patterns and grammars read', async () => {
    const { client } = await connect(way);
    const { tools } = await client.listTools();
    const faults = tools.flatMap(({ name, inputSchema, outputSchema }) =>
      [...unreadableKeywords(inputSchema), ...unreadableKeywords(outputSchema)].map((at) => name + at),
    );
    expect(faults).toEqual([]);
  });

  it('is held to what the schemas do not state', async () => {
    const { client } = await connect(way);
    const asked = await client.callTool({
      name: 'hybrid-search',
      arguments: { query: 'x', filters: { date_from: 'last week' } },
    });
    expect(asked).toMatchObject({ isError: true });
  });

  it('gets an answer as data, as text with its sources, and with a link to each document', async () => {
    const { client, caller } = await connect(way, { 'orchestrator.query': answering });
    const result = await client.callTool({
      name: 'query',
      arguments: { query: 'When?', validate: false, includeProvenance: true, domain: 'coast' },
    });
    expect(askedOf(caller)[0]).toMatchObject({
      operation: 'orchestrator.query',
      input: { query: 'When?', validate: false, includeProvenance: true, domain: 'coast', mode: 'standard' },
    });
    const uri = 'document://coast/places/p%201.md?id=d001';
    expect(result.structuredContent).toEqual(slimAnswerOf(uri));
    expect(result.content).toEqual([
      {
        type: 'text',
        text: [
          'At dusk. [1]',
          `Sources:\n[1] "At dusk." (The harbour › Hours › page 2, ${uri})`,
          'Checked against its sources; confidence 0.91.',
        ].join('\n\n'),
      },
      { type: 'resource_link', uri, name: 'places/p 1.md', title: 'The harbour', mimeType: 'text/plain' },
    ]);
  });

  it('is told of the stages where it asks for progress', async () => {
    const { client } = await connect(way, { 'orchestrator.query': answering });
    const told: Progress[] = [];
    await client.callTool(
      { name: 'query', arguments: { query: 'When?' } },
      { onprogress: (progress) => void told.push(progress) },
    );
    expect(told.map(({ progress, message }) => [progress, message])).toEqual([
      [1, 'plan'],
      [2, 'plan: 2 searches'],
    ]);
  });

  it('stops the work when it cancels a call', async () => {
    const { seen, work } = untilStopped();
    const { client } = await connect(way, { 'orchestrator.query': work });
    const wish = new AbortController();
    const call = client.callTool(
      { name: 'query', arguments: { query: 'When?' } },
      { signal: wish.signal, onprogress: () => wish.abort() },
    );
    await expect(call).rejects.toThrow();
    await eventually(() => seen.stopped !== null);
    expect(seen.stopped).toBe('yes');
  });

  it('is told which argument is wrong, and nobody is called', async () => {
    const { client, caller } = await connect(way);
    const result = await client.callTool({ name: 'query', arguments: { query: '', temperature: 1 } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('INVALID_REQUEST: Invalid arguments: "query"') }],
      _meta: {
        'arbiter/error': {
          code: 'INVALID_REQUEST',
          retryable: false,
          details: { issues: expect.arrayContaining([expect.objectContaining({ path: 'query' })]) },
        },
      },
    });
    expect(askedOf(caller)).toEqual([]);
  });

  it('is told which arguments there are where it made one up', async () => {
    const { client } = await connect(way);
    const result = await client.callTool({ name: 'vector-search', arguments: { query: 'tides', top_k: 3 } });
    const text = expect.stringMatching(
      /^INVALID_REQUEST: Invalid arguments: Unrecognized key: "top_k"; there are .*\bquery\b.*\.$/,
    );
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
  });

  it('is told with code and sentence what an operation fails with', async () => {
    const error = new ArbiterError('OVERLOADED', 'Too many questions at once.', { details: { limit: 8 } });
    const { client } = await connect(way, { 'orchestrator.query': error });
    expect(await client.callTool({ name: 'query', arguments: { query: 'When?' } })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'OVERLOADED: Too many questions at once.' }],
      _meta: { 'arbiter/error': { code: 'OVERLOADED', retryable: true, details: { limit: 8 } } },
    });
  });

  it('learns nothing of an error that is not ours', async () => {
    const secret = new TypeError('cannot read /srv/keys/api.key');
    const { client } = await connect(way, { 'orchestrator.query': secret, 'orchestrator.list-prompts': secret });
    const result = await client.callTool({ name: 'query', arguments: { query: 'When?' } });
    expect(result.isError).toBe(true);
    const refused = await client.listPrompts().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: -32_603, data: { code: 'INTERNAL' } });
    const told = `${JSON.stringify(result)}${(refused as Error).message}${JSON.stringify(refused)}`;
    expect(told).not.toMatch(/api\.key|TypeError|\.ts:/);
  });

  it('gets an error of the protocol for a tool that is not there', async () => {
    const { client } = await connect(way);
    await expect(client.callTool({ name: 'drop-everything', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('There is no tool "drop-everything"; there are query,'),
    });
  });

  it('lists and reads documents, and is told of one that is not there', async () => {
    const { client } = await connect(way);
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents).toEqual([{ uri: resources[0]!.uri, mimeType: 'text/plain', text: 'Text of d000' }]);
    await expect(client.readResource({ uri: 'document://coast/nowhere.md' })).rejects.toMatchObject({
      code: -32_602,
      data: { uri: 'document://coast/nowhere.md' },
    });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'document://{domain}/{+path}{?id}',
      'entity://{domain}/{type}/{name}',
      'context://{sessionId}',
    ]);
  });

  it('lists prompts and gets one filled in', async () => {
    const { client } = await connect(way);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'coast/compare' }]);
    const { messages } = await client.getPrompt({ name: 'coast/compare', arguments: { first: 'a', second: 'b' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Compare a and b plainly.' } }]);
  });
});

it('stops the work of a client that closes its end of the pipes', async () => {
  const { seen, work } = untilStopped();
  const { client } = await connect('stdio', { 'orchestrator.query': work });
  const begun = new Promise<void>((resolve) => {
    client
      .callTool({ name: 'query', arguments: { query: 'When?' } }, { onprogress: () => resolve() })
      .catch(() => undefined);
  });
  await begun;
  await open.pop()?.close();
  await eventually(() => seen.stopped !== null);
  expect(seen.stopped).toBe('yes');
});

function placeOf({ marker: _marker, quote: _quote, score: _score, ...place }: Citation): CitedPlace {
  return place;
}
