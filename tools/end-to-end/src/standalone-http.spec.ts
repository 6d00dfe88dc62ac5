import { beforeAll, describe, expect, it } from '@jest/globals';
import { Answer, DocumentSummary, listChanges, StageEvent, SearchResponse } from '@arbiter/contracts';
import { expectExactQuotes } from './exact-quotes.js';
import { ask, ingest, search, send } from './http-calls.js';
import { keeperOf, uniqueWord } from './notes-folder.js';
import { HARBOUR_NOTES } from './shared/library-documents.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

const DOCUMENTS = Object.keys(HARBOUR_NOTES).length;
const HERE = { collections: ['notes'] };
const QUESTION = { query: `Who keeps the ${uniqueWord(2)} lantern?`, ...HERE };

let standalone: SharedStandalone;

beforeAll(async () => {
  standalone = await sharedStandalone();
});

describe('POST /v1/query', () => {
  it('answers in JSON, with a marker for each citation', async () => {
    const answer = await ask(standalone.url, QUESTION);
    expect(answer).toMatchObject({ status: 'answered', degraded: [], query: QUESTION.query });
    expect(answer.answer).toContain(`The ${uniqueWord(2)} lantern at jetty 3 is kept by ${keeperOf(2)}. [1]`);
    expect(answer.confidence).toBeGreaterThan(0.55);
  });

  it('answers as after a session, from what has none and from no later one', async () => {
    const query = `Where does the weathervane of Zoravik point, and who keeps the ${uniqueWord(2)} lantern?`;
    const sourcesOf = async (request: object): Promise<string[]> => {
      const { passages = [] } = await ask(standalone.url, { query, includePassages: true, ...HERE, ...request });
      return [...new Set(passages.map(({ source }) => source))]
        .filter((source) => /session|note-002/.test(source))
        .sort();
    };
    expect(await sourcesOf({})).toEqual(['note-002.md', 'session-1.md', 'session-3.md']);
    expect(await sourcesOf({ asOfSession: 2 })).toEqual(['note-002.md', 'session-1.md']);
    expect(await sourcesOf({ asOfSession: 0 })).toEqual(['note-002.md']);
  });

  it('tells its stages and then the answer as NDJSON', async () => {
    const reply = await send(`${standalone.url}/v1/query`, {
      json: QUESTION,
      headers: { accept: 'application/x-ndjson' },
    });
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson');
    const messages = reply.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expectStagesAndAnswer(messages);
  });

  it('tells the same as server-sent events', async () => {
    const reply = await send(`${standalone.url}/v1/query`, {
      json: QUESTION,
      headers: { accept: 'text/event-stream' },
    });
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    const events = reply.text
      .trimEnd()
      .split('\n\n')
      .map((block) => /^event: (.+)\ndata: (.+)$/.exec(block));
    expect(events).not.toContain(null);
    expectStagesAndAnswer(
      events.map((match) => {
        const message = JSON.parse(match![2]!) as Record<string, unknown>;
        expect(message.type).toBe(match![1]);
        return message;
      }),
    );
  });

  it('declines what the documents do not say', async () => {
    const answer = await ask(standalone.url, { query: 'Which harbour tax did Queen Ravenna abolish?', ...HERE });
    expect(answer).toMatchObject({ status: 'declined', citations: [] });
  });

  it('remembers a session, and gives it back', async () => {
    const { answer } = await ask(standalone.url, { ...QUESTION, sessionId: 'visit-1' });
    const session = await send(`${standalone.url}/v1/sessions/visit-1`);
    expect(session.json()).toMatchObject({
      sessionId: 'visit-1',
      messages: [
        { role: 'user', content: QUESTION.query },
        { role: 'assistant', content: answer, metadata: { validated: true } },
      ],
    });
    expect((await send(`${standalone.url}/v1/sessions/never-held`)).problem().code).toBe('NOT_FOUND');
  });

  it.each([
    ['domain', { domain: 'atlantis', collections: undefined }, 'atlantis'],
    ['collection', { collections: ['atlantis'] }, 'atlantis'],
  ])('is NOT_FOUND for an unknown %s, and names what there is', async (_what, extra, name) => {
    const problem = (await send(`${standalone.url}/v1/query`, { json: { ...QUESTION, ...extra } })).problem();
    expect(problem).toMatchObject({ status: 404, code: 'NOT_FOUND', detail: expect.stringContaining(`"${name}"`) });
    expect(problem.detail).toMatch(/notes|lantern-coast/);
  });
});

