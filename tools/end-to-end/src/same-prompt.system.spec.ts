import { ArbiterError } from '@arbiter/contracts';
import { chatChunks, type HttpStandIn, startHttpStandIn } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from './http-calls.js';
import { Processes } from './processes.js';
import { type RunningStandalone, startStandaloneProcess } from './servers.js';
import { copySharedLibrary } from './shared/copy-library.js';
import { TemporaryFolders } from './temporary-folders.js';

/** Hang guards, no measure. */
const READY_MS = 400_000;
const ASKED_MS = 500_000;
const DOMAIN = 'lantern-coast';
/** Things by name and by alias, two of them at once, one that is gone, and none. */
const QUESTIONS = [
  'What do we know about the Drowned Heron and its keeper?',
  'What is the Leadline Guild for, and who leads it?',
  'How do the Salt Board and Joram Thule hang together?',
  'Where can we sleep in Tallowgate today?',
  'What is the Ninth Bell, and where does its clapper lie?',
  'Why was the Wreck Statute made?',
];
/** What keeps the server busy meanwhile. */
const OTHERS = [
  'Who keeps Skerrow Light?',
  'What does a night at the Gannet Stair cost?',
  'Which ships are registered in Mirren?',
  'Who owns the Counting House?',
  'What happened to the Grey Widow?',
  'How is a pilot examined?',
];

const TOO_BUSY = new Set<string>(['DEADLINE_EXCEEDED', 'UNAVAILABLE', 'OVERLOADED']);

const processes = new Processes();
const folders = new TemporaryFolders();
let vendor: HttpStandIn;
let server: RunningStandalone;
/** Everything that the language model was sent. */
const prompts: string[] = [];

beforeAll(async () => {
  vendor = await startHttpStandIn(({ target, body }, answer) => {
    if (target.endsWith('/models'))
      return answer.json(200, { object: 'list', data: [{ id: 'writer', object: 'model' }] });
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    prompts.push(messages.map(({ content }) => content).join('\n'));
    return answer.stream('text/event-stream', chatChunks(['The sources say so. [1]'], 'stop'), 'end');
  });
  const dataDir = await folders.create();
  await copySharedLibrary(dataDir);
  server = await startStandaloneProcess(processes, {
    dataDir,
    env: {
      SYNTHESIS_MODEL: 'openai/writer',
      OPENAI_BASE_URL: `${vendor.url}/v1`,
      OPENAI_API_KEY: 'any-key',
    },
  });
}, READY_MS);
afterAll(async () => {
  await processes.stopAll();
  await vendor.close();
  await folders.removeAll();
});

/** A fence has a random id. */
function withoutFences(prompt: string): string {
  const [, id = ''] = /The fence id of this request is (\S+)\./.exec(prompt) ?? [];
  return prompt.replaceAll(id, 'FENCE');
}

/** What the language model has been sent for a question so far, in their order. */
function promptsFor(question: string): string[] {
  return prompts.filter((prompt) => prompt.includes(`>\n${question}\n<`)).map(withoutFences);
}

/** On a machine with other work a search may take too long beside so many: then it is asked again, since nothing was sent. */
async function answer(question: string): Promise<void> {
  const request = { query: question, domain: DOMAIN, validate: false };
  try {
    await ask(server.url, request);
  } catch (error) {
    if (!(error instanceof ArbiterError) || !TOO_BUSY.has(error.code)) throw error;
    await ask(server.url, request);
  }
}

/** The prompts for each question, asked all at once with others beside, or one after the other. */
async function promptsWhen(isBusy: boolean): Promise<string[][]> {
  prompts.length = 0;
  if (isBusy) await Promise.all([...QUESTIONS, ...OTHERS].map(answer));
  else for (const question of QUESTIONS) await answer(question);
  return QUESTIONS.map(promptsFor);
}

describe('the same question', () => {
  it(
    'gives the same prompt on a server that has just started and is busy, alone, and on a busy one again',
    async () => {
      const started = await promptsWhen(true);
      const alone = await promptsWhen(false);
      // Else nothing is compared.
      for (const part of ['<source-', '<known-', '<state-']) expect(alone.flat().join('\n')).toContain(part);
      expect(QUESTIONS.filter((_, at) => alone[at]?.length === 0)).toEqual([]);
      expect(started).toEqual(alone);
      expect(await promptsWhen(true)).toEqual(alone);
    },
    ASKED_MS,
  );
});
