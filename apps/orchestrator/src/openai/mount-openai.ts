import { LARGE_BODY_LIMIT, listDomains, query, SSE_MEDIA_TYPE } from '@arbiter/contracts';
import type { CallOptions } from '@arbiter/mcp-server';
import {
  EventStream,
  originOf,
  readJsonBody,
  refuseOtherMethods,
  requestIdOf,
  serveRequest,
  SSE_COMMENT,
  toArbiterError,
  type BehindDoor,
  type StreamFormat,
} from '@arbiter/platform';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import type { Request, Response, Router } from 'express';
import { InvokingCaller } from '../mcp/mount-mcp.js';
import { CHAT_COMPLETIONS } from './chat-completions.js';
import { replyToTask } from './page-tasks.js';
import type { Asked } from './read-conversation.js';
import { renderReply, taskReply, type Reply } from './render-reply.js';
import type { Exchange, ReplyProtocol, StreamPart } from './reply-protocol.js';
import { RESPONSES } from './responses.js';
import { findModel, modelBody, servedModels, type ServedModel } from './served-models.js';

/** Some clients give up on a line that is silent for ten seconds. */
const HEARTBEAT_MS = 5_000;

const FORMAT: StreamFormat<StreamPart> = {
  mediaType: SSE_MEDIA_TYPE,
  encode: (part) => {
    if (part === '[DONE]') return 'data: [DONE]\n\n';
    const name = 'type' in part && typeof part.type === 'string' ? `event: ${part.type}\n` : '';
    return `${name}data: ${JSON.stringify(part)}\n\n`;
  },
  heartbeat: SSE_COMMENT,
};

/** A request, whose call is stopped when the client goes away. */
interface OpenAiCall {
  readonly req: Request;
  readonly res: Response;
  readonly options: CallOptions;
}

/**
 * Serves questions as OpenAI's API does, so that its clients can ask: models, chat completions, responses. Behind the door's
 * own checks.
 *
 * @param publicUrl origin of the console, for links; undefined: there are none
 */
export function mountOpenAi(publicUrl: string | undefined): (router: Router, behind: BehindDoor) => void {
  return (router, { invoke, logger }) => {
    const server = new OpenAiServer(new InvokingCaller(invoke, SYSTEM_CLOCK), publicUrl);
    const route = (method: 'get' | 'post', path: string, work: (call: OpenAiCall) => Promise<void>): void => {
      router[method](path, (req, res) => {
        res.setHeader('Cache-Control', 'no-store');
        return serveRequest(res, logger, ({ signal }) =>
          work({ req, res, options: { signal, origin: originOf(req, res, SYSTEM_CLOCK) } }),
        );
      });
      refuseOtherMethods(router, path, method === 'get' ? 'GET, HEAD' : 'POST');
    };
    route('get', '/v1/models', (call) => server.listModels(call));
    route('get', '/v1/models/*model', (call) => server.showModel(call));
    route('post', '/v1/chat/completions', (call) => server.answer(call, CHAT_COMPLETIONS));
    route('post', '/v1/responses', (call) => server.answer(call, RESPONSES));
  };
}

class OpenAiServer {
  constructor(
    private readonly caller: InvokingCaller,
    private readonly publicUrl: string | undefined,
  ) {}

  async listModels({ res, options }: OpenAiCall): Promise<void> {
    const { domains } = await this.caller.request(listDomains, {}, options);
    res.json({ object: 'list', data: servedModels(domains).map(modelBody) });
  }

  async showModel({ req, res, options }: OpenAiCall): Promise<void> {
    const { model = '' } = req.params;
    res.json(modelBody(await this.findModel(Array.isArray(model) ? model.join('/') : model, options)));
  }

  async answer({ req, res, options }: OpenAiCall, protocol: ReplyProtocol): Promise<void> {
    const asked = protocol.read(await readJsonBody(req, LARGE_BODY_LIMIT));
    const model = await this.findModel(asked.model, options);
    const exchange: Exchange = { id: requestIdOf(res), created: Math.floor(SYSTEM_CLOCK.now() / 1_000), asked };
    if (!asked.stream) {
      const reply = await this.begin(asked, model, options);
      res.json(protocol.whole(exchange, await reply()));
      return;
    }
    const { signal } = options;
    const stream = new EventStream(res, FORMAT, signal, HEARTBEAT_MS);
    try {
      const reply = await this.begin(asked, model, options);
      stream.beat();
      for await (const part of protocol.parts(exchange, reply)) await stream.send(part);
    } catch (thrown) {
      // Before the first message there is still a status to fail with.
      if (!stream.opened || signal.aborted) throw thrown;
      await stream.send(protocol.failure(toArbiterError(thrown)));
    } finally {
      stream.stop();
    }
    res.end();
  }

  /** @returns once the question has been taken, the rest: what fails before is a fault of the request */
  private async begin(
    { question, history, sessionId, task }: Asked,
    { mode, domain }: ServedModel,
    options: CallOptions,
  ): Promise<() => Promise<Reply>> {
    if (task) return () => Promise.resolve(taskReply(replyToTask(task, question, history)));
    const asked = {
      query: question,
      mode,
      ...(history.length > 0 && { history: [...history] }),
      ...(domain !== undefined && { domain }),
      ...(sessionId !== undefined && { sessionId }),
    };
    const events = this.caller.stream(query, asked, options);
    let next = await events.next();
    return async () => {
      // Stages only: no text is streamed before it is checked.
      while (!next.done) next = await events.next();
      return renderReply(next.value, this.publicUrl);
    };
  }

  private findModel(id: string, options: CallOptions): Promise<ServedModel> {
    return findModel(id, async () => (await this.caller.request(listDomains, {}, options)).domains);
  }
}
