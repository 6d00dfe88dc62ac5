import { AnswerEvent } from '@arbiter/contracts';
import type { AnswerEventLog } from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { appendLine, linesAt, rewriteLines, Serial } from '../line-files.js';
import { parseJson } from '../read-text-file.js';

const FILE = 'answer-events.jsonl';

/** An event per line, some 200 bytes each. */
export class FilesystemAnswerEventLog implements AnswerEventLog {
  readonly #changes = new Serial();

  constructor(private readonly directory: DataDirectory) {}

  async append(events: readonly AnswerEvent[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.directory.resolve(FILE);
    await this.#changes.run(() =>
      this.directory.attempt(path, async () => {
        for (const event of events) await appendLine(path, event);
      }),
    );
  }

  async *read(signal: AbortSignal): AsyncIterable<AnswerEvent> {
    signal.throwIfAborted();
    for await (const line of linesAt(this.directory, this.directory.resolve(FILE), signal)) {
      const event = decode(line);
      if (event) yield event;
    }
  }

  async deleteWhere(isGone: (event: AnswerEvent) => boolean, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    let gone = 0;
    const change = (line: Buffer): 'keep' | null => {
      const event = decode(line);
      if (event && !isGone(event)) return 'keep';
      // The remains of a line after a crash go with the others.
      if (event) gone += 1;
      return null;
    };
    await this.#changes.run(() => rewriteLines(this.directory, this.directory.resolve(FILE), change, signal));
    return gone;
  }
}

/** Null for a line that a crash has cut short. */
function decode(line: Buffer): AnswerEvent | null {
  return AnswerEvent.safeParse(parseJson(line.toString('utf8'))).data ?? null;
}
