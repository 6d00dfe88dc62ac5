import type { Clock } from '@arbiter/ports';
import type { OpenedTable } from './table-version.js';

/**
 * How old a table may be for a read that begins while others use it, in milliseconds: what another process commits is
 * seen that much later at most, and only under load.
 */
const MAX_AGE_MS = 20;

interface SharedTable {
  readonly opening: Promise<OpenedTable>;
  readonly since: number;
  readers: number;
}

/**
 * Tables that reads at the same time share: a search makes six, and opening a table for each costs a tenth of the time
 * that the thread of a busy server has.
 */
export class SharedTables {
  private readonly current = new Map<string, SharedTable>();

  constructor(private readonly clock: Clock) {}

  /** @param open finds the newest state of the table */
  async read<T>(name: string, open: () => Promise<OpenedTable>, use: (opened: OpenedTable) => Promise<T>): Promise<T> {
    const shared = this.young(name) ?? { opening: open(), since: this.clock.monotonic(), readers: 0 };
    this.current.set(name, shared);
    shared.readers += 1;
    try {
      return await use(await shared.opening);
    } finally {
      shared.readers -= 1;
      if (shared.readers === 0) {
        if (this.current.get(name) === shared) this.current.delete(name);
        await shared.opening.then(
          ({ table }) => {
            table.close();
          },
          () => undefined,
        );
      }
    }
  }

  /** A read that begins now sees what was written before. */
  forget(name: string): void {
    this.current.delete(name);
  }

  private young(name: string): SharedTable | undefined {
    const shared = this.current.get(name);
    return shared && this.clock.monotonic() - shared.since <= MAX_AGE_MS ? shared : undefined;
  }
}
