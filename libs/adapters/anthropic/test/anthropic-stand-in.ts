import type { StageOptions } from '@arbiter/ports/testing';
import type { ReceivedRequest, StandInAnswer } from '@arbiter/testing';
import {
  openVendorStage,
  retryAfterHeader,
  type Refusal,
  type VendorProtocol,
  type VendorStage,
} from '@arbiter/testing/language-model';
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

const MESSAGES: VendorProtocol<MessagesBody> = {
  model: MODEL,
  target: 'POST /v1/messages',
  contentType: 'text/event-stream; charset=utf-8',
  body: MessagesBody,
  promptOf,
  streamOf: (reply) => streamOf(reply, MODEL),
  refuse,
  statusOf: { OVERLOADED: 529 },
  answerFirst: (request, answer, violations) => {
    checkHeaders(request, violations);
    const { target, headers, body: text } = request;
    if (headers.authorization !== `Bearer ${KEY}`) return refuse(answer, { status: 401 });
    if (target.startsWith('GET /v1/models/')) {
      return target === `GET /v1/models/${MODEL}` ? answer.json(200, MODEL_INFO) : refuse(answer, { status: 404 });
    }
    if (target !== 'POST /v1/messages/count_tokens') return null;
    const body = CountTokensBody.safeParse(JSON.parse(text));
    if (!body.success) violations.push(body.error.message);
    return answer.json(200, { input_tokens: Math.ceil(text.length / 4) });
  },
};

/** The Messages API with a script, and a model that asks it through the real SDK. */
export function openAnthropicStage(options: StageOptions): Promise<VendorStage<MessagesBody>> {
  return openVendorStage(options, MESSAGES, (baseUrl, retry) =>
    createAnthropicLanguageModel({ apiKey: KEY, model: MODEL, baseUrl, retry }),
  );
}

const MODEL_INFO = { type: 'model', id: MODEL, display_name: 'Sonnet', created_at: '2026-01-01T00:00:00Z' };

function checkHeaders({ target, headers }: ReceivedRequest, violations: string[]): void {
  if (headers['anthropic-version'] !== API_VERSION) violations.push(`${target} without its version`);
  if (target.startsWith('POST ') && headers['content-type'] !== 'application/json')
    violations.push(`${target} is no JSON`);
}

function refuse(answer: StandInAnswer, { status, retryAfter, seesNoPictures }: Refusal): Promise<void> {
  // All models that Anthropic serves see; these are the words of a gateway.
  const message = seesNoPictures ? "This model doesn't support image input." : `said with status ${status} to ${KEY}`;
  const error = { type: TYPE_OF_STATUS[status], message };
  const body = { type: 'error', error, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' };
  return answer.json(status, body, retryAfterHeader(retryAfter));
}
