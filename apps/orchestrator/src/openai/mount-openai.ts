import { ArbiterError, LARGE_BODY_LIMIT, listDomains, query, SSE_MEDIA_TYPE, type Answer } from '@arbiter/contracts';
import {
  EventStream,
  HttpRequestError,
  readJsonBody,
  requestIdOf,
  sendProblem,
  SSE_COMMENT,
  toArbiterError,
  type BehindDoor,
  type StreamFormat,
} from '@arbiter/platform';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import type { Request, Response, Router } from 'express';
import { InvokingCaller, originOf } from '../mcp/mount-mcp.js';
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

/**
 * Serves questions as OpenAI's API does, so that its clients can ask: models, chat completions, responses. Behind the door's
 * own checks.
 *
 * @param publicUrl origin of the console, for links; undefined: there are none
 */
export function mountOpenAi(publicUrl: string | undefined): (router: Router, behind: BehindDoor) => void {
  return (router, { invoke, logger }) => {
    const server = new OpenAiServer(new InvokingCaller(invoke, SYSTEM_CLOCK), publicUrl);
    const serve = (work: (call: OpenAiCall) => Promise<void>) => (req: Request, res: Response) =>
      serveCall(req, res, logger, work);
    router.get(
      '/v1/models',
      serve((call) => server.listModels(call)),
    );
    router.get(
      '/v1/models/*model',
      serve((call) => server.showModel(call)),
    );
    router.post(
      '/v1/chat/completions',
      serve((call) => server.answer(call, CHAT_COMPLETIONS)),
    );
    router.post(
      '/v1/responses',
      serve((call) => server.answer(call, RESPONSES)),
    );
    refuseOthers(router, 'GET, HEAD', ['/v1/models', '/v1/models/*model']);
    refuseOthers(router, 'POST', ['/v1/chat/completions', '/v1/responses']);
  };
}

function refuseOthers(router: Router, allow: string, paths: readonly string[]): void {
  for (const path of paths) {
    router.all(path, (req, res) => {
      const message = `${req.method} is not possible here, only ${allow}.`;
      sendProblem(res, new HttpRequestError(405, message, { Allow: allow }));
    });
  }
}

interface OpenAiCall {
  readonly req: Request;
  readonly res: Response;
  /** Aborted when the client goes away, which stops what it asked. */
  readonly signal: AbortSignal;
}

async function serveCall(
  req: Request,
  res: Response,
  logger: BehindDoor['logger'],
  work: (call: OpenAiCall) => Promise<void>,
): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new ArbiterError('CANCELLED', 'The client went away.'));
  });
  res.setHeader('Cache-Control', 'no-store');
  try {
    await work({ req, res, signal: gone.signal });
  } catch (thrown) {
    if (gone.signal.aborted) return;
    if (!(thrown instanceof ArbiterError))
      logger.error({ requestId: requestIdOf(res), err: thrown }, 'a request failed at the door');
    if (res.headersSent) res.destroy();
    else sendProblem(res, toArbiterError(thrown));
  }
}

class OpenAiServer {
  constructor(
    private readonly caller: InvokingCaller,
    private readonly publicUrl: string | undefined,
  ) {}

  async listModels(call: OpenAiCall): Promise<void> {
    const models = servedModels(await this.domainsFor(call));
    call.res.json({ object: 'list', data: models.map(modelBody) });
  }

  async showModel(call: OpenAiCall): Promise<void> {
    const { model } = call.req.params;
    const id = Array.isArray(model) ? model.join('/') : (model ?? '');
    call.res.json(modelBody(await findModel(id, () => this.domainsFor(call))));
  }

  async answer(call: OpenAiCall, protocol: ReplyProtocol): Promise<void> {
    const { req, res, signal } = call;
    const asked = protocol.read(await readJsonBody(req, LARGE_BODY_LIMIT));
    const model = await findModel(asked.model, () => this.domainsFor(call));
    const exchange: Exchange = { id: requestIdOf(res), created: Math.floor(SYSTEM_CLOCK.now() / 1_000), asked };
    if (!asked.stream) {
      res.json(protocol.whole(exchange, await this.replyTo(asked, model, call, () => Promise.resolve())));
      return;
    }
    const stream = new EventStream(res, FORMAT, signal, HEARTBEAT_MS);
    try {
      const reply = await this.replyTo(asked, model, call, async () => {
        for (const part of protocol.opening(exchange)) await stream.send(part);
        stream.beat();
      });
      for (const part of protocol.parts(exchange, reply)) await stream.send(part);
    } catch (thrown) {
      // Before the first message there is still a status to fail with.
      if (!stream.opened || signal.aborted) throw thrown;
      await stream.send(protocol.failure(toArbiterError(thrown)));
    } finally {
      stream.stop();
    }
    res.end();
  }

  /** @param begun told once, when the question has been taken: what fails before is a fault of the request */
  private async replyTo(
    asked: Asked,
    { mode, domain }: ServedModel,
    call: OpenAiCall,
    begun: () => Promise<void>,
  ): Promise<Reply> {
    const { question, history, sessionId, task } = asked;
    if (task) {
      await begun();
      return taskReply(replyToTask(task, question, history));
    }
    const events = this.caller.stream(
      query,
      {
        query: question,
        mode,
        ...(history.length > 0 && { history: [...history] }),
        ...(domain !== undefined && { domain }),
        ...(sessionId !== undefined && { sessionId }),
      },
      { signal: call.signal, origin: originOf(call.req, call.res) },
    );
    let next = await events.next();
    await begun();
    // Stages only: no text is streamed before it is checked.
    while (!next.done) next = await events.next();
    return renderReply(next.value satisfies Answer, this.publicUrl);
  }

  private async domainsFor({ req, res, signal }: OpenAiCall) {
    const { domains } = await this.caller.request(listDomains, {}, { signal, origin: originOf(req, res) });
    return domains;
  }
}
