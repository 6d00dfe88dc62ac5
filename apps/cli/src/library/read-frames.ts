import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import { readLines } from './read-lines.js';
import { errorOfProblem } from './read-problem.js';

export type Frame =
  { readonly kind: 'event'; readonly value: unknown } | { readonly kind: 'output'; readonly value: unknown };

const Line = z.looseObject({ type: z.string(), result: z.unknown().optional(), error: z.unknown().optional() });

/**
 * The messages of a streamed operation: its events, then `{type: 'result'}` with the output.
 *
 * @throws ArbiterError what the operation failed with; UNAVAILABLE when a line is not one of these
 */
export async function* readFrames(response: Response): AsyncGenerator<Frame, void, undefined> {
  if (!response.body) return;
  for await (const text of readLines(response.body)) {
    const { data: line } = Line.safeParse(JSON.parse(text));
    if (!line) throw unreadable();
    if (line.type === 'error') throw errorOfProblem(line.error) ?? unreadable();
    if (line.type === 'result') yield { kind: 'output', value: line.result };
    else yield { kind: 'event', value: line };
  }
}

function unreadable(): ArbiterError {
  return new ArbiterError('UNAVAILABLE', 'The server sent a message that this version does not understand.');
}
