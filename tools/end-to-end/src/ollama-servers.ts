import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type Answer, ArbiterError, type QueryEvent } from '@arbiter/contracts';
import { SMALL_MODEL, startOllama } from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { ingest } from './http-calls.js';
import { Processes } from './processes.js';
import { type RunningStandalone, startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

/** Hang guards, no measures: a machine that does other things, too, gives so small a model a few tokens a second. */
export const READY_MS = 240_000;
export const ANSWER_MS = 240_000;
export const MODEL = `ollama/${SMALL_MODEL}`;
/** So small a model does not know when to stop; its likeliest words are the same on each machine. */
export const BRIEF = {
  SYNTHESIS_MODEL: MODEL,
  SYNTHESIS_MAX_TOKENS: '120',
} as const;
export const QUESTION = 'What does a phial cost at the lamp market?';
const DOCUMENT = `# Prices at the lamp market

A phial costs 9 wicks. A lantern costs 5 wicks, and a wick is a copper coin. Prices are posted at noon by Mara Quill.

## Hours

The market opens at dawn and closes at dusk. Nobody may enter it with a burning torch.
`;

/** A line of the stream; the last one is the result. */
export type Told = QueryEvent | { readonly type: 'result'; readonly result: unknown };

/** One real Ollama, and servers that have read {@link DOCUMENT} and ask it. */
export class OllamaServers {
  readonly #processes = new Processes();

  private constructor(
    readonly ollama: Awaited<ReturnType<typeof startOllama>>,
    private readonly folders: TemporaryFolders,
    private readonly documents: string,
  ) {}

  static async start(): Promise<OllamaServers> {
    const ollama = await startOllama();
    const folders = new TemporaryFolders();
    const documents = await folders.create();
    await writeFile(join(documents, 'prices.md'), DOCUMENT);
    return new OllamaServers(ollama, folders, documents);
  }

  async serve(env: Readonly<Record<string, string>>): Promise<RunningStandalone> {
    const dataDir = await this.folders.create();
    const server = await startStandaloneProcess(this.#processes, {
      dataDir,
      env: { ...NO_READER, OLLAMA_HOST: this.ollama.url, INGESTION_ROOTS: this.documents, ...env },
    });
    await ingest(server.url, 'market', [{ kind: 'path', path: this.documents }]);
    return server;
  }

  async stop(): Promise<void> {
    await this.#processes.stopAll();
    await this.ollama.stop();
    await this.folders.removeAll();
  }
}

/** Tokens that {@link MODEL} has written for an answer. */
export const writtenIn = ({ tokens }: Answer): number =>
  tokens.filter(({ model }) => model === MODEL).reduce((sum, { outputTokens }) => sum + outputTokens, 0);

export async function* streamed(url: string, query: string): AsyncGenerator<Told, void, undefined> {
  const response = await fetch(`${url}/v1/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ query }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok || !response.body) throw new ArbiterError('UNAVAILABLE', await response.text());
  const body = Readable.from(response.body);
  try {
    for await (const line of createInterface({ input: body })) {
      if (line.trim() !== '') yield JSON.parse(line) as Told;
    }
  } finally {
    body.destroy();
  }
}
