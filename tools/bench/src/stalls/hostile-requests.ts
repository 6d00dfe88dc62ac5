import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@arbiter/ports';

/** A request that costs its reader much and its sender little. */
export interface HostileRequest {
  /** Part of the names of its figures. */
  readonly name: string;
  readonly path: string;
  /** Serialised before anything is measured. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ROWS = 2_000;
const IGNORED_DEPTH = 25;
const MEBIBYTE = 2 ** 20;
/** Maximum size of one request, less its frame. */
const LARGEST_BODY = 14 * MEBIBYTE;

/** @param folder with the files that one of them names; below `INGESTION_ROOTS` of the server */
export async function hostileRequests(folder: string): Promise<HostileRequest[]> {
  const pack = await writeIgnoringFolder(folder);
  const words = Array.from({ length: 12_000 }, (_, n) => `bell${n.toString(36)}`);
  const table = `| Item | Price |\n| --- | --- |\n${'| **a bell *of _brass | 3 marks |\n'.repeat(ROWS)}`;
  return [
    question('nestedSubjects', `What is the difference between ${'the price of '.repeat(600)}the bell and the lens?`),
    question('blanks', `How much more expensive is ${' '.repeat(370)}`),
    question('fourThousandWords', 'a '.repeat(4_000)),
    question('quotes', `${"' a ".repeat(2_000)}?`),
    validation('tableAnswer', { answer: table, source: table }),
    validation('unclosedMarks', {
      answer: 'A bell costs 3 marks.',
      source: `| a | b |\n| - | - |\n| ${'**a '.repeat(240_000)} |`,
    }),
    validation('twoMillionCharacters', {
      answer: 'A bell costs 3 marks.',
      source: Array.from({ length: 2 }, () => 'A bell of brass costs 3 marks. '.repeat(32_000)),
    }),
    validation('oneSentence', { answer: 'A bell costs 3 marks.', source: 'bell '.repeat(199_000) }),
    validation('manyRows', { answer: 'A bell costs 3 marks.', source: 'Item: bell; Price: 3 marks\n'.repeat(37_000) }),
    validation('manyItems', { answer: 'A bell costs 3 marks.', source: 'A\n'.repeat(499_000) }),
    validation('withoutSpaces', { answer: 'A bell costs 3 marks.', source: '鐘'.repeat(999_000) }),
    validation('longAnswer', {
      answer: 'A bell costs 4 marks.\n'.repeat(4_500),
      source: 'A bell of brass costs 3 marks. '.repeat(32_000),
    }),
    validation('longClaim', { answer: words.join(' '), source: `${words.join('. A ')}. `.repeat(7) }),
    validation('fourteenMebibytes', { answer: 'A bell costs 3 marks.', source: 'x '.repeat(LARGEST_BODY / 2) }),
    job('tableDocument', { kind: 'inline', name: 'table.md', content: table.repeat(5) }),
    job('ignorePatterns', { kind: 'path', path: pack }),
    {
      name: 'mcpBatch',
      path: '/mcp',
      body: `[${'{"jsonrpc":"2.0","id":1,"method":"a"},'.repeat(350_000)}1]`,
      headers: { accept: 'application/json, text/event-stream' },
    },
    { name: 'nestedJson', path: '/v1/query', body: `{"query":${'['.repeat(MEBIBYTE / 4)}${']'.repeat(MEBIBYTE / 4)}}` },
  ];
}

function question(name: string, query: string): HostileRequest {
  return { name, path: '/v1/query', body: JSON.stringify({ query }) };
}

function validation(
  name: string,
  { answer, source }: { readonly answer: string; readonly source: string | readonly string[] },
): HostileRequest {
  const sources = [source].flat().map((content, index) => {
    return { id: `s${index}`, document: 'd1', chunkId: `d1:${index}`, content, metadata: {}, score: 0.9 };
  });
  return { name, path: '/validate', body: JSON.stringify({ query: 'What does a bell cost?', answer, sources }) };
}

function job(name: string, source: Readonly<Record<string, string>>): HostileRequest {
  return { name, path: '/v1/jobs', body: JSON.stringify({ collection: 'stalls', sources: [source] }) };
}

/** Folders of one name in each other, and a rule that asks for them in every way. */
async function writeIgnoringFolder(folder: string): Promise<string> {
  const pack = join(folder, 'ignoring');
  const deepest = join(pack, ...Array.from({ length: IGNORED_DEPTH }, () => 'a'));
  await mkdir(deepest, { recursive: true });
  await writeFile(join(pack, '.gitignore'), `${'**/a/'.repeat(20)}x\n${'*a'.repeat(20)}x\n`);
  await writeFile(join(deepest, 'note.md'), '# A note\n\nIt is found.\n');
  return pack;
}

/** From one probe to the next. */
const PROBE_MS = 20;

export interface Beside<T> {
  readonly result: T;
  /** Longest answer to a probe while the work was done, in milliseconds. */
  readonly longestMs: number;
}

/** Probes a server repeatedly while it does other work: that work should not delay other clients. */
export async function probeBeside<T>(probeUrl: string, work: () => Promise<T>, clock: Clock): Promise<Beside<T>> {
  const done = new AbortController();
  const probing = longestAnswer(probeUrl, done.signal, clock);
  try {
    const result = await work();
    done.abort();
    return { result, longestMs: await probing };
  } finally {
    done.abort();
    await probing.catch(() => undefined);
  }
}

async function longestAnswer(url: string, done: AbortSignal, clock: Clock): Promise<number> {
  let longestMs = 0;
  do {
    const began = clock.monotonic();
    await (await fetch(url)).arrayBuffer();
    longestMs = Math.max(longestMs, clock.monotonic() - began);
    await delay(PROBE_MS);
  } while (!done.aborted);
  return longestMs;
}
