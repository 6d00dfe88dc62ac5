import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { until } from '@arbiter/testing';
import { ingest, send } from '../http-calls.js';
import { uniqueWord, writeNotes } from '../notes-folder.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { fitLine } from './fit-line.js';

/*
 * One server for half an hour under a light, mixed load: questions that never repeat, searches, documents read and written, sessions
 * begun. Every half minute its heap after a collection and its resident memory are read.
 * Use: node dist/chaos/soak-main.js --minutes 30 --rate 4 --json FILE --set ANSWER_RECORDS=1000000
 *
 * Caches grow until they are full, which looks like a leak before it: `--set` makes them small.
 */
const { minutes, rate, json, set } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '4' },
    json: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
  },
}).values;

const NOTES = 60;
const SAMPLE_MS = 30_000;
/** Caches and pools fill up first. */
const WARM_UP_SHARE = 0.2;
const MIB = 2 ** 20;
const HOOK = fileURLToPath(new URL('../../src/chaos/collected-memory.hook.mjs', import.meta.url));

interface Sample {
  readonly minute: number;
  readonly heapMiB: number;
  readonly externalMiB: number;
  readonly rssMiB: number;
}

const told = Object.fromEntries(set.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
const processes = new Processes();
const folders = new TemporaryFolders();
const outcomes = new Map<string, number>();
const samples: Sample[] = [];
try {
  const [dataDir, notes] = [await folders.create(), await folders.create()];
  await writeNotes(notes, NOTES);
  const server = await startStandaloneProcess(processes, {
    dataDir,
    env: { LOG_LEVEL: 'error', NODE_OPTIONS: `--expose-gc --import=${HOOK}`, ANSWER_RECORDS: '200', ...told },
  });
  await ingest(server.url, 'notes', [{ kind: 'path', path: notes }]);
  const start = performance.now();
  const endMs = Number(minutes) * 60_000;
  let asked = 0;
  const one = async (): Promise<void> => {
    const n = (asked += 1);
    const word = uniqueWord(n % NOTES);
    const calls = [
      () =>
        send(`${server.url}/v1/query`, {
          json: { query: `Who keeps the ${word} lantern in year ${n}?`, sessionId: `soak-${n % 50}` },
        }),
      () => send(`${server.retrieverUrl}/search`, { json: { query: `${word} lantern ${n}` } }),
      () => send(`${server.url}/v1/documents?collection=notes&limit=20`),
      () => send(`${server.url}/v1/query`, { json: { query: `${word} lantern, note ${n}`, mode: 'fast' } }),
    ];
    const outcome = await calls[n % calls.length]?.().then(
      ({ status }) => `${status}`,
      (error: unknown) => String(error),
    );
    outcomes.set(outcome ?? '', (outcomes.get(outcome ?? '') ?? 0) + 1);
    // Now and then a document changes.
    if (n % 400 === 0)
      await ingest(server.url, 'notes', [{ kind: 'inline', name: 'late.md', content: `# Late\n\nEntry ${n}.` }]);
  };
  const open = new Set<Promise<void>>();
  let nextSampleMs = 0;
  while (performance.now() - start < endMs) {
    if (open.size < 8) {
      const call = one().finally(() => open.delete(call));
      open.add(call);
    }
    if (performance.now() - start >= nextSampleMs) {
      nextSampleMs += SAMPLE_MS;
      const seen = server.process.stderr().split('collected ').length;
      process.kill(server.process.pid, 'SIGUSR2');
      const said = await until(() => {
        const parts = server.process.stderr().split('collected ');
        return parts.length > seen ? parts.at(-1) : null;
      });
      const { heapUsed, external, rss } = JSON.parse(said.split('\n', 1)[0] ?? '') as Record<string, number>;
      const sample = {
        minute: (performance.now() - start) / 60_000,
        heapMiB: (heapUsed ?? 0) / MIB,
        externalMiB: (external ?? 0) / MIB,
        rssMiB: (rss ?? 0) / MIB,
      };
      samples.push(sample);
      process.stderr.write(
        `${JSON.stringify(sample)} requests ${asked} ${JSON.stringify(Object.fromEntries(outcomes))}\n`,
      );
    }
    await delay(1_000 / Number(rate));
  }
  await Promise.all(open);
  const settled = samples.filter(({ minute }) => minute >= WARM_UP_SHARE * Number(minutes));
  const trendOf = (pick: (sample: Sample) => number) => {
    const { slope, margin, mean } = fitLine(settled.map((sample) => [sample.minute / 60, pick(sample)] as const));
    return { meanMiB: mean, slopeMiBPerHour: slope, marginMiBPerHour: margin };
  };
  const report = {
    minutes: Number(minutes),
    requests: asked,
    outcomes: Object.fromEntries(outcomes),
    heapAfterCollection: trendOf(({ heapMiB }) => heapMiB),
    external: trendOf(({ externalMiB }) => externalMiB),
    rss: trendOf(({ rssMiB }) => rssMiB),
    samples,
  };
  process.stdout.write(`${JSON.stringify(report, null, 1)}\n`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(report, null, 1)}\n`);
} finally {
  await processes.stopAll();
  await folders.removeAll();
}
