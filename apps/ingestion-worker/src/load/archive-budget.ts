import { ArbiterError } from '@arbiter/contracts';
import type { UnpackBudget } from '@arbiter/ports';

/** Entries of an archive and of those inside it. The largest exports of wikis have some ten thousand pages. */
const MAX_ENTRIES = 100_000;
/** Text shrinks to a third or a tenth, tables of zeros to a hundredth; DEFLATE ends at 1:1032, where bombs are. */
const MAX_RATIO = 200;
/** What any archive may unpack to, however small it is: a short file that repeats itself is no bomb. */
const HARMLESS_BYTES = 16 * 1_024 * 1_024;

/** What one archive of a source may unpack to; those inside it draw on the same. */
export class ArchiveBudget implements UnpackBudget {
  private readonly maxBytes: number;
  private bytes = 0;
  private entries = 0;

  /**
   * @param name of the archive, for messages
   * @param size of the archive as it is, in bytes
   * @param limit whatever its size, in bytes
   */
  constructor(
    private readonly name: string,
    size: number,
    limit: number,
  ) {
    this.maxBytes = Math.min(limit, Math.max(HARMLESS_BYTES, size * MAX_RATIO));
  }

  enter(): void {
    this.entries += 1;
    if (this.entries > MAX_ENTRIES) throw this.exceeded(`holds more than ${MAX_ENTRIES} entries`);
  }

  spend(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.maxBytes) throw this.exceeded(`unpacks to more than ${this.maxBytes} bytes`);
  }

  private exceeded(what: string): ArbiterError {
    return new ArbiterError(
      'PAYLOAD_TOO_LARGE',
      `"${this.name}" ${what}, as an archive does that is made to fill a disk. If it is sound, unpack it and ingest the folder.`,
      { details: { source: this.name, maxBytes: this.maxBytes, maxEntries: MAX_ENTRIES } },
    );
  }
}
