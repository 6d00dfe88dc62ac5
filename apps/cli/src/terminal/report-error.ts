import { ArbiterError, shownText } from '@arbiter/contracts';
import { CommanderError } from 'commander';
import { retiredCommand } from './retired-commands.js';
import type { Terminal } from './terminal.js';

export interface ErrorReport {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/**
 * Whatever was thrown, as the one error that the user is told.
 *
 * @param argv what the user typed
 */
export function toArbiterError(thrown: unknown, argv: readonly string[] = []): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  if (thrown instanceof CommanderError) {
    const message = thrown.message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ');
    const retired = retiredCommand(argv);
    const remedy = retired === null ? 'See "arbiter --help".' : `Use ${retired.instead}.`;
    return new ArbiterError('INVALID_REQUEST', `${sentence(message)} ${remedy}`, { cause: thrown });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ArbiterError('INTERNAL', `unexpected failure: ${sentence(message)}`, {
    cause: thrown,
  });
}

/** One sentence for people on stderr; the whole error as JSON on stdout for programs. */
export function reportError(
  error: ArbiterError,
  terminal: Terminal,
  { json, debug }: { json: boolean; debug: boolean },
): void {
  const { code, details } = error;
  const message = code === 'INTERNAL' && !debug ? `${error.message} (ARBITER_DEBUG=1 shows more.)` : error.message;
  if (json) terminal.out.write(`${JSON.stringify({ error: { code, message, details } } satisfies ErrorReport)}\n`);
  else terminal.err.write(`${terminal.errColours.red('arbiter:')} ${shownText(message)}\n`);
  if (!debug) return;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    terminal.err.write(`${shownText(cause.stack ?? cause.message)}\n`);
}

function sentence(text: string): string {
  return /[.!?)]$/.test(text) ? text : `${text}.`;
}
