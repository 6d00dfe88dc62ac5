import { ArbiterError, shownText } from '@arbiter/contracts';
import { CommanderError } from 'commander';
import type { Terminal } from './terminal.js';

export interface ErrorReport {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** Commands of former versions, with what does the same now. */
const RETIRED_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['bench', '"npm run bench" in a clone'],
  ['entities rename', '"arbiter entities edit ENTITY --name NAME"'],
  ['entities retype', '"arbiter entities edit ENTITY --type TYPE"'],
  ['jobs watch', '"arbiter jobs status ID --watch"'],
  ['models path', '"arbiter models list"'],
]);

/**
 * Whatever was thrown, as the one error that the user is told.
 *
 * @param argv what the user typed
 */
export function toArbiterError(thrown: unknown, argv: readonly string[] = []): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  if (thrown instanceof CommanderError) {
    const message = thrown.message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ');
    const [first = '', second = ''] = argv.filter((word) => !word.startsWith('-'));
    const retired = RETIRED_COMMANDS.get(first) ?? RETIRED_COMMANDS.get(`${first} ${second}`);
    const remedy = retired === undefined ? 'See "arbiter --help".' : `Use ${retired}.`;
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
