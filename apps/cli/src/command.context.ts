import { shownText } from '@arbiter/contracts';
import type { Interruption } from './interruption.js';
import type { StandaloneModule } from './library/library.js';
import type { Terminal } from './terminal/terminal.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface GlobalOptions {
  /** One JSON object on stdout, nothing else. */
  readonly json: boolean;
  /** Address of the server to be a client of. */
  readonly server: string | null;
  readonly dataDir: string | null;
}

/** Everything that a command takes from outside. */
export interface CommandContext {
  readonly options: GlobalOptions;
  /** With `--data-dir` and `--allow-pack-code` already in it. */
  readonly env: Environment;
  readonly cwd: string;
  readonly terminal: Terminal;
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  readonly interruption: Interruption;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly loadStandalone: () => Promise<StandaloneModule>;
}

export type CommandHandler = (context: CommandContext) => Promise<number>;

/** A result: as JSON when programs read it, as text when people do. */
export function printResult({ terminal, options }: CommandContext, value: unknown, text: () => string): void {
  terminal.out.write(options.json ? `${JSON.stringify(value)}\n` : text());
}

/** Whether a person can be asked: both streams are a terminal, and no program reads the result. */
export function canAsk({ terminal, stdin, options }: Pick<CommandContext, 'terminal' | 'stdin' | 'options'>): boolean {
  return stdin.isTTY === true && terminal.err.isTTY === true && !options.json;
}

/** A remark on the way, for people. */
export function remark({ terminal }: CommandContext, sentence: string): void {
  terminal.err.write(`${terminal.errColours.dim(shownText(sentence))}\n`);
}
