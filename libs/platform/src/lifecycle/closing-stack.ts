import type { Logger } from '../logging/create-logger.js';

const DEFAULT_TIMEOUT_MS = 5_000;

interface Closer {
  readonly name: string;
  readonly close: () => Promise<void> | void;
  readonly timeoutMs: number;
}

/** What has to be closed when an app stops: last opened, first closed, each in its own time. */
export class ClosingStack {
  private readonly closers: Closer[] = [];

  constructor(private readonly logger: Logger) {}

  /** @param timeoutMs how long it may take before the next one gets its turn; default 5 s */
  add(name: string, close: () => Promise<void> | void, timeoutMs = DEFAULT_TIMEOUT_MS): void {
    this.closers.push({ name, close, timeoutMs });
  }

  /** Closes everything, whatever fails. @returns whether all went well and in time; the rest is in the log */
  async closeAll(): Promise<boolean> {
    let clean = true;
    for (let closer = this.closers.pop(); closer; closer = this.closers.pop()) {
      clean = (await this.closeOne(closer)) && clean;
    }
    return clean;
  }

  private async closeOne({ name, close, timeoutMs }: Closer): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timeoutMs);
    });
    try {
      if ((await Promise.race([Promise.resolve().then(close), late])) !== 'late') return true;
      this.logger.error({ resource: name, timeoutMs }, 'did not close in time');
    } catch (error) {
      this.logger.error({ resource: name, err: error }, 'did not close cleanly');
    } finally {
      clearTimeout(timer);
    }
    return false;
  }
}
