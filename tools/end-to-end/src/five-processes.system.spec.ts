import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '@arbiter/contracts';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { NO_READER } from './environment.js';
import { ask, ingest, send } from './http-calls.js';
import { ARM_APPS, type ArmApp } from './installation.js';
import { keeperOf, uniqueWord, writeNotes } from './notes-folder.js';
import { Processes, type RunningProcess } from './processes.js';
import { startArmProcess, startArmProcesses, startStandaloneProcess, type RunningArmProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 8;
const COLLECTION = 'notes';
const QUESTIONS = [
  `Who keeps the ${uniqueWord(3)} lantern?`,
  `Who keeps the ${uniqueWord(1)} lantern, and who keeps the ${uniqueWord(5)} lantern?`,
  'What is the capital of Peru?',
];

/** Words that stand in nothing but a document and a question of this test. */
const IN_DOCUMENT = 'Quorvandel';
const IN_QUESTION = 'zyphrantic';
const FERRY = `The ${IN_DOCUMENT} ferry sails at nine. Its master is Jorun Aldwick, who keeps the ${IN_DOCUMENT} bell.`;
const FERRY_QUESTION = { query: `Who is the ${IN_QUESTION} master of the ${IN_DOCUMENT} ferry?` };
const MARKERS = [IN_DOCUMENT, IN_QUESTION, 'Aldwick', keeperOf(3), uniqueWord(3)].flatMap((word) => [
  word,
  word.toLowerCase(),
]);
const FERRIES = 'ferries';

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
  const question = { query: QUESTIONS[0]! };
  const env = { LOG_LEVEL: 'trace' };

  beforeAll(async () => {
    [broker, notes] = await Promise.all([startNatsServer(), folders.create()]);
    dataDir = await folders.create();
    await writeNotes(notes, NOTES);
    arms = await startArmProcesses(processes, { natsUrl: broker.url, dataDir, env });
    started = Object.values(arms).map(({ process }) => process);
    const job = await ingest(arms.orchestrator.url, COLLECTION, [{ kind: 'path', path: notes }]);
    expect(job).toMatchObject({ state: 'succeeded', counts: { added: NOTES, failed: 0 } });
  });
  afterAll(async () => {
    await processes.stopAll();
    await broker.stop();
    await folders.removeAll();
  });

  it('answer what the same arms in one process answer: text, spans, confidence and status', async () => {
    const standalone = await startStandaloneProcess(processes, { dataDir: await folders.create() });
    await ingest(standalone.url, COLLECTION, [{ kind: 'path', path: notes }]);
    const apart: Answer[] = [];
    const together: Answer[] = [];
    for (const query of QUESTIONS) {
      apart.push(await ask(arms.orchestrator.url, { query }));
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
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', arms.orchestrator.url)));
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

  it('show no unchecked answer while the validator is away, and answer again once it is back', async () => {
    expect(await arms['validator-arm'].process.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    const reply = await send(`${arms.orchestrator.url}/v1/query`, { json: question });
    expect(reply.status).toBe(503);
    expect(reply.problem()).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    expect(reply.text).not.toContain(keeperOf(3));
    expect((await send(`${arms.orchestrator.url}/v1/query`, { json: FERRY_QUESTION })).status).toBe(503);
    await arms['validator-arm'].start();
    expect(await ask(arms.orchestrator.url, question)).toMatchObject({ status: 'answered', degraded: [] });
  });

  it('answer without the planner, and say that it was away', async () => {
    await arms['planner-arm'].process.stop('SIGKILL');
    const answer = await ask(arms.orchestrator.url, question);
    expect(answer).toMatchObject({ status: 'answered', degraded: ['planner'] });
    expect(answer.answer).toContain(keeperOf(3));
    await arms['planner-arm'].start();
    expect(await ask(arms.orchestrator.url, question)).toMatchObject({ status: 'answered', degraded: [] });
  });

  it('say that documents cannot be read while the ingestion worker is away, and answer questions all the same', async () => {
    await arms['ingestion-worker'].process.stop('SIGKILL');
    const refused = await send(`${arms.orchestrator.url}/v1/jobs`, {
      json: { collection: COLLECTION, sources: [{ kind: 'path', path: join(notes, 'note-000.md') }] },
    });
    expect(refused.problem()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await ask(arms.orchestrator.url, question)).toMatchObject({ status: 'answered' });
    await arms['ingestion-worker'].start();
    const again = await ingest(arms.orchestrator.url, COLLECTION, [{ kind: 'path', path: notes }]);
    expect(again.counts).toMatchObject({ unchanged: NOTES, added: 0, deleted: 0 });
  });

  it('answer again after the broker was away', async () => {
    await broker.stop('SIGKILL');
    const away = await send(`${arms.orchestrator.url}/v1/query`, { json: question });
    expect(away.problem()).toMatchObject({ status: 503, retryable: true });
    await broker.restart();
    await expectToHeal(() => ask(arms.orchestrator.url, question));
  });

  it('hold in no log of any level what is asked, answered or read, of failures neither', async () => {
    const { url } = arms.orchestrator;
    const sources = [{ kind: 'inline', name: 'ferry.md', content: FERRY }];
    await ingest(url, FERRIES, sources);
    expect((await ask(url, FERRY_QUESTION)).status).toBe('answered');
    const unanswerable = { query: `How heavy is the ${IN_QUESTION} anchor of the ${IN_DOCUMENT}?` };
    expect((await ask(url, unanswerable)).status).toBe('declined');
    await send(`${url}/agentic_search`, { json: FERRY_QUESTION });
    await send(`${arms['retriever-arm'].url}/search`, { json: { ...FERRY_QUESTION, method: IN_QUESTION } });
    await send(`${arms['retriever-arm'].url}/search?q=${IN_QUESTION}`);
    await send(`${url}/v1/query`, { bytes: Buffer.from(`{"query": "${IN_QUESTION}`) });
    await send(`${url}/v1/${IN_QUESTION}`);
    // Names of documents are logged when they fail: nobody could find them otherwise.
    await ingest(url, FERRIES, [{ kind: 'inline', name: 'broken.json', content: `{"${IN_DOCUMENT}": ` }]);
    const all = new Set([...started, ...Object.values(arms).map(({ process }) => process)]);
    expect([...all].flatMap(tellingLines)).toEqual([]);
    for (const process of all) expect(process.stdout()).toContain('"level":"debug"');
  });

  it('end with code 0 when they are told to stop', async () => {
    const exits = await Promise.all(ARM_APPS.map(async (app) => [app, (await arms[app].process.stop()).code]));
    expect(exits).toEqual(ARM_APPS.map((app) => [app, 0]));
  });

  it('log questions where LOG_QUERIES is true', async () => {
    // All others have ended: one of them might be asked in its place.
    const told = { ...env, ...NO_READER, LOG_QUERIES: 'true' };
    const retriever = await startArmProcess(processes, 'retriever-arm', { natsUrl: broker.url, dataDir, env: told });
    await send(`${retriever.url}/search`, { json: FERRY_QUESTION });
    expect(tellingLines(retriever.process).join('\n')).toContain(FERRY_QUESTION.query);
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
