import { createInterface, type Interface } from 'node:readline';
import { Readable } from 'node:stream';
import { canAsk, type CommandContext } from '../command.context.js';

export interface ChatLinesOptions {
  /** What may stand in the place of a line that has been begun. */
  readonly complete: (line: string) => Promise<readonly string[]>;
  /** Ctrl-C. True where that has stopped something; else it ends the chat, or clears what was typed. */
  readonly interrupt: () => boolean;
}

/** What a person types, with editing, history and completion; or the lines of a pipe, without a prompt. */
export class ChatLines {
  /** Whether a person types. */
  readonly isTyped: boolean;
  readonly #lines: Interface;

  constructor(
    private readonly context: Pick<CommandContext, 'stdin' | 'terminal' | 'options' | 'interruption'>,
    { complete, interrupt }: ChatLinesOptions,
  ) {
    const { stdin, terminal, interruption } = context;
    this.isTyped = canAsk(context);
    const input = stdin instanceof Readable ? stdin : Readable.from(stdin);
    const { signal } = interruption;
    const output = this.isTyped && stdin instanceof Readable ? terminal.bars : null;
    if (!output) {
      this.#lines = createInterface({ input, signal, terminal: false });
      return;
    }
    this.#lines = createInterface({
      // The standard error: results alone go to the standard output.
      ...{ input, output, signal, terminal: true, removeHistoryDuplicates: true },
      completer: (line: string, callback: (error: null, result: [string[], string]) => void) => {
        // Nobody waits for a suggestion that cannot be had.
        const found = complete(line).catch((): readonly string[] => []);
        void found.then((lines) => callback(null, [lines.filter((one) => one.startsWith(line)), line]));
      },
    });
    this.#lines.on('SIGINT', () => {
      if (interrupt()) return;
      if (this.#lines.line === '') this.#lines.close();
      else this.#lines.write(null, { ctrl: true, name: 'u' });
    });
  }

  /** Shows that a line is awaited. @param place what the chat is about, such as a domain; '' for all of the library */
  prompt(place: string): void {
    const { err, errColours } = this.context.terminal;
    const prompt = errColours.cyan(`${place}> `);
    if (this.#lines.terminal) {
      this.#lines.setPrompt(prompt);
      this.#lines.prompt();
    } else if (this.isTyped) err.write(prompt);
  }

  /** While something runs, what is typed ahead is shown without a prompt. */
  hidePrompt(): void {
    this.#lines.setPrompt('');
  }

  /** Ends with the input. */
  [Symbol.asyncIterator](): AsyncIterator<string> {
    return this.#lines[Symbol.asyncIterator]();
  }

  close(): void {
    this.#lines.close();
  }
}
