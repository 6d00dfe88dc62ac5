// What a test does in a process of its own, to be killed, limited or run as another user.
//   node … child.ts <what> <data directory>
// Prints one JSON value per line: what has been acknowledged, or the errors that came.
import { ArbiterError } from '@arbiter/contracts';
import { SYSTEM_CLOCK, type StoredDocument } from '@arbiter/ports';
import {
  filesystemAnswerStores,
  FilesystemDocumentStore,
  FilesystemJobQueue,
  FilesystemSourceReader,
  openDataDirectory,
} from '../src/index.js';

const [what, path] = process.argv.slice(2);
const { signal } = new AbortController();
const KIBIBYTE = 1024;
const NOW = '2026-01-01T00:00:00.000Z';

const steps: Record<string, (path: string) => Promise<void>> = {
  async hold(path) {
    const directory = await openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK });
    await directory.setUrl('http://127.0.0.1:3100');
    print('ready');
    await forever();
  },

  /** Tries once, says whether it got the lock, and keeps it. */
  async contend(path) {
    const outcome = await openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK }).then(() => 'won', codeOf);
    print(outcome);
    if (outcome === 'won') await forever();
  },

  /** Replaces ten documents over and over. */
  async put(path) {
    const store = new FilesystemDocumentStore(await openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK }));
    for (let round = 0; ; round += 1) {
      const id = `doc-${round % 10}`;
      const text = `${id} in round ${round}: ${'x'.repeat((round * 997) % 20_000)}`;
      await store.put(document(id, text, round), text, signal);
      print({ id, round });
    }
  },

  /** Submits jobs and ends every second one. */
  async queue(path) {
    const directory = await openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK });
    const queue = await FilesystemJobQueue.open({ directory, clock: SYSTEM_CLOCK, compactAboveBytes: 8 * KIBIBYTE });
    for (let round = 0; ; round += 1) {
      const id = `job-${round}`;
      const content = 'y'.repeat((round * 31) % 2_000);
      const sources = [{ kind: 'inline' as const, name: `${id}.md`, content, metadata: {} }];
      await queue.submit({ id, collection: 'default', sources }, signal);
      print({ submitted: id });
      if (round % 2 === 1) continue;
      const claimed = await queue.claim('child', signal);
      if (claimed) await queue.finish(claimed.id, { state: 'succeeded' });
      print({ finished: claimed?.id });
    }
  },

  /** Writes little, too much, and little again, to each store. */
  async fill(path) {
    const directory = await openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK });
    const documents = new FilesystemDocumentStore(directory);
    const jobs = await FilesystemJobQueue.open({ directory, clock: SYSTEM_CLOCK });
    const { sessions } = filesystemAnswerStores(directory);
    const sizes = [10, 300 * KIBIBYTE, 10];
    for (const [index, size] of sizes.entries()) {
      const text = 'z'.repeat(size);
      print(await outcomeOf(documents.put(document(`doc-${index}`, text, 0), text, signal)));
      const sources = [{ kind: 'inline' as const, name: 'a.md', content: text, metadata: {} }];
      print(await outcomeOf(jobs.submit({ id: `job-${index}`, collection: `c${index}`, sources }, signal)));
      const message = { id: `m-${index}`, role: 'user' as const, content: text, timestamp: NOW, metadata: {} };
      print(await outcomeOf(sessions.append('s-1', [message], signal)));
    }
    await jobs.close();
    await directory.close();
  },

  async open(path) {
    print(await outcomeOf(openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK })));
  },

  /** Reads all that is found in a folder. */
  async walk(path) {
    for await (const found of new FilesystemSourceReader().walk(path, signal)) {
      print(!('read' in found) ? found : { source: found.source, outcome: await outcomeOf(found.read(signal)) });
    }
  },

  /** Opens the directory, is denied it, and writes. */
  async lose(path) {
    const directory = await openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK });
    const store = new FilesystemDocumentStore(directory);
    await store.put(document('before', 'text', 0), 'text', signal);
    print('ready');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    print(await outcomeOf(store.put(document('after', 'text', 0), 'text', signal)));
    print(await store.text('before', signal));
    process.exit(0);
  },
};

function document(id: string, text: string, round: number): StoredDocument {
  return {
    id,
    collection: 'default',
    origin: '/library',
    source: `${id}.md`,
    title: `round ${round}`,
    mediaType: 'text/markdown',
    contentHash: 'ab'.repeat(32),
    pipelineVersion: 1,
    length: text.length,
    chunks: 1,
    sections: [],
    pages: [],
    metadata: {},
    updatedAt: NOW,
  };
}

async function outcomeOf(step: Promise<unknown>): Promise<unknown> {
  try {
    await step;
    return 'done';
  } catch (error) {
    return error instanceof ArbiterError ? { code: error.code, message: error.message } : { code: 'UNKNOWN' };
  }
}

function codeOf(error: unknown): string {
  return error instanceof ArbiterError ? error.code : String(error);
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

async function forever(): Promise<never> {
  setInterval(() => undefined, 1_000);
  return new Promise(() => undefined);
}

const step = steps[what ?? ''];
if (step === undefined || path === undefined)
  throw new ArbiterError('INVALID_REQUEST', 'usage: child.ts <what> <path>');
await step(path);
