import {
  STATUS_OF_FAILURE,
  ScriptedVendor,
  type LanguageModelStage,
  type ScriptedFailureCode,
  type StageOptions,
} from '@arbiter/ports/testing';
import { startHttpStandIn, type ReceivedRequest, type StandInAnswer } from '@arbiter/testing';
import { createAnthropicLanguageModel } from '../src/index.js';
import { CountTokensBody, MessagesBody, promptOf } from './messages-body.js';
import { streamOf } from './message-stream.js';

export const KEY = 'sk-ant-right';
export const MODEL = 'claude-sonnet-5-5';

/** What the pinned SDK speaks; another one may name fields and errors in another way. */
const API_VERSION = '2026-10-21';

/** Anthropic's own names of errors: https://platform.claude.com/docs/en/api/errors */
const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

export interface AnthropicStage extends LanguageModelStage {
  readonly url: string;
  /** Bodies of the generations, as they came over the wire. */
  readonly bodies: readonly MessagesBody[];
}

/** The Messages API with a script, and a model that asks it through the real SDK. */
export async function openAnthropicStage({ replies, retry }: StageOptions): Promise<AnthropicStage> {
  const vendor = new ScriptedVendor(replies);
  const bodies: MessagesBody[] = [];

  const server = await startHttpStandIn(async (request, answer) => {
    const refuse = (status: number, retryAfter?: string) => refuseWith(answer, status, retryAfter);
    checkHeaders(request, vendor.violations);
    if (request.headers.authorization !== `Bearer ${KEY}`) return refuse(401);
    if (request.target.startsWith('GET /v1/models/')) {
      return request.target === `GET /v1/models/${MODEL}` ? answer.json(200, MODEL_INFO) : refuse(404);
    }
    if (request.target === 'POST /v1/messages/count_tokens') {
      const body = CountTokensBody.safeParse(JSON.parse(request.body));
      if (!body.success) vendor.violations.push(body.error.message);
      return answer.json(200, { input_tokens: Math.ceil(request.body.length / 4) });
    }
    if (request.target !== 'POST /v1/messages') {
      vendor.violations.push(`no such path: ${request.target}`);
      return refuse(404);
    }
    const body = MessagesBody.safeParse(JSON.parse(request.body));
    if (!body.success) {
      vendor.violations.push(body.error.message);
      return refuse(400);
    }
    bodies.push(body.data);
    if (body.data.model !== MODEL) {
      return refuse(404);
    }
    const reply = vendor.replyTo(promptOf(body.data));
    if (reply.type === 'failure') return refuse(statusOf(reply.code), reply.retryAfter);
    await answer.stream('text/event-stream; charset=utf-8', streamOf(reply, MODEL), endOf(reply.type));
  });

  const model = createAnthropicLanguageModel({ apiKey: KEY, model: MODEL, baseUrl: server.url, retry });
  return {
    model,
    url: server.url,
    bodies,
    received: vendor.received,
    violations: vendor.violations,
    untilAbandoned: (count) => server.untilAbandoned(count),
    close: async () => {
      await model.close();
      await server.close();
    },
  };
}

const MODEL_INFO = { type: 'model', id: MODEL, display_name: 'Sonnet', created_at: '2026-01-01T00:00:00Z' };

function checkHeaders({ target, headers }: ReceivedRequest, violations: string[]): void {
  if (headers['anthropic-version'] !== API_VERSION) violations.push(`${target} without its version`);
  if (target.startsWith('POST ') && headers['content-type'] !== 'application/json')
    violations.push(`${target} is no JSON`);
}

function refuseWith(answer: StandInAnswer, status: number, retryAfter?: string): Promise<void> {
  const error = { type: TYPE_OF_STATUS[status], message: `said with status ${status} to ${KEY}` };
  const body = { type: 'error', error, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' };
  return answer.json(status, body, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
}

function statusOf(code: ScriptedFailureCode): number {
  return code === 'OVERLOADED' ? 529 : STATUS_OF_FAILURE[code];
}

function endOf(type: 'answer' | 'cut' | 'hang'): 'end' | 'cut' | 'hang' {
  return type === 'answer' ? 'end' : type;
}
