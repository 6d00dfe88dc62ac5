import { query, type Answer, type OperationRequest, WRITING_MESSAGES } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';
import type { OperationCaller } from '../library/library.js';

/** Asks, and shows on a watched terminal which stage the question is in. */
export async function askLibrary(
  library: OperationCaller,
  input: OperationRequest<typeof query>,
  { terminal, interruption }: Pick<CommandContext, 'terminal'> & { interruption: { readonly signal: AbortSignal } },
): Promise<Answer> {
  const show = (text: string): void => {
    if (terminal.isWatched) terminal.err.write(`\r\u001B[K${terminal.errColours.dim(text)}`);
  };
  const events = library.stream(query, input, { signal: interruption.signal });
  try {
    let next = await events.next();
    while (!next.done) {
      const event = next.value;
      if (event.type === 'stage' && event.status === 'started') show(`${event.stage} …`);
      if (event.type === 'status') show(`${WRITING_MESSAGES[event.status]} …`);
      next = await events.next();
    }
    return next.value;
  } finally {
    show('');
  }
}
