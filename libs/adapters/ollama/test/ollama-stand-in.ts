import type { StageOptions } from '@arbiter/ports/testing';
import type { StandInAnswer } from '@arbiter/testing';
import {
  openVendorStage,
  retryAfterHeader,
  type Refusal,
  type VendorProtocol,
  type VendorStage,
} from '@arbiter/testing/language-model';
import { createOllamaLanguageModel } from '../src/index.js';
import { ChatBody, promptOf } from './chat-body.js';
import { streamOf } from './chat-stream.js';
import { refuseModel } from './refuse-model.js';

export const MODEL = 'llama3.2';

const CHAT: VendorProtocol<ChatBody> = {
  model: MODEL,
  target: 'POST /api/chat',
  contentType: 'application/x-ndjson',
  body: ChatBody,
  promptOf,
  streamOf: (reply) => streamOf(reply, MODEL),
  refuse,
  answerFirst: ({ target, body }, answer) => {
    if (target === 'GET /api/ps') return answer.json(200, { models: [{ name: `${MODEL}:latest` }] });
    if (target !== 'POST /api/show') return null;
    const { model } = JSON.parse(body) as { model: string };
    return model === MODEL
      ? answer.json(200, { details: {}, model_info: {}, capabilities: ['completion', 'vision'] })
      : refuseModel(answer, model);
  },
};

/** Ollama's chat with a script, and a model that asks it through the real SDK. */
export function openOllamaStage(options: StageOptions): Promise<VendorStage<ChatBody>> {
  return openVendorStage(options, CHAT, (host, retry) => createOllamaLanguageModel({ model: MODEL, host, retry }));
}

function refuse(answer: StandInAnswer, { status, retryAfter, model, seesNoPictures }: Refusal): Promise<void> {
  if (model !== undefined) return refuseModel(answer, model);
  // Of a model whose file is without the part that sees, though it is made for pictures.
  const why = 'Failed to create new sequence: this model is missing data required for image input';
  if (seesNoPictures) return answer.json(500, { error: why });
  return answer.json(status, { error: 'said the script' }, retryAfterHeader(retryAfter));
}
