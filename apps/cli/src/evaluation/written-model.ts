import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ArbiterError } from '@arbiter/contracts';
import {
  isRightKind,
  leadMarkers,
  readWrittenPrompt,
  readWrittenSet,
  type WrittenAnswer,
  type WrittenKind,
} from '@arbiter/evaluation';
import { z } from 'zod';
import type { CommandContext } from '../command.context.js';
import { readText } from './inputs.js';

/** What a model writes instead of an answer when the sources hold none. */
const NOT_IN_SOURCES = 'NOT_IN_SOURCES';

const Request = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  stream: z.boolean().default(false),
});
type Request = z.output<typeof Request>;

/**
 * A language model whose answers people have written, behind the door of a real one: chat completions, so that an answer
 * takes the whole way through prompt, client, stream, markers, checks and gate.
 *
 * Answers are found by their question, whatever else the prompt holds. Prompts without one are kept for somebody to answer,
 * where the writer is a folder.
 */
export class WrittenModel {
  #asked: string | null = null;
  /** Whether its texts answer their questions; null where that is not known: people's answers in a folder. */
  readonly isRight: boolean | null;

  private constructor(
    private readonly prompts: string | null,
    private readonly answers: ReadonlyMap<string, WrittenAnswer>,
    private readonly server: Server,
    isRight: boolean | null,
  ) {
    this.isRight = isRight;
    server.on('request', (request, response) => void this.answer(request, response));
  }

  /**
   * @param path a set (`.jsonl`), or a folder: `prompts/HASH.json` are requests, `answers/HASH.txt` their answers
   * @param kind answers of a kind instead; in a folder `kin/KIND/HASH.txt`
   * @throws ArbiterError NOT_FOUND, INVALID_REQUEST for a prompt or a set that is none
   */
  static async open(path: string, kind?: WrittenKind): Promise<WrittenModel> {
    const isSet = path.endsWith('.jsonl');
    const answers = isSet ? readWrittenSet(await readText(path), basename(path), kind) : await readFolder(path, kind);
    const prompts = isSet ? null : join(path, 'prompts');
    if (prompts !== null) await mkdir(prompts, { recursive: true });
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    const known = new Map(answers.map((written) => [written.prompt.question, written]));
    return new WrittenModel(prompts, known, server, isSet ? isRightKind(kind ?? 'answer') : null);
  }

  /** Names the model and its door in the environment of a context. */
  writesFor<C extends CommandContext>(context: C): C {
    const { port } = this.server.address() as AddressInfo;
    const env = {
      ...context.env,
      SYNTHESIS_MODEL: 'openai/written',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'written',
    };
    return { ...context, env };
  }

  /** What the model has last written since this was last asked; null if nobody has written an answer for it. */
  lastWritten(): string | null {
    const asked = this.#asked;
    this.#asked = null;
    return asked;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method !== 'POST') {
        json(response, { object: 'list', data: [{ id: 'written', object: 'model' }] });
        return;
      }
      const asked = Request.parse(JSON.parse(await text(request)));
      const written = await this.write(asked);
      const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
      const head = { id: 'written', created: 1, model: 'written' };
      if (!asked.stream) {
        const message = { role: 'assistant', content: written };
        const choices = [{ index: 0, message, finish_reason: 'stop' }];
        json(response, { ...head, object: 'chat.completion', choices, usage });
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const event = (delta: object, finish: string | null, more: object = {}): void => {
        const choices = [{ index: 0, delta, finish_reason: finish }];
        response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
      };
      for (const [word] of written.matchAll(/\S+\s*/g)) event({ content: word }, null);
      event({}, 'stop', { usage });
      response.end('data: [DONE]\n\n');
    } catch (error) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    }
  }

  private async write(asked: Request): Promise<string> {
    const prompt = readWrittenPrompt(asked.messages.at(-1)?.content ?? '');
    const known = prompt && this.answers.get(prompt.question);
    if (!known) {
      if (this.prompts !== null) {
        await writeFile(join(this.prompts, `${keyOf(asked)}.json`), JSON.stringify(asked, null, 1));
      }
      return NOT_IN_SOURCES;
    }
    this.#asked = leadMarkers(known.answer, known.prompt, prompt) ?? NOT_IN_SOURCES;
    return this.#asked;
  }
}

/** Whether a written answer says that the sources hold none. */
export function isWrittenRefusal(answer: string): boolean {
  return answer.trim() === NOT_IN_SOURCES;
}

async function readFolder(folder: string, kind: WrittenKind | undefined): Promise<WrittenAnswer[]> {
  const written = kind === undefined ? join(folder, 'answers') : join(folder, 'kin', kind);
  const files = (await readdir(written).catch(() => [])).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(
    files.map(async (name) => {
      const file = join(folder, 'prompts', `${basename(name, '.txt')}.json`);
      const prompt = readWrittenPrompt(requestIn(await readText(file), file).messages.at(-1)?.content ?? '');
      if (!prompt) throw new ArbiterError('INVALID_REQUEST', `${file} asks no question.`);
      return { prompt, answer: (await readFile(join(written, name), 'utf8')).trim() };
    }),
  );
}

function requestIn(content: string, file: string): Request {
  try {
    return Request.parse(JSON.parse(content));
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${file} is no request to a language model.`, { cause });
  }
}

/** The same for the same prompt: ids of fences are random. */
function keyOf({ messages }: Request): string {
  const stable = JSON.stringify(messages).replace(/[0-9a-f]{8,}/g, '');
  return createHash('sha256').update(stable).digest('hex').slice(0, 16);
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
