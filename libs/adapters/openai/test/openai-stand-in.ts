import type { StageOptions } from '@arbiter/ports/testing';
import type { StandInAnswer } from '@arbiter/testing';
import {
  openVendorStage,
  retryAfterHeader,
  type Refusal,
  type VendorProtocol,
  type VendorStage,
} from '@arbiter/testing/language-model';
import { createOpenAILanguageModel, type OpenAIOptions } from '../src/index.js';
import { ChatBody, promptOf } from './chat-body.js';
import { streamOf } from './chat-stream.js';

export const KEY = 'sk-proj-right';
export const MODEL = 'gpt-4o-mini';

const CHAT_COMPLETIONS: VendorProtocol<ChatBody> = {
  model: MODEL,
  target: 'POST /v1/chat/completions',
  contentType: 'text/event-stream',
  basePath: '/v1',
  body: ChatBody,
  promptOf,
  streamOf: (reply) => streamOf(reply, MODEL),
  refuse,
  answerFirst: ({ target, headers }, answer, violations) => {
    if (headers.authorization !== `Bearer ${KEY}`) return refuse(answer, { status: 401 });
    if (target === 'GET /v1/models') return answer.json(200, MODELS);
    if (headers['content-type'] !== 'application/json') violations.push(`${target} is no JSON`);
    return null;
  },
};

/** Chat completions with a script, and a model that asks for them through the real SDK. */
export function openOpenAIStage(
  stage: StageOptions,
  options: Partial<OpenAIOptions> = {},
): Promise<VendorStage<ChatBody>> {
  return openVendorStage(stage, CHAT_COMPLETIONS, (baseUrl, retry) =>
    createOpenAILanguageModel({ apiKey: KEY, model: MODEL, baseUrl, retry, ...options }),
  );
}

const MODELS = {
  object: 'list',
  data: ['gpt-4.1', MODEL].map((id) => ({ id, object: 'model', created: 1_686_935_002, owned_by: 'openai' })),
};

function refuse(answer: StandInAnswer, { status, retryAfter, seesNoPictures }: Refusal): Promise<void> {
  const error = {
    message: seesNoPictures
      ? 'Invalid content type. image_url is only supported by certain models.'
      : `said with status ${status} to ${KEY}`,
    type: 'invalid_request_error',
    param: null,
    code: null,
  };
  return answer.json(status, { error }, retryAfterHeader(retryAfter));
}
