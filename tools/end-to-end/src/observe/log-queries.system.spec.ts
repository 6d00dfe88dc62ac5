import { ask, ingest, send } from '../http-calls.js';
import { ARM_APPS, type ArmApp } from '../installation.js';
import { Processes } from '../processes.js';
import { type RunningArmProcess, startArmProcesses } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { natsServerAvailable, type RunningNatsServer, startNatsServer } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

/** Words that stand in nothing but the texts of this test. */
const IN_DOCUMENT = 'Quorvandel';
const IN_QUESTION = 'zyphrantic';
const TEXT = `The ${IN_DOCUMENT} ferry sails at nine. Its master is Jorun Aldwick, who keeps the ${IN_DOCUMENT} bell.`;
const QUESTION = `Who is the ${IN_QUESTION} master of the ${IN_DOCUMENT} ferry?`;
const MARKERS = [IN_DOCUMENT, IN_QUESTION, 'Aldwick'].flatMap((word) => [word, word.toLowerCase()]);
const COLLECTION = 'ferries';

const noBroker = natsServerAvailable();
const describeWithBroker = noBroker === null ? describe : describe.skip;

describeWithBroker(`logs of all levels${noBroker === null ? '' : ` (skipped: ${noBroker})`}`, () => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let broker: RunningNatsServer;
  let arms: Readonly<Record<ArmApp, RunningArmProcess>>;

  const start = async (env: Readonly<Record<string, string>>): Promise<void> => {
    const dataDir = await folders.create();
    arms = await startArmProcesses(processes, { natsUrl: broker.url, dataDir, env: { LOG_LEVEL: 'trace', ...env } });
    const document = { kind: 'inline', name: 'ferry.md', content: TEXT };
    await ingest(arms.orchestrator.url, COLLECTION, [document]);
  };
  /** Lines of an arm, of whatever stream and level, that hold one of the words. */
  const tellingLines = (app: ArmApp): string[] => {
    const { process } = arms[app];
    const lines = `${process.stdout()}\n${process.stderr()}`.split('\n');
    return lines.filter((line) => MARKERS.some((marker) => line.includes(marker)));
  };
  const telling = () => ARM_APPS.flatMap((app) => tellingLines(app).map((line) => `${app}: ${line}`));

  beforeAll(async () => {
    broker = await startNatsServer();
  });
  // The next test's arms must not find those of this one at the broker.
  afterEach(() => processes.stopAll());
  afterAll(async () => {
    await broker.stop();
    await folders.removeAll();
  });

  it('hold nothing of questions, answers or documents, of failures neither', async () => {
    await start({});
    const { url } = arms.orchestrator;
    expect((await ask(url, { query: QUESTION })).status).toBe('answered');
    expect((await ask(url, { query: `How heavy is the ${IN_QUESTION} anchor of the ${IN_DOCUMENT}?` })).status).toBe(
      'declined',
    );
    await send(`${url}/agentic_search`, { json: { query: QUESTION } });
    await send(`${arms['retriever-arm'].url}/search`, { json: { query: QUESTION, method: IN_QUESTION } });
    await send(`${arms['retriever-arm'].url}/search?q=${IN_QUESTION}`);
    await send(`${url}/v1/query`, { bytes: Buffer.from(`{"query": "${IN_QUESTION}`) });
    await send(`${url}/v1/${IN_QUESTION}`);
    // Names of documents are logged when they fail: nobody could find them otherwise.
    const broken = [{ kind: 'inline', name: 'broken.json', content: `{"${IN_DOCUMENT}": ` }];
    await ingest(url, COLLECTION, broken);
    const validator = tellingLines('validator-arm');
    await arms['validator-arm'].process.stop('SIGKILL');
    expect((await send(`${url}/v1/query`, { json: { query: QUESTION } })).status).toBe(503);
    await arms['planner-arm'].process.stop('SIGKILL');
    await send(`${url}/v1/query`, { json: { query: QUESTION } });
    expect([...validator, ...telling()]).toEqual([]);
    for (const app of ARM_APPS) expect(arms[app].process.stdout()).toContain('"level":"debug"');
  });

  it('hold questions where LOG_QUERIES is true', async () => {
    await start({ LOG_QUERIES: 'true' });
    await ask(arms.orchestrator.url, { query: QUESTION });
    expect(tellingLines('retriever-arm').join('\n')).toContain(QUESTION);
  });
});
