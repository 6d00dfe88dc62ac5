import { ollamaStream, startHttpStandIn } from '@arbiter/testing';

/** What a model is asked, as Ollama's chat has it. */
export interface AskedChat {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  /** The JSON Schema of the answer. */
  readonly format: unknown;
}

/** What is answered: a text, JSON, a cut text, a status, or nothing at all (null). */
export type Answer =
  string | { readonly cut: string } | { readonly status: number } | { readonly json: unknown } | null;

export interface ScriptedOllama {
  readonly url: string;
  readonly asked: readonly AskedChat[];
  /** Resolves once that many clients have gone before they had the whole answer. */
  untilAbandoned(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A server with Ollama's protocol that answers by a script. @param script gets how often it was asked before */
export async function startOllama(script: (chat: AskedChat, attempt: number) => Answer): Promise<ScriptedOllama> {
  const asked: AskedChat[] = [];
  const server = await startHttpStandIn(({ body }, reply) => {
    const { model, messages, format } = JSON.parse(body) as {
      readonly model: string;
      readonly messages: readonly { readonly role: string; readonly content: string }[];
      readonly format: unknown;
    };
    const of = (role: string): string => messages.find((one) => one.role === role)?.content ?? '';
    const chat = { model, format, system: of('system'), prompt: of('user') };
    const answer = script(chat, asked.length);
    asked.push(chat);
    const stream = (lines: string) => reply.stream('application/x-ndjson', lines, 'end');
    if (answer === null) return reply.stream('application/x-ndjson', '', 'hang');
    if (typeof answer === 'string') return stream(ollamaStream(answer));
    if ('json' in answer) return stream(ollamaStream(JSON.stringify(answer.json)));
    if ('cut' in answer)
      return stream(ollamaStream(answer.cut).replace('"done_reason":"stop"', '"done_reason":"length"'));
    return reply.json(answer.status, { error: 'said the script' });
  });
  return {
    url: server.url,
    asked,
    untilAbandoned: (count) => server.untilAbandoned(count),
    close: () => server.close(),
  };
}
