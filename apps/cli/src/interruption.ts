import { EXIT, type ExitCode } from './exit-code.js';

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface SignalSource {
  on(signal: StopSignal, listener: () => void): unknown;
  off(signal: StopSignal, listener: () => void): unknown;
}

/** npm and npx pass on a Ctrl-C that the terminal has already sent to us: two within this time are one, in milliseconds. */
const ONE_KEY_PRESS_MS = 500;

export interface InterruptionOptions {
  readonly source: SignalSource;
  readonly now: () => number;
  /** The user insists: end at once. */
  readonly force: (exitCode: ExitCode) => void;
}

/** The user's wish to stop: the first asks, the second forces. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #listeners: Readonly<Record<StopSignal, () => void>>;
  readonly #options: InterruptionOptions;
  #first: { readonly signal: StopSignal; readonly at: number } | null = null;

  constructor(options: InterruptionOptions) {
    this.#options = options;
    this.#listeners = { SIGINT: () => this.#receive('SIGINT'), SIGTERM: () => this.#receive('SIGTERM') };
    options.source.on('SIGINT', this.#listeners.SIGINT);
    options.source.on('SIGTERM', this.#listeners.SIGTERM);
  }

  /** Aborted by the first. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code; null until a stop is requested. */
  get exitCode(): ExitCode | null {
    if (!this.#first) return null;
    return this.#first.signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
  }

  close(): void {
    this.#options.source.off('SIGINT', this.#listeners.SIGINT);
    this.#options.source.off('SIGTERM', this.#listeners.SIGTERM);
  }

  #receive(signal: StopSignal): void {
    const at = this.#options.now();
    if (!this.#first) {
      this.#first = { signal, at };
      this.#controller.abort();
    } else if (at - this.#first.at > ONE_KEY_PRESS_MS) {
      this.#options.force(this.exitCode ?? EXIT.interrupted);
    }
  }
}
