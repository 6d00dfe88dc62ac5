import { DataSet, readCatalogue } from '../catalogue/index.js';
import { ArbiterError } from '@arbiter/contracts';
import type { ToolCall } from '@arbiter/tool-sdk';
import { buildListInSteps, type BuildRequest, type BuildResult } from '../roster/index.js';

export interface BuildTask {
  /** In their JSON form, that of the army first; the rest is what it draws on, nearest first. */
  readonly catalogues: readonly string[];
  readonly request: BuildRequest;
}

/** Kept of the time until the deadline, for what is done with the list. */
export const RESERVE_MS = 5_000;
/** For one list whose caller would wait for ever. */
const LONGEST_MS = 300_000;
/** Work before other calls of the thread get a turn. Each step of another call waits so long while a list is built. */
const SLICE_MS = 10;

/**
 * Builds lists one after the other, in slices between which the thread serves other calls. The request bounds the work in
 * steps, so that other load makes a list later and not worse. Only the caller's deadline breaks a search off.
 */
export class ListBuilding {
  #before: Promise<unknown> = Promise.resolve();

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * @returns the best list that was found before the deadline
   * @throws ArbiterError INVALID_REQUEST for texts that are no catalogues; DEADLINE_EXCEEDED if there is no time to
   *   begin; the signal's reason after an abort
   */
  async build(task: BuildTask, { signal, deadline }: Pick<ToolCall, 'signal' | 'deadline'>): Promise<BuildResult> {
    const before = this.#before;
    const built = this.#buildAfter(before, task, deadline, signal);
    this.#before = Promise.allSettled([before, built]);
    return built;
  }

  async #buildAfter(
    before: Promise<unknown>,
    task: BuildTask,
    deadline: number,
    signal: AbortSignal,
  ): Promise<BuildResult> {
    signal.throwIfAborted();
    await Promise.race([before, aborted(signal)]);
    const endsAt = Math.min(this.now() + LONGEST_MS, deadline - RESERVE_MS);
    if (endsAt <= this.now()) throw new ArbiterError('DEADLINE_EXCEEDED', 'There is no time left to build a list.');
    const work = buildInSteps(task);
    let sliceEnd = this.now() + SLICE_MS;
    for (;;) {
      const step = work.next(this.now() >= endsAt);
      if (step.done === true) return step.value;
      if (this.now() < sliceEnd) continue;
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
      sliceEnd = this.now() + SLICE_MS;
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** The work itself, list by list; `next(true)` ends it with the best list so far. */
export function buildInSteps({ catalogues, request }: BuildTask): ReturnType<typeof buildListInSteps> {
  const [primary, ...related] = catalogues.map((text) => {
    const catalogue = readCatalogue(JSON.parse(text));
    if (!catalogue)
      throw new ArbiterError('INVALID_REQUEST', 'What is kept of an army is no catalogue; ingest it anew.');
    return catalogue;
  });
  if (!primary) throw new ArbiterError('INVALID_REQUEST', 'There is no catalogue to build a list from.');
  return buildListInSteps(new DataSet(primary, related), request);
}
