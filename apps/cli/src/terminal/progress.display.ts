import { shownLine } from '@arbiter/contracts';
import { SingleBar } from 'cli-progress';
import type { CommandContext } from '../command.context.js';
import type { Terminal } from './terminal.js';

export interface ProgressState {
  /** What is being done: `lantern-coast_lore`. */
  readonly label: string;
  readonly settled: number;
  /** Null until it is known. */
  readonly total: number | null;
  /** What follows the numbers: `312 chunks`. */
  readonly detail: string;
}

export interface ProgressDisplay {
  show(state: ProgressState): void;
  /** Leaves the last state on the screen. */
  end(): void;
}

export type ShowProgress = (label: string, settled: number, total: number, detail?: string) => void;

/**
 * Shows progress for the duration of a piece of work.
 *
 * @param unit noun for what is counted
 */
export async function withProgress<T>(
  { terminal, now }: Pick<CommandContext, 'terminal' | 'now'>,
  unit: string,
  work: (show: ShowProgress) => Promise<T>,
): Promise<T> {
  const display = createProgressDisplay(terminal, now, unit);
  try {
    return await work((label, settled, total, detail = '') => display.show({ label, settled, total, detail }));
  } finally {
    display.end();
  }
}

/** Interval between two lines of unwatched output, in milliseconds: often enough to show activity in a log. */
const LINE_INTERVAL_MS = 5_000;

/** Columns of the bar itself. */
const BAR_SIZE = 24;

/**
 * A bar on a terminal, now and then a line elsewhere.
 *
 * @param unit what is counted
 */
export function createProgressDisplay(terminal: Terminal, now: () => number, unit = 'documents'): ProgressDisplay {
  return terminal.bars ? new ProgressBar(terminal.bars) : new ProgressLines(terminal, now, unit);
}

class ProgressBar implements ProgressDisplay {
  #bar: SingleBar | null = null;

  constructor(private readonly stream: NodeJS.WritableStream) {}

  show({ settled, total, ...texts }: ProgressState): void {
    const [label, detail] = [shownLine(texts.label), shownLine(texts.detail)];
    const scale = total ?? Math.max(settled, 1);
    if (!this.#bar) {
      this.#bar = new SingleBar({
        format: '{label} [{bar}] {value}/{of} {detail}',
        stream: this.stream,
        barsize: BAR_SIZE,
        barCompleteChar: '=',
        barIncompleteChar: ' ',
        hideCursor: null,
        // Our own handlers see to the end of the process.
        gracefulExit: false,
      });
      this.#bar.start(scale, settled, { label, of: total ?? '?', detail });
      return;
    }
    this.#bar.setTotal(scale);
    this.#bar.update(settled, { label, of: total ?? '?', detail });
  }

  end(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}

class ProgressLines implements ProgressDisplay {
  #lastAt: number | null = null;
  #latest = '';
  #written = '';

  constructor(
    private readonly terminal: Terminal,
    private readonly now: () => number,
    private readonly unit: string,
  ) {}

  show({ label, settled, total, detail }: ProgressState): void {
    const line = `${label}: ${settled} of ${total ?? '?'} ${this.unit}${detail === '' ? '' : `, ${detail}`}`;
    this.#latest = `${shownLine(line)}\n`;
    const at = this.now();
    if (this.#lastAt !== null && at - this.#lastAt < LINE_INTERVAL_MS) return;
    this.#lastAt = at;
    this.#write();
  }

  end(): void {
    this.#write();
    this.#lastAt = null;
  }

  #write(): void {
    if (this.#latest === this.#written) return;
    this.terminal.err.write(this.#latest);
    this.#written = this.#latest;
  }
}
