import { Agent, request } from 'node:http';
import { openTopicWriter } from '../library/make-library.js';
import { TOPICS, type TopicWriter } from '../library/vocabulary.js';
import { xorshift } from '../write-english.js';
import type { LoadPlan, LoadResult } from './load-plan.js';
import { passedTimes, threadTimes } from './process-cpu.js';
import { parseTimings } from './run-load.js';

/** An answer that takes longer is counted as an error. */
const PATIENCE_MS = 30_000;

interface Answer {
  readonly results: number;
  readonly bytes: number;
  /** In the grammar of Server-Timing. */
  readonly timing: string;
}

/** Sends searches over kept connections, each as soon as the one before was answered, and measures them. */
export async function generateLoad(plan: LoadPlan): Promise<LoadResult> {
  const questions = questionStream(await openTopicWriter(), plan);
  const agent = new Agent({ keepAlive: true, maxSockets: plan.clients });
  const ask = (): Promise<Answer> => post(plan, agent, questions.next().value);
  try {
    await underLoad(plan.clients, plan.warmUpSeconds, Infinity, ask);
    const before = await threadTimes(plan.serverPid);
    const ownBefore = process.cpuUsage();
    const load = await underLoad(plan.clients, plan.seconds, plan.maxSearches, ask);
    const own = process.cpuUsage(ownBefore);
    const threads = passedTimes(before, await threadTimes(plan.serverPid));
    const answers = Math.max(1, load.answers.length);
    return {
      searches: load.answers.length,
      errors: load.errors.length,
      firstError: load.errors[0] ?? null,
      meanResults: load.answers.reduce((sum, { results }) => sum + results, 0) / answers,
      elapsedMs: load.elapsedMs,
      latencies: load.latencies,
      stageMs: meanStages(load.answers),
      ownCpuMs: (own.user + own.system) / 1_000,
      serverThreads: [...threads].map(([id, thread]) => ({ id, ...thread })),
      bytesPerAnswer: load.answers.reduce((sum, { bytes }) => sum + bytes, 0) / answers,
    };
  } finally {
    agent.destroy();
  }
}

interface Load {
  readonly answers: readonly Answer[];
  readonly errors: readonly string[];
  /** Of answers, in milliseconds. */
  readonly latencies: number[];
  readonly elapsedMs: number;
}

async function underLoad(clients: number, seconds: number, most: number, ask: () => Promise<Answer>): Promise<Load> {
  const answers: Answer[] = [];
  const errors: string[] = [];
  const latencies: number[] = [];
  const start = performance.now();
  let sent = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - start < 1_000 * seconds && sent < most) {
      sent += 1;
      const asked = performance.now();
      try {
        answers.push(await ask());
        latencies.push(performance.now() - asked);
      } catch (error) {
        errors.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { answers, errors, latencies, elapsedMs: performance.now() - start };
}

/** Questions without end; none twice, unless the plan wants repeats. */
function* questionStream(writer: TopicWriter, { seed, distinctQuestions }: LoadPlan): Generator<string, never> {
  const random = xorshift(seed);
  const asked: string[] = [];
  const known = new Set<string>();
  for (;;) {
    if (distinctQuestions > 0 && asked.length === distinctQuestions) {
      yield asked[random() % asked.length] ?? '';
      continue;
    }
    const question = writer.question(random() % TOPICS, random);
    if (known.has(question)) continue;
    known.add(question);
    asked.push(question);
    yield question;
  }
}

function post({ url, request: extras }: LoadPlan, agent: Agent, query: string): Promise<Answer> {
  const body = JSON.stringify({ query, ...extras });
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        timeout: PATIENCE_MS,
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(pieces);
          if (response.statusCode !== 200) {
            reject(new Error(`status ${response.statusCode ?? 0}: ${text.toString().slice(0, 300)}`));
            return;
          }
          resolve({
            results: Number(/"total_results":(\d+)/.exec(text.toString('latin1'))?.[1] ?? Number.NaN),
            bytes: text.length,
            timing: String(response.headers['server-timing'] ?? ''),
          });
        });
      },
    );
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
    sent.once('error', reject);
    sent.end(body);
  });
}

function meanStages(answers: readonly Answer[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { timing } of answers) {
    for (const [stage, duration] of Object.entries(parseTimings(timing))) {
      sums[stage] = (sums[stage] ?? 0) + duration;
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([stage, sum]) => [stage, sum / answers.length]));
}
