import type { ThreadLimits } from '@arbiter/adapter-kit/threads';
import type { Recognition } from '@arbiter/adapters-pdf';
import type { ParseRequest } from '@arbiter/ports';
import { parseDocument, type ReadDocument } from '../parse-document.js';
import type { ParserRegistry } from '../parser-registry.js';
import { ParserThread } from './parser-thread.js';

type Thread = Pick<ParserThread, 'read' | 'close'>;
/** Takes the next thread that is free. */
type Waiting = (thread: Thread) => void;

export interface IsolatedReaderOptions {
  /** Parsers of this process, used to look up formats and to read those that refer to sibling files. */
  readonly parsers: ParserRegistry;
  /** Documents read at once, ≥ 1; others wait. */
  readonly threads: number;
  readonly limits: ThreadLimits;
  /** Recognition of scanned pages, closed with the reader. Default: such pages are reported but not read. */
  readonly recognition?: Recognition;
  /** Default: a thread with this worker's parsers. */
  readonly createThread?: (limits: ThreadLimits) => Thread;
}

/**
 * Reads documents in separate threads. Formats whose files refer to one another are read in this process, because their
 * siblings cannot be sent to a thread. The readers of those formats are ours and have limits of their own.
 */
export class IsolatedReader {
  readonly #idle: Thread[];
  readonly #threads: readonly Thread[];
  readonly #waiting: Waiting[] = [];

  constructor(private readonly options: IsolatedReaderOptions) {
    const { threads, limits, recognition = null } = options;
    const { createThread = (given: ThreadLimits): Thread => new ParserThread(given, recognition) } = options;
    this.#threads = Array.from({ length: threads }, () => createThread(limits));
    this.#idle = [...this.#threads];
  }

  /** @throws ArbiterError as `parseDocument`, and INVALID_REQUEST for a document that exceeds the limits */
  readonly read = async (request: ParseRequest): Promise<ReadDocument> => {
    const { parsers } = this.options;
    const parser = parsers.parserFor(request.name, request.bytes);
    if (!parser || parser.relatedDigest) return parseDocument(request, parsers);
    const thread = this.#idle.pop() ?? (await this.#nextIdle(request.signal));
    try {
      return await thread.read(request);
    } finally {
      this.#release(thread);
    }
  };

  /** Ends the threads and refuses the documents that they are reading. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
    await this.options.recognition?.recogniser.close();
  }

  #nextIdle(signal: AbortSignal): Promise<Thread> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      const waiting = (thread: Thread): void => {
        signal.removeEventListener('abort', leave);
        resolve(thread);
      };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #release(thread: Thread): void {
    const next = this.#waiting.shift();
    if (next) next(thread);
    else this.#idle.push(thread);
  }
}
