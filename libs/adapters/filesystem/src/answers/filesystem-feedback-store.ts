import { open } from 'node:fs/promises';
import { Feedback } from '@arbiter/contracts';
import { type DeletedDocuments, type FeedbackStore, isFeedbackOn } from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { appendLine, readLines, rewriteLines, Serial } from '../line-files.js';
import { nullWhenMissing, parseJson } from '../read-text-file.js';

const FILE = 'feedback.jsonl';

/** A word on a claim per line, in one file for all domains: people give little of it. */
export class FilesystemFeedbackStore implements FeedbackStore {
  readonly #changes = new Serial();

  constructor(private readonly directory: DataDirectory) {}

  async append(feedback: Feedback, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.directory.resolve(FILE);
    await this.#changes.run(() => this.directory.attempt(path, () => appendLine(path, feedback)));
  }

  async ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]> {
    signal.throwIfAborted();
    const path = this.directory.resolve(FILE);
    return this.directory.attempt(path, async () => {
      const file = await nullWhenMissing(() => open(path, 'r'));
      if (file === null) return [];
      try {
        const last = new Map<string, Feedback>();
        for await (const { bytes } of readLines(file)) {
          signal.throwIfAborted();
          const { data } = Feedback.safeParse(parseJson(bytes.toString('utf8')));
          if (data?.domain !== domain) continue;
          const key = JSON.stringify([data.answerId, data.claim]);
          last.delete(key);
          last.set(key, data);
        }
        return [...last.values()].slice(-limit);
      } finally {
        await file.close();
      }
    });
  }

  async deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    let gone = 0;
    const change = (line: Buffer): 'keep' | null => {
      const { data } = Feedback.safeParse(parseJson(line.toString('utf8')));
      if (data && !isFeedbackOn(data, deleted)) return 'keep';
      if (data) gone += 1;
      return null;
    };
    await this.#changes.run(() => rewriteLines(this.directory, this.directory.resolve(FILE), change, signal));
    return gone;
  }
}