describe('/v1/changelog', () => {
  const url = (path = '') => `${standalone.url}/v1/changelog${path}`;
  const burnt = {
    session_id: 'session_2',
    entity_updates: [{ entity_id: 'zoravik', status: 'burnt down', by: ['a storm'] }],
  };
  const statuses = async (query: string): Promise<unknown[]> => {
    const { changes } = listChanges.output.parse((await send(url(`?collection=notes&${query}`))).json());
    return changes.map(({ entry }) => entry.entity_updates[0]?.status);
  };

  it('records changes once for a key, lists them as of a session, and takes them back', async () => {
    const entries = [burnt, { session_id: 4, entity_updates: [{ entity_id: 'zoravik', status: 'rebuilt' }] }];
    const add = () => send(url(), { json: { collection: 'notes', entries, idempotencyKey: 'visit:1' } });
    const [first, second] = [await add(), await add()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.json()).toMatchObject({ ids: [1, 2], repeated: false, unknownEntities: ['zoravik'] });
    expect(second.json()).toMatchObject({ ids: [1, 2], repeated: true });
    expect(await statuses('')).toEqual(['burnt down', 'rebuilt']);
    expect(await statuses('asOfSession=2')).toEqual(['burnt down']);
    expect(await statuses('sinceSession=2')).toEqual(['rebuilt']);
    const reverted = await send(url('/2/revert'), { json: { collection: 'notes' } });
    expect(reverted.json()).toMatchObject({ repeated: false, change: { id: 2, revertedBy: { id: 3 } } });
    expect(await statuses('')).toEqual(['burnt down']);
    expect(await statuses('includeReverted=true&sinceId=2')).toEqual(['rebuilt']);
  });

  it('refuses a bad entry by its field, and an entry that is not there', async () => {
    const entries = [burnt, { session_id: 1, relationship_updates: [{ from: 'a', to: 'a', new_status: 'led_by' }] }];
    const problem = (await send(url(), { json: { collection: 'notes', entries } })).problem();
    expect(problem).toMatchObject({ status: 400, issues: [{ path: 'entries.1.relationship_updates.0' }] });
    expect((await send(url('/99/revert'), { json: { collection: 'notes' } })).problem().code).toBe('NOT_FOUND');
    expect((await send(url('?collection=notes&date=2026-02-30'))).status).toBe(400);
  });
});

function expectStagesAndAnswer(messages: Record<string, unknown>[]): void {
  const result = messages.pop();
  expect(result?.type).toBe('result');
  expect(Answer.parse(result?.result)).toMatchObject({
    status: 'answered',
    answer: expect.stringContaining(keeperOf(2)),
  });
  const stages = messages.map((message) => StageEvent.parse(message));
  expect(stages.filter(({ status }) => status === 'finished').map(({ stage }) => stage)).toEqual([
    'context',
    'plan',
    'retrieve',
    'synthesise',
    'validate',
  ]);
}

describe('POST /search', () => {
  const PUBLISHED_KEYS = ['results', 'query', 'method_used', 'total_results', 'synthesis', 'citations'];
  const published = {
    query: uniqueWord(4),
    method: 'hybrid',
    limit: 5,
    filters: {},
    min_relevance_score: 0.5,
    include_citations: true,
  };

  it('answers a published request with the published keys and no others, on both doors', async () => {
    for (const url of [standalone.retrieverUrl, standalone.url]) {
      const reply = await send(`${url}/search`, { json: published });
      expect(Object.keys(reply.json() as object).sort()).toEqual([...PUBLISHED_KEYS].sort());
      const { results, citations, synthesis } = SearchResponse.parse(reply.json());
      expect(Object.keys(results[0]!).sort()).toEqual(['content', 'metadata', 'rank', 'relevance_score', 'source']);
      expect(results[0]).toMatchObject({ source: 'note-004.md', rank: 1 });
      expect(citations[0]).toBe('note-004.md');
      expect(synthesis).toContain('[1]');
    }
  });

  it('also says what was degraded when more than the published is asked for', async () => {
    expect(await search(standalone.retrieverUrl, { ...published, knowledge_bases: ['notes'] })).toMatchObject({
      degraded: [],
    });
  });

  it.each(['vector', 'keyword', 'hybrid'])('finds the note that holds a word by %s search', async (method) => {
    const { results, method_used } = await search(standalone.retrieverUrl, {
      ...published,
      method,
      knowledge_bases: ['notes'],
    });
    expect(method_used).toBe(method);
    expect(results.map(({ source }) => source)).toContain('note-004.md');
  });

  it('reports its health as published', async () => {
    const reply = await send(`${standalone.retrieverUrl}/health`);
    expect([reply.status, reply.json()]).toEqual([
      200,
      { status: 'healthy', vector_db: 'connected', keyword_engine: 'connected' },
    ]);
  });
});

