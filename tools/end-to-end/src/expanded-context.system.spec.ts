import { cp, readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import {
  type EntityPreview,
  IngestionJob,
  ingestDomain,
  listGraphEntities,
  MAX_CONTEXT_TOKENS,
} from '@arbiter/contracts';
import { seededRandom } from '@arbiter/ports/testing';
import { chatChunks, type HttpStandIn, IS_SOAK, soakSeed, startHttpStandIn } from '@arbiter/testing';
import { estimateTokens, splitSentences } from '@arbiter/text';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packFolder } from '@arbiter/testing/packs';
import { NO_READER } from './environment.js';
import { ask, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { Processes } from './processes.js';
import { type RunningStandalone, startStandaloneProcess } from './servers.js';
import { copySharedLibrary } from './shared/copy-library.js';
import { TemporaryFolders } from './temporary-folders.js';

/** The shared library has it, with its graph. */
const COAST = {
  domain: 'lantern-coast',
  folder: join(WORKSPACE.root, 'domains/lantern-coast'),
  collection: 'lantern-coast_lore',
} as const;
/** Is read first, which takes most of a minute. */
const HOSPITAL = {
  domain: 'redmoor-hospital',
  folder: packFolder('redmoor-hospital'),
  collection: 'redmoor-hospital_docs',
} as const;
type Pack = typeof COAST | typeof HOSPITAL;
/** A soak run asks of both. */
const PACKS: readonly Pack[] = IS_SOAK ? [COAST, HOSPITAL] : [COAST];

/** A hang guard, no measure. */
const READY_MS = 400_000;
const POLL_MS = 200;
/** Drawn for each pack; one takes a second of a processor. */
const QUESTIONS = IS_SOAK ? 120 : 4;
const LAST_SESSION = 8;
/** Its inn is destroyed in session 2. */
const HERON = 'What do we know about the Drowned Heron and its keeper?';

const processes = new Processes();
const folders = new TemporaryFolders();
let vendor: HttpStandIn;
let server: RunningStandalone;
/** What the language model was sent, by question. */
const prompts: string[] = [];

/** A fenced text of a prompt. */
interface Block {
  readonly kind: string;
  readonly number: number | null;
  readonly text: string;
}

function blocksOf(prompt: string): Block[] {
  return [...prompt.matchAll(/<(state|source|known)-(\S+?)(?: number="(\d+)")?>\n([\s\S]*?)\n<\/\1-\2>/g)].map(
    ([, kind = '', , number, text = '']) => ({ kind, number: number === undefined ? null : Number(number), text }),
  );
}

/** Cites how the first thing stands, and the first sentence of the last source. */
function answerFrom(prompt: string): string {
  const blocks = blocksOf(prompt);
  const source = blocks.findLast(({ kind }) => kind === 'source');
  if (!source) return 'NOT_IN_SOURCES';
  const lines = source.text.split('\n');
  const [first] = splitSentences(lines.at(-1) ?? '');
  return `${(lines.at(-1) ?? '').slice(first?.start, first?.end)} [${source.number}]`;
}

beforeAll(async () => {
  vendor = await startHttpStandIn(({ target, body }, answer) => {
    if (target.endsWith('/models'))
      return answer.json(200, { object: 'list', data: [{ id: 'writer', object: 'model' }] });
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const prompt = messages.map(({ content }) => content).join('\n');
    prompts.push(prompt);
    return answer.stream('text/event-stream', chatChunks([answerFrom(prompt)], 'stop'), 'end');
  });
  const [dataDir, domains] = await Promise.all([folders.create(), folders.create()]);
  for (const { domain, folder } of PACKS) await cp(folder, join(domains, domain), { recursive: true });
  await copySharedLibrary(dataDir);
  server = await startStandaloneProcess(processes, {
    dataDir,
    env: {
      ...NO_READER,
      ARBITER_DOMAINS_DIR: domains,
      SYNTHESIS_MODEL: 'openai/writer',
      OPENAI_BASE_URL: `${vendor.url}/v1`,
      OPENAI_API_KEY: 'any-key',
      INGESTION_ROOTS: domains,
    },
  });
  if (PACKS.includes(HOSPITAL)) await readPack(HOSPITAL);
  // The first question reads the graph, which may take longer than an expansion is given on a busy machine.
  await ask(server.url, { query: 'Who keeps the Drowned Heron?', domain: COAST.domain, validate: false });
}, READY_MS + 60_000);
afterAll(async () => {
  await processes.stopAll();
  await vendor.close();
  await folders.removeAll();
});

/** Reads the documents of a pack, and builds their graph. */
async function readPack({ domain, collection }: Pack): Promise<void> {
  const queued = await send(`${server.url}/v1/domains/${domain}/ingest`, { method: 'POST', json: {} });
  const deadline = Date.now() + READY_MS;
  for (const { id } of ingestDomain.output.parse(queued.json()).jobs)
    while (!(await hasEnded(id)) && Date.now() < deadline) await delay(POLL_MS);
  const built = await send(`${server.url}/v1/graphs/${collection}/build`, { method: 'POST', json: {} });
  expect(built.status).toBeLessThan(300);
}

async function hasEnded(id: string): Promise<boolean> {
  const reply = await send(`${server.url}/v1/jobs/${id}`);
  return IngestionJob.parse(reply.json()).finishedAt !== null;
}

/** What the language model is sent for a question; null where it is answered without one. */
async function promptFor(query: string, { domain }: Pack, asOfSession?: number): Promise<string | null> {
  prompts.length = 0;
  await ask(server.url, { query, domain, validate: false, ...(asOfSession !== undefined && { asOfSession }) });
  return prompts.at(-1) ?? null;
}

async function entitiesAt({ collection }: Pack, session: number): Promise<readonly EntityPreview[]> {
  const reply = await send(`${server.url}/v1/graphs/${collection}/entities?limit=500&asOfSession=${session}`);
  return listGraphEntities.output.parse(reply.json()).entities;
}

const UNAVAILABLE: ReadonlySet<EntityPreview['availability']> = new Set(['gone', 'closed', 'away', 'hostile']);

/** Unavailable things that a text names, the longest names first, so that "Salt Board Hall" does not name the Salt Board. */
function unavailableIn(text: string, entities: readonly EntityPreview[]): EntityPreview[] {
  const named: EntityPreview[] = [];
  let rest = text;
  for (const entity of [...entities].sort((a, b) => b.name.length - a.name.length)) {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${entity.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
      'gu',
    );
    if (!pattern.test(rest)) continue;
    rest = rest.replace(pattern, ' … ');
    if (UNAVAILABLE.has(entity.availability)) named.push(entity);
  }
  return named;
}

/** Titles of the records of a pack's sessions, with their numbers. */
async function recordsOf({ folder }: Pack): Promise<ReadonlyMap<string, number>> {
  const sessions = join(folder, 'sessions');
  const texts = await Promise.all((await readdir(sessions)).map((file) => readFile(join(sessions, file), 'utf8')));
  return new Map(
    texts.map((text) => [/^title: (.*)$/m.exec(text)?.[1] ?? '', Number(/^session: (\d+)$/m.exec(text)?.[1])]),
  );
}

/** The session that a source is the record of; 0 for a document about the world before the first. */
function sessionOf(source: Block | undefined, records: ReadonlyMap<string, number>): number {
  return [...records].find(([title]) => source?.text.startsWith(title))?.[1] ?? 0;
}

/** States beside a source that was not written before the change. */
function overtold(prompt: string, records: ReadonlyMap<string, number>): string[] {
  const blocks = blocksOf(prompt);
  return blocks.flatMap(({ kind, number, text }) => {
    const source = blocks.find((one) => one.kind === 'source' && one.number === number);
    const changed = [...text.matchAll(/since session (\d+)/gi)].map(([, session]) => Number(session));
    return kind === 'state' && changed.some((session) => session <= sessionOf(source, records)) ? [text] : [];
  });
}

/** Sentences of a context, written before something changed, that name what cannot be used without its state. */
function untold(prompt: string, entities: readonly EntityPreview[], records: ReadonlyMap<string, number>): string[] {
  const blocks = blocksOf(prompt);
  const told = ({ kind, number, text }: Block): string =>
    kind === 'known'
      ? text
      : blocks
          .filter((one) => one.kind === 'state' && one.number === number)
          .map((one) => one.text)
          .join(' ');
  return blocks
    .filter(({ kind }) => kind !== 'state')
    .flatMap((block) =>
      unavailableIn(block.text, entities)
        .filter(({ since }) => block.kind === 'known' || (since ?? 0) > sessionOf(block, records))
        .filter(({ name, availability, status }) => !isTold(told(block), name, status ?? availability))
        .map(({ name }) => `${name}: ${block.text}`),
    );
}

function withoutStates(prompt: string): string {
  return prompt.replace(/<state-(\S+) number="\d+">[\s\S]*?<\/state-\1>/g, '');
}

/** "Drowned Heron is destroyed since session 2", or as a link of a chain: "Dutch Annis (deceased)". */
function isTold(text: string, name: string, state: string): boolean {
  return text.includes(`${name} is ${state} since session `) || text.includes(`${name} (${state})`);
}

async function questionsOf({ folder, collection, domain }: Pack, random: () => number): Promise<string[]> {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const entities = await entitiesAt({ folder, collection, domain } as Pack, LAST_SESSION);
  const lines = (await readFile(join(folder, 'eval/questions.jsonl'), 'utf8')).trim().split('\n');
  const written = lines
    .map((line) => JSON.parse(line) as { question: string; part?: string })
    .filter(({ part }) => part !== 'test');
  const forms = [
    (one: string) => `What do we know about ${one}?`,
    (one: string, other: string) => `How do ${one} and ${other} hang together?`,
    (one: string) => `Who used to be at ${one} before?`,
    (one: string) => `Which place near ${one} can be used today?`,
    (one: string) => `Why is ${one} important?`,
  ];
  return Array.from({ length: QUESTIONS }, (_, at) =>
    at % 2 === 0 ? pick(written).question : pick(forms)(pick(entities).name, pick(entities).name),
  );
}

describe('a question that a language model answers from passages and the knowledge graph', () => {
  it('is sent with what is known of what it names, how it stands first, with sources for every sentence', async () => {
    const prompt = (await promptFor(HERON, COAST)) ?? '';
    const blocks = blocksOf(prompt);
    const heron = blocks.find(({ kind, text }) => kind === 'known' && text.startsWith('Drowned Heron'));
    expect(heron?.text).toMatch(
      /^Drowned Heron \(\w+\)\n\nDrowned Heron is destroyed since session 2\. \(source \d+\)/,
    );
    const sources = new Set(blocks.flatMap(({ kind, number }) => (kind === 'source' ? [number] : [])));
    for (const [, number] of (heron?.text ?? '').matchAll(/\(source (\d+)\)/g))
      expect(sources).toContain(Number(number));
  });

  it('leads from an answer to the passage of an expansion', async () => {
    const { citations, synthesis } = await ask(server.url, { query: HERON, domain: 'lantern-coast', validate: false });
    expect(synthesis).toBe('generated');
    expect(citations.length).toBeGreaterThan(0);
    for (const { documentId, start, end, quote } of citations) {
      const { text } = await send(`${server.url}/v1/documents/${documentId}/text`);
      expect(text.slice(start, end)).toBe(quote);
    }
  });

  it('is sent with the world of the session that it asks about', async () => {
    const prompt = (await promptFor(HERON, COAST, 1)) ?? '';
    expect(prompt).toContain('Drowned Heron');
    expect(prompt).not.toMatch(/destroyed since session/);
  });

  it.each(PACKS)(
    'never takes more than the published tokens, and says of what a source names just what has changed since ($domain)',
    async (pack) => {
      const random = seededRandom(soakSeed(`contexts of ${pack.domain}`));
      const records = await recordsOf(pack);
      let [asked, expanded, caught] = [0, 0, 0];
      // Few may be drawn: the first names what cannot be used in any case.
      const questions = [...(pack === COAST ? [HERON] : []), ...(await questionsOf(pack, random))];
      for (const question of questions) {
        const session = question === HERON ? LAST_SESSION : Math.floor(random() * (LAST_SESSION + 1));
        const prompt = await promptFor(question, pack, session);
        if (prompt === null) continue;
        asked += 1;
        const entities = await entitiesAt(pack, session);
        const about = `${question} (as of session ${session})`;
        expect([about, estimateTokens(prompt) <= MAX_CONTEXT_TOKENS]).toEqual([about, true]);
        expect([about, untold(prompt, entities, records)]).toEqual([about, []]);
        expect([about, overtold(prompt, records)]).toEqual([about, []]);
        if (blocksOf(prompt).some(({ kind }) => kind === 'known')) expanded += 1;
        if (untold(withoutStates(prompt), entities, records).length > 0) caught += 1;
      }
      // Else nothing has been checked.
      expect(asked).toBeGreaterThan(questions.length / 2);
      expect(expanded).toBeGreaterThan(0);
      expect(caught).toBeGreaterThan(0);
    },
    READY_MS,
  );
});
