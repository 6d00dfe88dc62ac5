import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query, synthesize } from '@arbiter/contracts';
import { startHttpStandIn, until, type HttpStandIn } from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { ingest, send } from './http-calls.js';
import { uniqueWord, writeNotes } from './notes-folder.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const processes = new Processes();
const folders = new TemporaryFolders();
/** A language model that takes the question and never says a word. */
let vendor: HttpStandIn;
let standalone: RunningStandalone;
let asked = 0;

beforeAll(async () => {
  vendor = await startHttpStandIn(({ target }, answer) => {
    if (target.endsWith('/models'))
      return answer.json(200, { object: 'list', data: [{ id: 'mute', object: 'model' }] });
    asked += 1;
    return answer.stream('text/event-stream', '', 'hang');
  });
  const [notes, dataDir] = await Promise.all([folders.create(), folders.create()]);
  await writeNotes(notes, 3);
  standalone = await startStandaloneProcess(processes, {
    dataDir,
    env: {
      ...NO_READER,
      SYNTHESIS_MODEL: 'openai/mute',
      OPENAI_BASE_URL: `${vendor.url}/v1`,
      OPENAI_API_KEY: 'any-key',
    },
  });
  await ingest(standalone.url, 'notes', [{ kind: 'path', path: notes }]);
});
afterAll(async () => {
  await processes.stopAll();
  await vendor.close();
  await folders.removeAll();
});

async function metric(line: RegExp): Promise<number> {
  const { text } = await send(`${standalone.url}/metrics`);
  return text
    .split('\n')
    .filter((each) => line.test(each))
    .reduce((sum, each) => sum + Number(each.slice(each.lastIndexOf(' '))), 0);
}

const INSIDE = /^arbiter_operation_calls_inside\{/;
const cancelled = (operation: string): RegExp =>
  new RegExp(`^arbiter_operation_calls_total\\{.*operation="${operation}",code="CANCELLED"`);

describe.each([
  ['as JSON', 'application/json'],
  ['as a stream', 'application/x-ndjson'],
])('A client that wants its answer %s and disconnects', (_what, accept) => {
  it('ends all work on its question, down to the request to the model; the metrics show it', async () => {
    const before = { asked, query: await metric(cancelled(query.name)), inside: await metric(INSIDE) };
    expect(before.inside).toBe(0);
    const client = new AbortController();
    const answer = fetch(`${standalone.url}/v1/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query: `Who keeps the ${uniqueWord(1)} lantern?` }),
      signal: client.signal,
    }).then((response) => response.text());
    await until(() => asked > before.asked, { what: 'the model to be asked', timeoutMs: 30_000 });
    expect(await metric(INSIDE)).toBeGreaterThanOrEqual(2);

    client.abort();
    await expect(answer).rejects.toThrow();
    await vendor.untilAbandoned(asked);
    await until(async () => (await metric(INSIDE)) === 0, { what: 'every call to end' });
    expect(await metric(cancelled(query.name))).toBe(before.query + 1);
    expect(await metric(cancelled(synthesize.name))).toBeGreaterThanOrEqual(1);
  });
});
