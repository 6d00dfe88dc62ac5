import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { chatChunks } from '@arbiter/testing';

/** A sentence as long as those of answers are, of which every word is a token. */
const SENTENCE =
  'The lamp on the old tower is lit by its keeper every evening before the last of the boats has come back [1].';
const NAME = 'slow';

/** A server that speaks OpenAI's chat completions and writes as slowly as a model on a processor does. */
export class SlowModel {
  #firstTokenAt = Number.NaN;

  private constructor(
    readonly settings: Readonly<Record<string, string>>,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  /** @param tokensPerSecond how fast it writes */
  static async start(tokensPerSecond: number): Promise<SlowModel> {
    const server = createServer((request, response) => {
      request.resume();
      if (request.url?.endsWith('/models')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ object: 'list', data: [{ id: NAME, object: 'model', created: 0, owned_by: '' }] }),
        );
      } else void model.write(response, 1_000 / tokensPerSecond);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const settings = {
      SYNTHESIS_MODEL: `openai/${NAME}`,
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'none-is-needed',
    };
    const model = new SlowModel(settings, server);
    return model;
  }

  /** When the first token of the last answer was sent, by `performance.now()`. */
  get firstTokenAt(): number {
    return this.#firstTokenAt;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async write(response: ServerResponse, intervalMs: number): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#firstTokenAt = performance.now();
    for (const token of SENTENCE.match(/(?<!\s)\s*\S+/g) ?? []) {
      response.write(chatChunks([token], null));
      await delay(intervalMs);
    }
    response.end(chatChunks([]));
  }
}
