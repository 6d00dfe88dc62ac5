import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@arbiter/testing';
import { send } from '../http-calls.js';
import { ARM_APPS, type ArmApp } from '../installation.js';
import { rowOf, type Row, skipped, TYPED } from './scenario.js';
import type { Stage } from './stage.js';

const BEFORE_MS = 1_500;
const AFTER_MS = 4_000;
/** A lost replica is noticed after a second of silence (`BEATS_BEFORE_PROBE`), and the call is done anew on a busy machine. */
const LONGEST_AFTER_KILL_MS = 20_000;
const BROKER_AWAY_MS = 1_000;
const BROKER_BACK_MS = 5_000;
/** A silent replica is given up after 5 s (`SILENCE_MS`); a call that meets it three times in a row fails. */
const FROZEN_MS = 8_000;

/** One of two replicas is killed under load, and comes back: no client notices. */
export async function killReplica(stage: Stage, app: ArmApp): Promise<Row> {
  const [victim, other] = stage.replicas[app];
  if (!other)
    return skipped(`kill -9 ${app}`, 'embedded indexes have one writer: set QDRANT_URL and ELASTICSEARCH_URL');
  const doors = stage.doors();
  const load = stage.load(doors);
  await delay(BEFORE_MS);
  const overAt = performance.now();
  await victim?.process.stop('SIGKILL');
  await delay(AFTER_MS);
  const outcomes = await load.stop();
  await victim?.start();
  return rowOf(
    { scenario: `kill -9 ${app}`, outcomes, repeated: doors.repeated, overAt },
    { mayFailWith: [], recoveryMs: 0, longestMs: LONGEST_AFTER_KILL_MS },
  );
}

export const killEachReplica = ARM_APPS.map(
  (app) => [`kill-${app}`, (stage: Stage): Promise<Row> => killReplica(stage, app)] as const,
);

/** The broker is killed and comes back: clients are told at once what is the matter, and all is well within seconds. */
export async function restartBroker(stage: Stage): Promise<Row> {
  const doors = stage.doors();
  const load = stage.load(doors);
  await delay(BEFORE_MS);
  await stage.broker.stop('SIGKILL');
  await delay(BROKER_AWAY_MS);
  await stage.broker.restart();
  const overAt = performance.now();
  await delay(BROKER_BACK_MS + AFTER_MS);
  const outcomes = await load.stop();
  return rowOf(
    { scenario: 'broker restart', outcomes, repeated: doors.repeated, overAt },
    { mayFailWith: [...TYPED, 'DEGRADED'], recoveryMs: BROKER_BACK_MS, longestMs: LONGEST_AFTER_KILL_MS },
  );
}

/** A replica stands still, its connection open, and goes on later. */
export async function freezeReplica(stage: Stage): Promise<Row> {
  const pid = stage.replicas['retriever-arm'][0]?.process.pid ?? 0;
  const doors = stage.doors();
  const load = stage.load(doors);
  await delay(BEFORE_MS);
  process.kill(pid, 'SIGSTOP');
  await delay(FROZEN_MS);
  process.kill(pid, 'SIGCONT');
  const overAt = performance.now();
  await delay(BROKER_BACK_MS + AFTER_MS);
  const outcomes = await load.stop();
  return rowOf(
    { scenario: 'frozen retriever', outcomes, repeated: doors.repeated, overAt },
    { mayFailWith: [...TYPED, 'DEGRADED'], recoveryMs: BROKER_BACK_MS, longestMs: 30_000 },
  );
}

/** The clock of one replica of each arm jumps an hour ahead, two hours back, and home again. */
export async function jumpClock(stage: Stage): Promise<Row> {
  const doors = stage.doors();
  const load = stage.load(doors);
  await delay(BEFORE_MS);
  let overAt = 0;
  const broken: string[] = [];
  for (const place of ['ahead', 'behind', 'home']) {
    for (const app of ARM_APPS) {
      const victim = stage.replicas[app][0];
      if (victim) process.kill(victim.process.pid, 'SIGUSR2');
    }
    overAt = performance.now();
    // A job that is submitted in the meantime is neither lost nor done twice.
    const json = {
      collection: 'clock',
      sources: [{ kind: 'inline', name: `${place}.md`, content: `# ${place}\n\nClock.` }],
    };
    const submitted = await send(`${stage.url}/v1/jobs`, { json });
    const { id } = submitted.json() as { readonly id: string };
    const job = await until(
      async () => {
        const { state } = (await send(`${stage.url}/v1/jobs/${id}`)).json() as { readonly state?: string };
        return state === 'queued' || state === 'running' || state === undefined ? null : state;
      },
      { timeoutMs: 30_000, intervalMs: 100, what: 'the end of a job' },
    ).catch(() => 'unfinished');
    if (job !== 'succeeded') broken.push(`a job with the clock ${place}: ${job}`);
    await delay(AFTER_MS / 2);
  }
  const outcomes = await load.stop();
  // Calls in hand have a deadline by the old time: those that compare it once more are late, or do without an index that seems late.
  return rowOf(
    { scenario: 'clock jump ±1 h', outcomes, repeated: doors.repeated, overAt, broken },
    {
      mayFailWith: ['DEADLINE_EXCEEDED', 'OVERLOADED', 'DEGRADED'],
      recoveryMs: BROKER_BACK_MS,
      longestMs: LONGEST_AFTER_KILL_MS,
    },
  );
}
