import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startNatsServer, until, type RunningNatsServer } from '@arbiter/testing';
import { NO_READER } from '../environment.js';
import { ingest } from '../http-calls.js';
import { ARM_APPS, type ArmApp } from '../installation.js';
import { uniqueWord, writeNotes } from '../notes-folder.js';
import { Processes } from '../processes.js';
import { startArmProcess, type RunningArmProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { type ClientCall, Doors, SteadyLoad } from './steady-load.js';

const NOTES = 12;
const CLIENTS = 6;
/** For the first call of each kind: networks are loaded with it. */
const WARM_UP_MS = 120_000;
/** Seen from the sources as from what is built of them. */
const CLOCK_HOOK = fileURLToPath(new URL('../../src/chaos/jumping-clock.hook.mjs', import.meta.url));

/** Index servers that several workers share, where both are named; each run has names of its own there. */
function namedServers(): Record<string, string> | null {
  const { ELASTICSEARCH_URL, QDRANT_URL } = process.env;
  if (!ELASTICSEARCH_URL || !QDRANT_URL) return null;
  const prefix = `chaos-${randomUUID().slice(0, 8)}`;
  return { ELASTICSEARCH_URL, QDRANT_URL, ELASTICSEARCH_INDEX: prefix, QDRANT_COLLECTION: prefix };
}

export type Replicas = Readonly<Record<ArmApp, readonly RunningArmProcess[]>>;

/** A broker with JetStream and two replicas of each arm, whose state is on the broker; a few notes to ask about. */
export class Stage {
  private asked = 0;

  private constructor(
    readonly processes: Processes,
    readonly folders: TemporaryFolders,
    readonly broker: RunningNatsServer,
    readonly replicas: Replicas,
  ) {}

  static async open(): Promise<Stage> {
    const [processes, folders] = [new Processes(), new TemporaryFolders()];
    // A folder of ours: a broker that is killed finds its streams again.
    const broker = await startNatsServer({ jetstream: true, storeDir: await folders.create() });
    const servers = namedServers();
    const env = {
      ...NO_READER,
      LOG_LEVEL: 'warn',
      SESSION_STORE: 'nats',
      DOCUMENT_STORE: 'nats',
      NODE_OPTIONS: `--import=${CLOCK_HOOK}`,
      ...servers,
    };
    const shared = await folders.create();
    const entries: [ArmApp, RunningArmProcess[]][] = [];
    // One after the other: on two processors ten programs that start at once are all late.
    for (const app of ARM_APPS) {
      const arms: RunningArmProcess[] = [];
      // Embedded indexes have one writer.
      const count = app === 'ingestion-worker' && !servers ? 1 : 2;
      while (arms.length < count) {
        // Who writes has a directory of its own, but for the worker whose indexes the retrievers read.
        const isShared = servers === null && app !== 'orchestrator';
        const dataDir = isShared ? shared : await folders.create();
        arms.push(await startArmProcess(processes, app, { natsUrl: broker.url, dataDir, env }));
      }
      entries.push([app, arms]);
    }
    const stage = new Stage(processes, folders, broker, Object.fromEntries(entries) as unknown as Replicas);
    const notes = await folders.create();
    await writeNotes(notes, NOTES);
    await ingest(stage.url, 'notes', [{ kind: 'path', path: notes }]);
    await stage.warmUp();
    return stage;
  }

  get url(): string {
    return this.replicas.orchestrator[0]?.url ?? '';
  }

  doors(): Doors {
    return new Doors(this.replicas.orchestrator.map(({ url }) => url));
  }

  /** Reads that take every arm: questions all of them, lists of documents the worker, searches the retriever. */
  load(doors: Doors, clients = CLIENTS): SteadyLoad {
    return new SteadyLoad(this.calls(doors), clients);
  }

  private calls(doors: Doors): Readonly<Record<string, ClientCall>> {
    const word = (): string => uniqueWord((this.asked += 1) % NOTES);
    return {
      question: () => doors.call('/v1/query', { query: `Who keeps the ${word()} lantern? (${this.asked})` }),
      documents: () => doors.call('/v1/documents?collection=notes&limit=5'),
      search: () => doors.call('/search', { query: `${word()} lantern ${this.asked}`, include_synthesis: false }),
    };
  }

  /** Every replica answers once before anything is broken: what is loaded with the first call would count as a fault. */
  private async warmUp(): Promise<void> {
    const calls = Object.entries(this.calls(this.doors()));
    for (const [name, call] of [...calls, ...calls, ...calls, ...calls]) {
      await until(async () => (await call()) === 'OK', {
        timeoutMs: WARM_UP_MS,
        intervalMs: 100,
        what: `the first ${name}`,
      });
    }
  }

  async close(): Promise<void> {
    await this.processes.stopAll();
    await this.broker.stop();
    await this.folders.removeAll();
  }
}
