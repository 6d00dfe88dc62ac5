import { BoundedThread, type ThreadLimits } from '@arbiter/adapter-kit/threads';
import type { Recognition } from '@arbiter/adapters-pdf';
import type { ParseRequest, Picture, RecognisedLine } from '@arbiter/ports';
import type { ReadDocument } from '../parse-document.js';

/** The compiled module. The relative path is the same from `src` and `dist`. */
const ENTRY = new URL('../../../dist/parse/isolated/parse.thread.js', import.meta.url);

/** What the thread is sent: a request without its signal, since the thread is ended instead. */
export type ParserThreadRequest = Pick<ParseRequest, 'name' | 'bytes' | 'language'>;

export interface ParserThreadSettings {
  /** Scanned pages of one document that the thread may ask about, ≥ 0. */
  readonly maxRecognisedPages: number;
}

/** A thread that reads one document at a time, and asks this process what stands on its scanned pages. */
export class ParserThread {
  readonly #thread: BoundedThread<ParserThreadRequest, ReadDocument>;

  /** @param entry module that answers each `ParserThreadRequest` with a `ReadDocument` */
  constructor(limits: ThreadLimits, recognition: Recognition | null = null, entry = ENTRY) {
    const data: ParserThreadSettings = { maxRecognisedPages: recognition?.maxPages ?? 0 };
    const answer = async (picture: unknown, signal: AbortSignal): Promise<readonly RecognisedLine[]> =>
      (await recognition?.recogniser.recognise(picture as Picture, signal)) ?? [];
    this.#thread = new BoundedThread({ name: 'parser', entry, limits, data, done: 'read', answer });
  }

  /**
   * @throws ArbiterError INVALID_REQUEST for a document that is unreadable or exceeds the limits; the signal's reason when the
   *   caller has gone
   */
  read({ name, bytes, language, signal }: ParseRequest): Promise<ReadDocument> {
    return this.#thread.ask(name, { name, bytes, language }, signal);
  }

  /** Ends the thread, even while it reads. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
