import { MeteredLanguageModel } from '@arbiter/adapter-kit/language-model';
import {
  ArbiterError,
  type ErrorCode,
  getPagePicture,
  interpretPage,
  readPieces,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationClient, type OperationContext, type ParentCall } from '@arbiter/messaging';
import type { Clock, DocumentStore, LanguageModel } from '@arbiter/ports';
import type { FenceIds } from '@arbiter/prompting';
import { Controller, Inject } from '@nestjs/common';
import { wordsOfPage } from '../pages/words-of-page.js';
import { PromptedVisionModel } from './prompted-vision-model.js';

/** Of the picture for a model, in pixels: letters of a printed page stay legible. */
const PICTURE_WIDTH = 1_200;

export const VISION_PORTS = Symbol('ports of the vision controller');

export interface VisionPorts {
  readonly documents: Pick<DocumentStore, 'get' | 'text'>;
  readonly clock: Clock;
  readonly ids: FenceIds;
  /** Null without a model that sees. */
  readonly model: LanguageModel | null;
  /** Reaches the arm that draws pages; null where no broker leads there. */
  readonly client: Pick<OperationClient, 'request'> | null;
}

type Interpretation = OperationOutput<typeof interpretPage>;

/** Errors of the vendor about the server's own settings: its caller can neither mend them nor is meant. */
const OF_OUR_SETTINGS: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);

/** Has pages read by their pictures, on the terms of the call. */
@Controller()
export class VisionController {
  readonly #reader: PromptedVisionModel | null;

  constructor(@Inject(VISION_PORTS) private readonly ports: VisionPorts) {
    this.#reader = ports.model && new PromptedVisionModel({ model: ports.model, ids: ports.ids });
  }

  /**
   * @throws ArbiterError NOT_FOUND for a page that the caller cannot see; what the model rejects with, its own settings as INTERNAL
   */
  @HandlesOperation(interpretPage)
  async interpret(
    { query: question, documentId, page, budget, includePrompts }: OperationInput<typeof interpretPage>,
    context: OperationContext,
  ): Promise<Interpretation> {
    const { model, client, clock } = this.ports;
    if (!model || !this.#reader || !client) return { mode: 'words', sentences: [] };
    const metered = new MeteredLanguageModel(model, 'see', { budget, includePrompts }, clock);
    // First, since it finds out whether the caller may see the document.
    const picture = await fetchPicture(client, { documentId, page }, context);
    const { signal } = context;
    const [document, text] = await Promise.all([
      this.ports.documents.get(documentId, signal),
      this.ports.documents.text(documentId, signal),
    ]);
    const { words = '' } = wordsOfPage(document, text, page) ?? {};
    const reading = { question, title: document?.title ?? '', page, picture, words };
    try {
      const sentences = await this.#reader.read(reading, { signal }, (request, options) => {
        if (!metered.affords(request)) throw new OverBudget();
        return metered.stream(request, options);
      });
      return { mode: 'read', sentences: [...sentences], ...metered.report() };
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof OverBudget)
        return { mode: 'words', sentences: [], degraded: 'model-over-budget', ...metered.report() };
      throw ofVendor(thrown);
    }
  }
}

/** What the answer may cost leaves the model no room. */
class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

async function fetchPicture(
  client: Pick<OperationClient, 'request'>,
  place: { readonly documentId: string; readonly page: number },
  parent: ParentCall,
): Promise<Uint8Array> {
  const ask = (offset: number, length: number) =>
    client.request(getPagePicture, { ...place, width: PICTURE_WIDTH, offset, length }, { parent });
  return readPieces(await ask(0, 0), ask);
}

function ofVendor(thrown: unknown): unknown {
  if (!(thrown instanceof ArbiterError) || !OF_OUR_SETTINGS.has(thrown.code)) return thrown;
  const { message, details } = thrown;
  return new ArbiterError('INTERNAL', message, { details: { ...details, reason: 'vision-model' }, cause: thrown });
}
