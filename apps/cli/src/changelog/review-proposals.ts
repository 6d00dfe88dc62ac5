import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import {
  ArbiterError,
  decideChanges,
  MAX_DECISIONS,
  type OperationOutput,
  type ProposedChange,
} from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';
import type { OperationCaller } from '../library/library.js';
import { renderProposal } from '../render/render-proposals.js';

/** What a person decides of proposed changes. */
export interface Decisions {
  readonly accept: string[];
  readonly reject: string[];
  readonly answers: { readonly id: string; readonly answer: string }[];
  readonly reopen: string[];
}

export interface DecisionOptions {
  readonly accept?: readonly string[];
  readonly reject?: readonly string[];
  readonly answer?: readonly string[];
  readonly reopen?: readonly string[];
}

/**
 * The decisions of a command line; null if it has none.
 *
 * @throws ArbiterError INVALID_REQUEST for an answer that does not name its change
 */
export function decisionsOf({ accept = [], reject = [], answer = [], reopen = [] }: DecisionOptions): Decisions | null {
  const answers = answer.map((word) => {
    const at = word.indexOf('=');
    const [id, said] = [word.slice(0, Math.max(0, at)).trim(), word.slice(at + 1).trim()];
    if (id !== '' && said !== '') return { id, answer: said };
    throw new ArbiterError(
      'INVALID_REQUEST',
      `"${word}" is no answer: write the id of the change, "=" and the answer.`,
    );
  });
  const count = accept.length + reject.length + answers.length + reopen.length;
  return count === 0 ? null : { accept: [...accept], reject: [...reject], answers, reopen: [...reopen] };
}

/** Records decisions, as many at once as a request may hold. */
export async function sendDecisions(
  library: OperationCaller,
  { collection, ...origin }: { readonly collection: string; readonly by: string; readonly reason?: string },
  decisions: Decisions,
  signal: AbortSignal,
): Promise<Pick<OperationOutput<typeof decideChanges>, 'decided' | 'reopened'>> {
  const all = [
    ...decisions.accept.map((id) => ({ accept: [id] })),
    ...decisions.reject.map((id) => ({ reject: [id] })),
    ...decisions.answers.map((answer) => ({ answers: [answer] })),
    ...decisions.reopen.map((id) => ({ reopen: [id] })),
  ];
  const result: Pick<OperationOutput<typeof decideChanges>, 'decided' | 'reopened'> = { decided: [], reopened: [] };
  for (let from = 0; from < all.length; from += MAX_DECISIONS) {
    const some: Partial<Decisions>[] = all.slice(from, from + MAX_DECISIONS);
    const input = {
      ...{ collection, ...origin },
      accept: some.flatMap(({ accept = [] }) => accept),
      reject: some.flatMap(({ reject = [] }) => reject),
      answers: some.flatMap(({ answers = [] }) => answers),
      reopen: some.flatMap(({ reopen = [] }) => reopen),
    };
    const { decided, reopened } = await library.request(decideChanges, input, { signal });
    result.decided.push(...decided);
    result.reopened.push(...reopened);
  }
  return result;
}

/** Asks a person on the terminal about one change after the other. Nothing is recorded here. */
export async function askAbout(proposals: readonly ProposedChange[], context: CommandContext): Promise<Decisions> {
  const { terminal, stdin, interruption } = context;
  const decisions: Decisions = { accept: [], reject: [], answers: [], reopen: [] };
  const lines = createInterface({ input: Readable.from(stdin) });
  const reader: AsyncIterator<string, undefined> = lines[Symbol.asyncIterator]();
  try {
    for (const proposal of proposals) {
      terminal.err.write(`\n${renderProposal(proposal).join('\n')}\n`);
      for (let said: Said = 'unclear'; said === 'unclear';) {
        terminal.err.write(promptOf(proposal));
        const { value, done } = await reader.next();
        interruption.signal.throwIfAborted();
        said = done === true ? 'quit' : note(proposal, value.trim(), decisions);
        if (said === 'quit') return decisions;
      }
    }
    return decisions;
  } finally {
    lines.close();
  }
}

type Said = 'noted' | 'unclear' | 'quit';

function promptOf({ answers }: ProposedChange): string {
  if (answers.length === 0) return '[a]ccept, [r]eject, [s]kip or [q]uit? ';
  return `${answers.map(({ answer }, index) => `${index + 1} ${answer}`).join(', ')}, [s]kip or [q]uit? `;
}

function note({ id, answers }: ProposedChange, word: string, decisions: Decisions): Said {
  if (/^q(?:uit)?$/i.test(word)) return 'quit';
  if (/^s(?:kip)?$/i.test(word)) return 'noted';
  if (answers.length === 0) {
    const [first = ''] = word.toLowerCase();
    if (!/^(?:a(?:ccept)?|r(?:eject)?)$/i.test(word)) return 'unclear';
    decisions[first === 'a' ? 'accept' : 'reject'].push(id);
    return 'noted';
  }
  const chosen = answers.find(
    ({ answer }, index) => word === `${index + 1}` || word.toLowerCase() === answer.toLowerCase(),
  );
  if (!chosen) return 'unclear';
  decisions.answers.push({ id, answer: chosen.answer });
  return 'noted';
}