describe('documents and jobs', () => {
  const documents = async (): Promise<DocumentSummary[]> => {
    const reply = await send(`${standalone.url}/v1/documents?collection=notes&limit=1000`);
    return (reply.json() as { documents: unknown[] }).documents.map((document) => DocumentSummary.parse(document));
  };

  it('lists documents page by page, each once', async () => {
    const all = await documents();
    expect(all).toHaveLength(DOCUMENTS);
    const seen: string[] = [];
    for (let after = ''; ;) {
      const reply = await send(`${standalone.url}/v1/documents?collection=notes&limit=3${after}`);
      const page = reply.json() as { documents: { id: string }[]; next: string | null };
      seen.push(...page.documents.map(({ id }) => id));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('cites spans that are exactly the stored text, also behind emoji and combining marks', async () => {
    const answer = await ask(standalone.url, { query: 'Who is the cook of the Café Zoë on the quay?', ...HERE });
    expect(answer).toMatchObject({ status: 'answered' });
    expect(answer.citations.map(({ source }) => source)).toContain('cafe.md');
    expect(answer.citations.length).toBeGreaterThan(0);
    await expectExactQuotes(standalone.url, answer);
  });

  it('reads a document that is sent along, and lets nothing of it stay when it is deleted', async () => {
    const content = '# The osprey clock\n\nThe osprey clock strikes thirteen at dusk.\n';
    const job = await ingest(standalone.url, 'notes', [{ kind: 'inline', name: 'osprey.md', content }]);
    expect(job).toMatchObject({ state: 'succeeded', counts: { added: 1 } });
    const [document] = (await documents()).filter(({ source }) => source === 'osprey.md');
    const address = `${standalone.url}/v1/documents/${document!.id}`;
    expect((await send(address)).json()).toEqual({
      ...document,
      sections: [{ heading: 'The osprey clock', level: 1, start: 0 }],
    });
    expect((await send(`${address}/text`)).text).toContain('strikes thirteen');
    const found = { query: 'osprey', method: 'keyword', min_relevance_score: 0, knowledge_bases: ['notes'] };
    expect((await search(standalone.url, found)).results).toHaveLength(1);

    expect((await send(address, { method: 'DELETE' })).json()).toEqual({ documentId: document!.id, chunks: 1 });
    for (const gone of [address, `${address}/text`]) expect((await send(gone)).problem().code).toBe('NOT_FOUND');
    for (const method of ['vector', 'keyword', 'hybrid']) {
      const { results } = await search(standalone.url, { ...found, method, limit: 100 });
      expect(results.filter(({ source }) => source === 'osprey.md')).toEqual([]);
    }
    expect(await documents()).toHaveLength(DOCUMENTS);
  });

  it('tells of a job while it runs until it ends', async () => {
    const submitted = await send(`${standalone.url}/v1/jobs`, {
      json: { collection: 'watched', sources: [{ kind: 'inline', name: 'a.md', content: '# A\n\nText.' }] },
    });
    expect(submitted.status).toBe(202);
    const { id } = submitted.json() as { id: string };
    const events = await send(`${standalone.url}/v1/jobs/${id}/events`, {
      headers: { accept: 'application/x-ndjson' },
    });
    const last = JSON.parse(events.text.trimEnd().split('\n').at(-1)!) as unknown;
    expect(last).toMatchObject({ type: 'result', result: { id, state: 'succeeded', counts: { added: 1, chunks: 1 } } });
    const listed = await send(`${standalone.url}/v1/jobs?collection=watched`);
    expect(listed.json()).toMatchObject({ jobs: [{ id, state: 'succeeded' }] });
  });
});

it('describes itself at /openapi.json', async () => {
  const document = (await send(`${standalone.url}/openapi.json`)).json() as { openapi: string; paths: object };
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/v1/query',
      '/search',
      '/v1/jobs',
      '/v1/documents/{documentId}/text',
      '/v1/sessions/{sessionId}',
    ]),
  );
});
