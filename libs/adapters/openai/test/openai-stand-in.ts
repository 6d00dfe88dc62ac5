import { STATUS_OF_FAILURE, ScriptedVendor, type LanguageModelStage, type StageOptions } from '@arbiter/ports/testing';
import { startHttpStandIn, type StandInAnswer } from '@arbiter/testing';
import { createOpenAILanguageModel, type OpenAIOptions } from '../src/index.js';
import { ChatBody, promptOf } from './chat-body.js';
import { streamOf } from './chat-stream.js';

export const KEY = 'sk-proj-right';
export const MODEL = 'gpt-4o-mini';

export interface OpenAIStage extends LanguageModelStage {
  readonly url: string;
  /** Bodies of the generations, as they came over the wire. */
  readonly bodies: readonly ChatBody[];
}

/** Chat completions with a script, and a model that asks for them through the real SDK. */
export async function openOpenAIStage(
  { replies, retry }: StageOptions,
  options: Partial<OpenAIOptions> = {},
): Promise<OpenAIStage> {
  const vendor = new ScriptedVendor(replies);
  const bodies: ChatBody[] = [];

  const server = await startHttpStandIn((request, answer) => {
    const refuse = (status: number, retryAfter?: string) => refuseWith(answer, status, retryAfter);
    if (request.headers.authorization !== `Bearer ${KEY}`) return refuse(401);
    if (request.target === 'GET /v1/models') return answer.json(200, MODELS);
    if (request.target !== 'POST /v1/chat/completions' || request.headers['content-type'] !== 'application/json') {
      vendor.violations.push(`no such request: ${request.target}`);
      return refuse(404);
    }
    const body = ChatBody.safeParse(JSON.parse(request.body));
    if (!body.success) {
      vendor.violations.push(body.error.message);
      return refuse(400);
    }
    bodies.push(body.data);
    if (body.data.model !== MODEL) return refuse(404);
    const reply = vendor.replyTo(promptOf(body.data));
    if (reply.type === 'failure') return refuse(STATUS_OF_FAILURE[reply.code], reply.retryAfter);
    return answer.stream('text/event-stream', streamOf(reply, MODEL), reply.type === 'answer' ? 'end' : reply.type);
  });

  const baseUrl = `${server.url}/v1`;
  const model = createOpenAILanguageModel({ apiKey: KEY, model: MODEL, baseUrl, retry, ...options });
  return {
    model,
    url: baseUrl,
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

const MODELS = {
  object: 'list',
  data: ['gpt-4.1', MODEL].map((id) => ({ id, object: 'model', created: 1_686_935_002, owned_by: 'openai' })),
};

function refuseWith(answer: StandInAnswer, status: number, retryAfter?: string): Promise<void> {
  const error = {
    message: `said with status ${status} to ${KEY}`,
    type: 'invalid_request_error',
    param: null,
    code: null,
  };
  return answer.json(status, { error }, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
}
