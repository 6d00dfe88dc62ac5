import { abortable, SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type {
  DocumentParser,
  PackCode,
  PackParserModule,
  ParsedDocument,
  ParseRequest,
  RelatedFiles,
} from '@arbiter/ports';
import { checkParsedDocument } from './check-parsed-document.js';
import { DEFAULT_PACK_THREAD_LIMITS, PackThread, type ThreadRun } from './pack-thread.js';
import { RELATED, type ThreadDocument, type ToThread } from './thread-protocol.js';

export interface PackParserLimits {
  /** Wall-clock limit for one document, in milliseconds. */
  readonly timeMs: number;
  /** Of the thread's JavaScript heap, in MiB. */
  readonly memoryMib: number;
  /** As `PackThreadLimits`. */
  readonly loadMs?: number;
}

export interface OpenedPackParsers {
  readonly parsers: readonly DocumentParser[];
  close(): Promise<void>;
}

/**
 * The parsers of a pack. They read in a thread of their own, which the first document starts, one document after the other:
 * what ends the thread is the fault of the document that it reads.
 *
 * @param version of the pack; with another one, its documents are read again
 */
export function openPackParsers(code: PackCode, version: string, limits: PackParserLimits): OpenedPackParsers {
  const { timeMs, ...thread } = limits;
  const reader = new ParserReader(
    new PackThread({ ...code, modules: [] }, 'run', { ...DEFAULT_PACK_THREAD_LIMITS, ...thread }),
    timeMs,
  );
  return {
    parsers: code.parsers.map((declared) => new PackParser(declared, version, reader)),
    close: () => reader.thread.close(),
  };
}

class PackParser implements DocumentParser {
  readonly name: string;
  readonly mediaType: string;
  readonly extensions: readonly string[];

  constructor(
    private readonly declared: PackParserModule,
    private readonly version: string,
    private readonly reader: ParserReader,
  ) {
    ({ name: this.name, mediaType: this.mediaType, extensions: this.extensions } = declared);
  }

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    return this.reader.read(this.declared.entry, 'document', request, checkParsedDocument);
  }

  async relatedDigest(request: ParseRequest): Promise<string> {
    const digest = await this.reader.read(this.declared.entry, 'digest', request, checkDigest);
    return JSON.stringify([this.name, this.version, digest]);
  }
}

/** Of the one queue. */
const THREAD = 'thread';

type ParseMessage = Omit<Extract<ToThread, { type: 'parse' }>, 'id'>;

/** Hands documents to a thread, one after the other. */
class ParserReader {
  private readonly turns = new SerialQueue();
  /** The folders of documents by numbers, which a thread can be sent. */
  private readonly folders = new WeakMap<RelatedFiles, number>();
  private folderCount = 0;

  constructor(
    readonly thread: PackThread,
    private readonly timeMs: number,
  ) {}

  /** @throws ArbiterError with the document's name: of the parser, or INTERNAL for one that breaks the limits or its promises */
  read<T>(
    entry: string,
    wanted: 'document' | 'digest',
    request: ParseRequest,
    check: (value: unknown) => T,
  ): Promise<T> {
    const { name, signal } = request;
    return abortable(signal, () =>
      this.turns.run(THREAD, async () => {
        signal.throwIfAborted();
        try {
          return check(await this.#ask({ type: 'parse', entry, wanted, document: this.#documentOf(request) }, request));
        } catch (thrown) {
          signal.throwIfAborted();
          const { code, message } = ArbiterError.from(thrown);
          // What a parser says of a document names it.
          if (code === 'INVALID_REQUEST') throw thrown;
          throw new ArbiterError('INTERNAL', `${name} could not be read: ${message}`, {
            details: { name },
            cause: thrown,
          });
        }
      }),
    );
  }

  get #tooLong(): string {
    return `The code of the domain "${this.thread.domain}" took longer than ${Math.round(this.timeMs / 100) / 10} seconds.`;
  }

  async #ask(message: ParseMessage, request: ParseRequest): Promise<unknown> {
    const limit = new AbortController();
    // The thread does not keep the process alive.
    const awake = setInterval(() => undefined, this.timeMs);
    let timer: NodeJS.Timeout | undefined;
    let run: ThreadRun | undefined;
    try {
      run = await this.thread.run(message, AbortSignal.any([request.signal, limit.signal]));
      // Starting the thread is not the fault of the document.
      timer = setTimeout(() => limit.abort(new ArbiterError('INTERNAL', this.#tooLong)), this.timeMs);
      for (;;) {
        const reply = await run.next();
        if (reply.type === 'parsed') return reply.value;
        if (reply.type === 'failed') throw new ArbiterError(reply.error.code, reply.error.message);
        if (reply.type === 'ask' && reply.operation === RELATED)
          serve(run, reply.ask, String(reply.input.name), request);
      }
    } finally {
      clearTimeout(timer);
      clearInterval(awake);
      run?.end();
    }
  }

  #documentOf({ bytes, name, language, related }: ParseRequest): ThreadDocument {
    if (!related) return { bytes, name, language };
    const folder = this.folders.get(related) ?? (this.folderCount += 1);
    this.folders.set(related, folder);
    return { bytes, name, language, related: { folder, names: related.names } };
  }
}

function serve(run: ThreadRun, ask: number, name: string, { related, signal }: ParseRequest): void {
  const reading = related?.read(name, signal) ?? Promise.reject(new ArbiterError('NOT_FOUND', `There is no ${name}.`));
  reading.then(
    (value) => run.send({ type: 'told', ask, value }),
    (thrown: unknown) => {
      const { code, message } = ArbiterError.from(thrown);
      run.send({ type: 'refused', ask, error: { code, message } });
    },
  );
}

function checkDigest(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new ArbiterError('INTERNAL', 'The digest of its related files is no text.');
}
