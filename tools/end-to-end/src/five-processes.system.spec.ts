import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type doctor,
  type DocumentSummary,
  type OperationOutput,
  PIECE_BYTES,
  type Upload,
} from '@arbiter/contracts';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { NO_READER } from './environment.js';
import { ask, ingest, send } from './http-calls.js';
import { ARM_APPS, type ArmApp } from './installation.js';
import { keeperOf, uniqueWord, writeNotes } from './notes-folder.js';
import { type OtlpReceiver, startOtlpReceiver } from './observe/otlp-receiver.js';
import type { ExportedSpan } from './observe/read-spans.js';
import { Processes, type RunningProcess } from './processes.js';
import { startArmProcess, startArmProcesses, startStandaloneProcess, type RunningArmProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 6;
const COLLECTION = 'notes';
const PAPER = new URL('../../../domains/lantern-coast/papers/breakwater-survey.pdf', import.meta.url);
const QUESTIONS = [
  `Who keeps the ${uniqueWord(3)} lantern?`,
  `Who keeps the ${uniqueWord(1)} lantern, and who keeps the ${uniqueWord(5)} lantern?`,
  'What is the capital of Peru?',
];

/** Words that stand in nothing but a document and a question of this test. */
const IN_DOCUMENT = 'Quorvandel';
const IN_QUESTION = 'zyphrantic';
const SAILING = `The ${IN_DOCUMENT} ferry sails at nine. Its master is Jorun Aldwick, who keeps the ${IN_DOCUMENT} bell.`;
/** Several passages: an agent that has found one reads the rest, too. */
const FERRY = `# The ${IN_DOCUMENT} ferry\n\n${SAILING}\n\n## Fares\n\nA bicycle costs three crowns.\n\n## Cargo\n\nBarrels go below deck.\n`;
const FERRY_QUESTION = { query: `Who is the ${IN_QUESTION} master of the ${IN_DOCUMENT} ferry?` };
const MARKERS = [IN_DOCUMENT, IN_QUESTION, 'Aldwick', keeperOf(3), uniqueWord(3)].flatMap((word) => [
  word,
  word.toLowerCase(),
]);
const FERRIES = 'ferries';

/** No document says it: the agent searches twice and reads a document whole, so all five arms take part. */
const AGENT_QUESTION = { query: `What colour is the ${IN_QUESTION} door of the ${IN_DOCUMENT} ferry?` };
const ROOT = 'POST /agentic_search';
const COLLECTOR_KEY = 'collector-key-8d1f';
const API_KEY = 'a-key-of-this-server-5c2e';
const SIGNING_KEY = 'a-key-that-all-five-arms-share-7a90b1';
const KEY = { headers: { 'x-api-key': API_KEY } };
/** Spans leave a process every five seconds, or when it ends. */
const EXPORT_MS = 60_000;

const processes = new Processes();
const folders = new TemporaryFolders();
const noBroker = natsServerAvailable();
const describeWithBroker = noBroker === null ? describe : describe.skip;

/** Lines of a process, of whatever stream and level, that hold one of the words. */
function tellingLines(process: RunningProcess): string[] {
  const lines = `${process.stdout()}\n${process.stderr()}`.split('\n');
  return lines.filter((line) => MARKERS.some((marker) => line.includes(marker)));
}

/** What an answer says, without what two runs cannot share: ids, times and durations. */
function saidBy({ query, status, answer, citations, confidence, queryType, subQueries, degraded }: Answer) {
  return { query, status, answer, citations, confidence, queryType, subQueries, degraded };
}

describeWithBroker(`five arms as five processes${noBroker === null ? '' : ` (skipped: ${noBroker})`}`, () => {
  let broker: RunningNatsServer;
  let arms: Readonly<Record<ArmApp, RunningArmProcess>>;
  let notes: string;
  let dataDir: string;
  /** Those that some tests kill, as well. */
  let started: readonly RunningProcess[];
  let receiver: OtlpReceiver;
  let env: Readonly<Record<string, string>>;
  const question = { query: QUESTIONS[0]! };
  const post = (path: string, json: object) => send(`${arms.orchestrator.url}${path}`, { ...KEY, json });
  const askArms = (request: { readonly query: string }) => ask(arms.orchestrator.url, request, KEY);
  const ingestByArms = (collection: string, sources: readonly object[]) =>
    ingest(arms.orchestrator.url, collection, sources, KEY);

  beforeAll(async () => {
    [broker, receiver, notes] = await Promise.all([startNatsServer(), startOtlpReceiver(), folders.create()]);
    env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${COLLECTOR_KEY}`,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bed',
      ARBITER_API_KEY: API_KEY,
      NATS_SIGNING_KEY: SIGNING_KEY,
      LOG_LEVEL: 'trace',
    };
    dataDir = await folders.create();
    await writeNotes(notes, NOTES);
    arms = await startArmProcesses(processes, { natsUrl: broker.url, dataDir, env });
    started = Object.values(arms).map(({ process }) => process);
    const job = await ingestByArms(COLLECTION, [{ kind: 'path', path: notes }]);
    expect(job).toMatchObject({ state: 'succeeded', counts: { added: NOTES, failed: 0 } });
  });
  afterAll(async () => {
    await processes.stopAll();
    await broker.stop();
    await receiver.close();
    await folders.removeAll();
  });

  it('answer what the same arms in one process answer: text, spans, confidence and status', async () => {
    const ownDir = await folders.create();
    // The same texts have the same vectors.
    await cp(join(dataDir, 'embeddings'), join(ownDir, 'embeddings'), { recursive: true });
    const standalone = await startStandaloneProcess(processes, { dataDir: ownDir });
    await ingest(standalone.url, COLLECTION, [{ kind: 'path', path: notes }]);
    const apart: Answer[] = [];
    const together: Answer[] = [];
    for (const query of QUESTIONS) {
      apart.push(await askArms({ query }));
      together.push(await ask(standalone.url, { query }));
    }
    expect(apart.map(saidBy)).toEqual(together.map(saidBy));
    expect([apart[0]!.status, apart.at(-1)!.status]).toEqual(['answered', 'declined']);
    expect(apart[0]!.answer).toContain(`The ${uniqueWord(3)} lantern at jetty 4 is kept by ${keeperOf(3)}. [1]`);
    expect(apart[0]!.citations[0]).toMatchObject({
      source: 'note-003.md',
      quote: expect.stringContaining(keeperOf(3)),
    });
    expect((await standalone.process.stop()).code).toBe(0);
  });

  it('serve the Model Context Protocol at the orchestrator', async () => {
    const client = new Client({ name: 'end-to-end', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', arms.orchestrator.url), { requestInit: KEY }),
    );
    const stages: (string | undefined)[] = [];
    const { structuredContent } = await client.callTool(
      { name: 'query', arguments: question },
      { onprogress: ({ message }) => void stages.push(message) },
    );
    expect(structuredContent).toMatchObject({ status: 'answered', answer: expect.stringContaining(keeperOf(3)) });
    expect(stages).toContain('retrieve');
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(NOTES);
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents).toMatchObject([{ text: expect.stringContaining('lantern') }]);
    await client.close();
  });

  it('draw a page in the worker, and hand on its picture over the broker in pieces', async () => {
    const form = new FormData();
    form.append('file', new Blob([await readFile(PAPER)]), 'survey.pdf');
    const stored = await fetch(`${arms.orchestrator.url}/v1/uploads`, { method: 'POST', body: form, ...KEY });
    const { uploads } = (await stored.json()) as { uploads: Upload[] };
    const sources = uploads.map(({ uploadId, name }) => ({ kind: 'upload', uploadId, name }));
    await ingestByArms('papers', sources);
    const listed = (await send(`${arms.orchestrator.url}/v1/documents?collection=papers`, KEY)).json();
    const [paper] = (listed as { documents: DocumentSummary[] }).documents;
    const page = await fetch(`${arms.orchestrator.url}/v1/pages/${paper!.id}/2?width=2400`, KEY);
    const jpeg = Buffer.from(await page.arrayBuffer());
    expect([page.status, jpeg.readUInt16BE(0), jpeg.readUInt16BE(jpeg.length - 2)]).toEqual([200, 0xffd8, 0xffd9]);
    expect(jpeg.length).toBeGreaterThan(PIECE_BYTES);
  });

  it('show no unchecked answer while the validator is away, and answer again once it is back', async () => {
    expect(await arms['validator-arm'].process.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    const reply = await post('/v1/query', question);
    expect(reply.status).toBe(503);
    expect(reply.problem()).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    expect(reply.text).not.toContain(keeperOf(3));
    expect((await post('/v1/query', FERRY_QUESTION)).status).toBe(503);
    await arms['validator-arm'].start();
    expect(await askArms(question)).toMatchObject({ status: 'answered', degraded: [] });
  });

  it('answer without the planner, and say that it was away', async () => {
    await arms['planner-arm'].process.stop('SIGKILL');
    const answer = await askArms(question);
    expect(answer).toMatchObject({ status: 'answered', degraded: ['planner'] });
    expect(answer.answer).toContain(keeperOf(3));
    await arms['planner-arm'].start();
    expect(await askArms(question)).toMatchObject({ status: 'answered', degraded: [] });
  });

  it('say that documents cannot be read while the ingestion worker is away, and answer questions all the same', async () => {
    await arms['ingestion-worker'].process.stop('SIGKILL');
    const refused = await post('/v1/jobs', {
      collection: COLLECTION,
      sources: [{ kind: 'path', path: join(notes, 'note-000.md') }],
    });
    expect(refused.problem()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await askArms(question)).toMatchObject({ status: 'answered' });
    const examined = (await send(`${arms.orchestrator.url}/v1/doctor`, KEY)).json() as OperationOutput<typeof doctor>;
    expect(examined.checks.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual([
      'ingestion worker',
    ]);
    expect(examined.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['planner arm', 'retriever arm: embedder', 'validator arm: embedder']),
    );
    await arms['ingestion-worker'].start();
    const again = await ingestByArms(COLLECTION, [{ kind: 'path', path: notes }]);
    expect(again.counts).toMatchObject({ unchanged: NOTES, added: 0, deleted: 0 });
  });

  it('answer again after the broker was away', async () => {
    await broker.stop('SIGKILL');
    const away = await post('/v1/query', question);
    expect(away.problem()).toMatchObject({ status: 503, retryable: true });
    await broker.restart();
    await expectToHeal(async () => {
      await ingestByArms(COLLECTION, [{ kind: 'path', path: notes }]);
      return askArms(question);
    });
  });

  it('hold in no log of any level what is asked, answered or read, of failures neither', async () => {
    const { url } = arms.orchestrator;
    await ingestByArms(FERRIES, [{ kind: 'inline', name: 'ferry.md', content: FERRY }]);
    expect((await askArms(FERRY_QUESTION)).status).toBe('answered');
    const unanswerable = { query: `How heavy is the ${IN_QUESTION} anchor of the ${IN_DOCUMENT}?` };
    expect((await askArms(unanswerable)).status).toBe('declined');
    await post('/agentic_search', FERRY_QUESTION);
    expect((await post('/agentic_search', AGENT_QUESTION)).status).toBe(200);
    const { url: retriever } = arms['retriever-arm'];
    await send(`${retriever}/search`, { ...KEY, json: { ...FERRY_QUESTION, method: IN_QUESTION } });
    await send(`${retriever}/search?q=${IN_QUESTION}`, KEY);
    await send(`${url}/v1/query`, { ...KEY, bytes: Buffer.from(`{"query": "${IN_QUESTION}`) });
    await send(`${url}/v1/${IN_QUESTION}`, KEY);
    // Names of documents are logged when they fail: nobody could find them otherwise.
    await ingestByArms(FERRIES, [{ kind: 'inline', name: 'broken.json', content: `{"${IN_DOCUMENT}": ` }]);
    const all = new Set([...started, ...Object.values(arms).map(({ process }) => process)]);
    expect([...all].flatMap(tellingLines)).toEqual([]);
    for (const process of all) {
      expect(process.stdout()).toContain('"level":"debug"');
      expect(process.stdout() + process.stderr()).not.toContain(SIGNING_KEY);
    }
  });

  it('leave a line of a question in every arm that worked on it, with its request id', async () => {
    const requestId = 'told-in-every-arm';
    await send(`${arms.orchestrator.url}/v1/query`, {
      headers: { ...KEY.headers, 'arbiter-request-id': requestId },
      json: FERRY_QUESTION,
    });
    const told = (app: ArmApp) => {
      const lines = arms[app].process.stdout().split('\n');
      const ofQuestion = lines.filter((line) => line.includes(requestId) && line.includes('"level":"info"'));
      return ofQuestion.map((line) => (JSON.parse(line) as { operation: string }).operation);
    };
    const worked = ['orchestrator', 'planner-arm', 'retriever-arm', 'validator-arm'] as const;
    // What a process has written comes by a pipe, and not with the answer.
    while (worked.some((app) => told(app).length === 0)) await setTimeout(50);
    expect(told('orchestrator')).toEqual(['orchestrator.query']);
    expect(told('planner-arm')).toContain('planner.decompose');
    // Its searches are remembered from the same question before.
    expect(told('retriever-arm')).toContain('retriever.synthesize');
    expect(told('validator-arm')).toContain('validator.validate');
  });

  it('end with code 0 when they are told to stop', async () => {
    const exits = await Promise.all(ARM_APPS.map(async (app) => [app, (await arms[app].process.stop()).code]));
    expect(exits).toEqual(ARM_APPS.map((app) => [app, 0]));
  });

  it('log questions where LOG_QUERIES is true', async () => {
    // All others have ended: one of them might be asked in its place.
    const told = { ...NO_READER, LOG_LEVEL: 'trace', LOG_QUERIES: 'true' };
    const retriever = await startArmProcess(processes, 'retriever-arm', { natsUrl: broker.url, dataDir, env: told });
    await send(`${retriever.url}/search`, { json: FERRY_QUESTION });
    expect(tellingLines(retriever.process).join('\n')).toContain(FERRY_QUESTION.query);
  });

  describe('one question over all five', () => {
    let trace: readonly ExportedSpan[];

    beforeAll(async () => {
      // Its spans have come with the end of the arms, if not before.
      const spans = await receiver.until((got) => got.filter(({ name }) => name === ROOT).length === 2, EXPORT_MS);
      const root = spans.filter(({ name }) => name === ROOT).reduce((a, b) => (a.start > b.start ? a : b));
      trace = spans.filter(({ traceId }) => traceId === root.traceId);
    });

    /** The spans from one up to the root, by name. */
    function ancestorsOf(span: ExportedSpan): string[] {
      const parent = trace.find(({ spanId }) => spanId === span.parentId);
      return parent ? [parent.name, ...ancestorsOf(parent)] : [];
    }

    it('is one trace, with spans of all five', () => {
      expect(new Set(trace.map(({ service }) => service))).toEqual(new Set(ARM_APPS));
      expect(trace.filter(({ parentId }) => parentId === null).map(({ name }) => name)).toEqual([ROOT]);
    });

    it('has no span whose parent is not there, and none that leaves its parent’s trace', () => {
      const ids = new Set(trace.map(({ spanId }) => spanId));
      expect(trace.filter(({ parentId }) => parentId !== null && !ids.has(parentId))).toEqual([]);
      expect(ids.size).toBe(trace.length);
    });

    it('has each served operation below the call of its caller, of another process', () => {
      const served = trace.filter(
        ({ kind, attributes }) => kind === 'server' && attributes['messaging.system'] === 'nats',
      );
      expect(served.length).toBeGreaterThan(4);
      for (const { name, service, parentId, attributes } of served) {
        const caller = trace.find(({ spanId }) => spanId === parentId)!;
        expect([caller.name, caller.kind, caller.service === service]).toEqual([name, 'client', false]);
        expect(attributes['messaging.destination.name']).toBe(caller.attributes['messaging.destination.name']);
      }
    });

    it.each([
      [`vector_search ${FERRIES}`, ['retriever.search', 'execute_tool hybrid-search']],
      ['embeddings bge-small-en-v1.5', ['retriever.search', 'execute_tool hybrid-search']],
      ['read reader-bge-small', ['retriever.synthesize', 'synthesise']],
      ['encode bge-small-en-v1.5', ['validator.validate', 'validate']],
      ['planner.decide', ['planner.decide']],
      ['text documents', ['ingestion.get-document-text', 'execute_tool expand']],
    ])('has %s below %p', (name, callers) => {
      const ancestors = trace.filter((span) => span.name === name).map(ancestorsOf);
      expect(ancestors).toContainEqual(expect.arrayContaining([...callers, 'orchestrator.agentic-search', ROOT]));
    });

    it('says nothing of question, answer or documents, and no key', () => {
      const exported = receiver.bodies.join('\n');
      for (const word of [...MARKERS, COLLECTOR_KEY, API_KEY, SIGNING_KEY]) expect(exported).not.toContain(word);
      expect(exported).toContain(FERRIES);
    });

    it('goes to the collector with its headers and the attributes of the process', () => {
      expect(receiver.lastHeaders['x-collector-key']).toBe(COLLECTOR_KEY);
      expect(receiver.bodies.join('\n')).toContain('test bed');
    });

    it('has its ids in the logs of all arms that were asked', () => {
      for (const app of ARM_APPS) {
        const lines = arms[app].process.stdout();
        expect([app, lines.includes('"trace_id"')]).toEqual([app, true]);
      }
      const { traceId } = trace[0]!;
      expect(arms['retriever-arm'].process.stdout()).toContain(traceId);
    });
  });
});

/** Arms find a broker that is back within their reconnection interval. */
async function expectToHeal(answer: () => Promise<Answer>): Promise<void> {
  const deadline = AbortSignal.timeout(60_000);
  for (;;) {
    try {
      expect(await answer()).toMatchObject({ status: 'answered', degraded: [] });
      return;
    } catch (error) {
      if (deadline.aborted) throw error;
    }
  }
}
