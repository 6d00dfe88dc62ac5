import { loadConfig } from '@arbiter/platform';
import { SequentialIds } from '@arbiter/ports/testing';
import { ollamaStream, startHttpStandIn, tellOfOllamaModel } from '@arbiter/testing';
import { modelReaderOf, openExtractionModel, type ReadingPace } from '../src/graph/model/open-extraction-model.js';
import { ingestionWorkerConfig } from '../src/ingestion-worker.config.js';
import type { GraphLibrary } from './graph-library.js';

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
  | string
  | { readonly cut: string }
  | { readonly status: number }
  | { readonly json: unknown }
  | null;

/** @param attempt how often the model was asked before */
export type Script = (chat: AskedChat, attempt: number) => Answer;

export interface ScriptedOllama {
  readonly url: string;
  readonly asked: readonly AskedChat[];
  /** Resolves once that many clients have gone before they had the whole answer. */
  untilAbandoned(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A server with Ollama's protocol that answers by a script. */
export async function startOllama(script: Script): Promise<ScriptedOllama> {
  const asked: AskedChat[] = [];
  const server = await startHttpStandIn((request, reply) => {
    const told = tellOfOllamaModel(request, reply);
    if (told) return told;
    const { model, messages, format } = JSON.parse(request.body) as {
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

/** From now on the graph of a library is read by a model that answers by a script. */
export async function readByScript(
  library: GraphLibrary,
  script: Script,
  pace: Partial<ReadingPace> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<ScriptedOllama> {
  const ollama = await startOllama(script);
  const { values } = loadConfig(ingestionWorkerConfig, {
    env: { GRAPH_EXTRACTION_MODEL: 'ollama/llama-test', OLLAMA_HOST: ollama.url, ...env },
    cwd: '.',
  });
  const extractionModel = await openExtractionModel(values);
  const log = { debug: () => undefined };
  library.reader = modelReaderOf({ extractionModel, ids: new SequentialIds() }, log, pace);
  return {
    ...ollama,
    close: async () => {
      await extractionModel?.close();
      await ollama.close();
    },
  };
}
