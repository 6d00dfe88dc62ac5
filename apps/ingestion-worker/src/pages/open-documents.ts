import { abortable } from '@arbiter/adapter-kit/resilience';
import type { OpenPages } from '@arbiter/ports';

/** Documents whose pages are drawn at once, each by a processor. */
const MAX_OPEN = 2;
/** A reader turns the page: a document stays open so long after its last picture, in milliseconds. */
const LINGER_MS = 3_000;

interface OpenDocument {
  readonly pages: Promise<OpenPages>;
  users: number;
  idle: NodeJS.Timeout | null;
}

/** Documents that are open for drawing. Pictures of one share its thread; more documents than may be open at once wait. */
export class OpenDocuments {
  readonly #open = new Map<string, OpenDocument>();
  #waiting: (() => void)[] = [];

  constructor(
    private readonly lingerMs = LINGER_MS,
    private readonly maxOpen = MAX_OPEN,
  ) {}

  /**
   * @param key of the document and its version
   * @param open called where it is not open
   * @param draw runs to its end even if the caller goes
   * @throws the signal's reason, and what `open` and `draw` reject with
   */
  async use<T>(
    key: string,
    open: () => Promise<OpenPages>,
    draw: (pages: OpenPages) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    while (!this.#open.has(key) && this.#open.size >= this.maxOpen && !this.#dropIdle())
      await abortable(signal, () => new Promise<void>((resolve) => this.#waiting.push(resolve)));
    signal.throwIfAborted();
    const document = this.#open.get(key) ?? { pages: open(), users: 0, idle: null };
    this.#open.set(key, document);
    if (document.idle) clearTimeout(document.idle);
    document.users += 1;
    const drawing = document.pages.then(draw);
    drawing.then(
      () => this.#release(key, document, this.lingerMs),
      // What a page has broken is not handed out again.
      () => this.#release(key, document, 0),
    );
    return abortable(signal, () => drawing);
  }

  /** Ends what is being drawn. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map(([key, document]) => this.#drop(key, document)));
  }

  #release(key: string, document: OpenDocument, lingerMs: number): void {
    document.users -= 1;
    if (document.users > 0 || this.#open.get(key) !== document) return;
    const drop = (): void => void this.#drop(key, document);
    if (lingerMs === 0) drop();
    else document.idle = setTimeout(drop, lingerMs).unref();
    this.#wake();
  }

  /** Makes room. @returns false where all that are open are in use */
  #dropIdle(): boolean {
    const idle = [...this.#open].find(([, { users }]) => users === 0);
    if (idle) void this.#drop(...idle);
    return idle !== undefined;
  }

  async #drop(key: string, document: OpenDocument): Promise<void> {
    if (document.idle) clearTimeout(document.idle);
    if (this.#open.get(key) === document) this.#open.delete(key);
    this.#wake();
    await document.pages.then(
      (pages) => pages.close(),
      () => undefined,
    );
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
