import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Answer } from '@arbiter/contracts';
import { NO_READER } from './environment.js';
import { expectExactQuotes } from './exact-quotes.js';
import { ask, ingest, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { uniqueWord } from './notes-folder.js';
import { Processes } from './processes.js';
import type { ProgramRun } from './run-program.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { HARBOUR_NOTES } from './shared/library-documents.js';
import { writeFiles } from './shared/shared-library.js';
import { TemporaryFolders } from './temporary-folders.js';

const COOK = { query: 'Who is the cook of the Café Zoë on the quay?' };
const KEEPER = { query: `Who keeps the ${uniqueWord(2)} lantern?` };

const processes = new Processes();
const folders = new TemporaryFolders();
let standalone: RunningStandalone;
let dataDir: string;

beforeAll(async () => {
  const notes = await folders.create();
  dataDir = await folders.create();
  await writeFiles(notes, HARBOUR_NOTES);
  standalone = await startStandaloneProcess(processes, { dataDir, env: NO_READER });
  const job = await ingest(standalone.url, 'notes', [{ kind: 'path', path: notes }]);
  expect(job).toMatchObject({ state: 'succeeded', counts: { added: Object.keys(HARBOUR_NOTES).length }, failures: [] });
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

const arbiter = (question: string): Promise<ProgramRun> =>
  WORKSPACE.arbiter(['ask', question, '--json'], { env: { ...NO_READER, ARBITER_DATA_DIR: dataDir }, cwd: dataDir });

it('the command line reaches the server that holds the library, and cites the same spans', async () => {
  const answer = await ask(standalone.url, COOK);
  const run = await arbiter(COOK.query);
  expect(run.code).toBe(0);
  const told = Answer.parse(JSON.parse(run.stdout));
  expect(told.citations).toEqual(answer.citations);
  expect(told.citations.map(({ source }) => source)).toContain('cafe.md');
  await expectExactQuotes(standalone.url, told);
});

it('a server leaves a library from which the command line answers alone, with the same citations', async () => {
  // As after a use: a document came and went.
  await ingest(standalone.url, 'notes', [{ kind: 'inline', name: 'osprey.md', content: '# The osprey clock\n' }]);
  const listed = await send(`${standalone.url}/v1/documents?collection=notes&limit=1000`);
  const { documents } = listed.json() as { documents: { id: string; source: string }[] };
  const osprey = documents.find(({ source }) => source === 'osprey.md');
  expect((await send(`${standalone.url}/v1/documents/${osprey?.id}`, { method: 'DELETE' })).status).toBe(200);

  const answer = await ask(standalone.url, KEEPER);
  expect((await standalone.process.stop()).code).toBe(0);
  const run = await arbiter(KEEPER.query);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  // What was deleted above is out of the statistics of words only once the index has been tidied up, so scores differ a little.
  const citations = answer.citations.map(({ score: _score, ...citation }) => citation);
  expect(Answer.parse(JSON.parse(run.stdout))).toMatchObject({ answer: answer.answer, citations });
});
