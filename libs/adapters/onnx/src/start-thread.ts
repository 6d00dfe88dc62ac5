import { SHARE_ENV, Worker } from 'node:worker_threads';
import { createExitGuard, waitAtExit } from './worker/exit-guard.mjs';
import type { EarlyThreadData, ThreadSettings } from './worker/thread-protocol.js';

export interface StartedThread {
  readonly worker: Worker;
  /** To be called once the thread has ended: the exit of the process no longer waits for it. */
  readonly stopWaiting: () => void;
}

type UnguardedSettings = Omit<ThreadSettings, 'guard'> & Readonly<Record<string, unknown>>;

/** What an embedder and a reader run in their threads. */
export const ENTRIES = {
  embedder: new URL('./worker/embedding.worker.mjs', import.meta.url),
  reader: new URL('./reader/worker/reader.worker.mjs', import.meta.url),
} as const;
const early = new Map<string, StartedThread>();

/** Starts a thread with its model, or hands the settings to one that {@link startThreadsEarly} started. */
export function startThread(entry: URL, name: string, settings: UnguardedSettings): StartedThread {
  const started = early.get(entry.href);
  if (!started) return start(entry, name, settings);
  early.delete(entry.href);
  started.worker.postMessage({ settings });
  return started;
}

/**
 * Starts threads before their settings are known, so that they load ONNX Runtime while the process still loads its own
 * modules: a short command waits mostly for the networks. An unused thread does not keep the process alive.
 *
 * @param kinds of networks that the command will probably use
 */
export function startThreadsEarly(kinds: readonly (keyof typeof ENTRIES)[]): void {
  for (const kind of kinds) {
    const entry = ENTRIES[kind];
    const started = start(entry, kind, { awaitsSettings: true });
    started.worker.unref();
    // A thread that fails now is not handed out: the one that is started for the model then reports why.
    const forget = (): void => {
      if (early.get(entry.href) === started) early.delete(entry.href);
    };
    started.worker.once('error', forget).once('exit', () => {
      forget();
      started.stopWaiting();
    });
    early.set(entry.href, started);
  }
}

function start(entry: URL, name: string, data: UnguardedSettings | Omit<EarlyThreadData, 'guard'>): StartedThread {
  const guard = createExitGuard();
  const stopWaiting = waitAtExit(guard);
  const worker = new Worker(entry, {
    name,
    // With a copy of its own, the thread could not tell native code to send no telemetry (see load-runtime.mjs).
    env: SHARE_ENV,
    workerData: { ...data, guard },
  });
  return { worker, stopWaiting };
}
