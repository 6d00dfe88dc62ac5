import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { shownLine } from '@arbiter/contracts';

/** What a tool's call may end with: its result, or a question that the client answers when it calls again. */
export type Outcome = CallToolResult | InputRequiredResult;

/**
 * The person behind a client that can put questions to them. The SDK asks clients of both kinds: since revision 2026-07-28 the
 * question is the result and the answer comes with the same call, made anew; before, the client is asked while its call waits.
 */
export class Person {
  private constructor(private readonly answers: Record<string, unknown> | undefined) {}

  /**
   * @param declared at the beginning of the session; a request that declares its own goes before it
   * @returns null where the client cannot ask with a form
   */
  static behind({ mcpReq }: ServerContext, declared: ClientCapabilities | undefined): Person | null {
    const envelope = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {}));
    const own = envelope.get(CLIENT_CAPABILITIES_META_KEY) as ClientCapabilities | undefined;
    const { elicitation } = own ?? declared ?? {};
    // Those of before 2025-11-25 know forms alone, and declare nothing of them.
    const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
    return canAsk ? new Person(mcpReq.inputResponses) : null;
  }

  /** @returns a question to answer first; whether the person agrees once they have been asked */
  confirm(message: string, title: string): InputRequiredResult | boolean {
    const answer = inputResponse(this.answers, 'confirm');
    if (answer.kind === 'elicit') return answer.action === 'accept' && answer.content?.confirm === true;
    const properties = { confirm: { type: 'boolean' as const, title, default: false } };
    return ask('confirm', message, { type: 'object', properties, required: ['confirm'] });
  }

  /**
   * @param describe tells people one choice from the others
   * @returns a question to answer first; the choice, or null where the person makes none
   */
  choose<T>(message: string, choices: readonly T[], describe: (choice: T) => string): InputRequiredResult | T | null {
    const answer = inputResponse(this.answers, 'choice');
    const shown = choices.map((choice, index) => `${index + 1}. ${shownLine(describe(choice))}`);
    if (answer.kind === 'elicit')
      return choices.find((_, index) => answer.action === 'accept' && shown[index] === answer.content?.choice) ?? null;
    const properties = { choice: { type: 'string' as const, title: 'Which one', enum: shown } };
    return ask('choice', message, { type: 'object', properties, required: ['choice'] });
  }
}

type Form = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

function ask(key: string, message: string, requestedSchema: Form): InputRequiredResult {
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}
