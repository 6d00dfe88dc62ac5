import { createHash } from 'node:crypto';
import {
  type BytePiece,
  getPagePicture,
  getPageRegions,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { DocumentStore } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { fileNameOf, knownDocument } from '../documents/document-reading.controller.js';
import { DOCUMENT_STORE } from '../ingestion-worker.tokens.js';
import { PagePictures } from './page-pictures.js';
import { PageRegions } from './page-regions.js';

/** Shows pages of documents, and what is where on them. */
@Controller()
export class PagesController {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: Pick<DocumentStore, 'get'>,
    @Inject(PagePictures) private readonly pictures: Pick<PagePictures, 'picture'>,
    @Inject(PageRegions) private readonly pageRegions: Pick<PageRegions, 'regions'>,
  ) {}

  @HandlesOperation(getPagePicture)
  async picture(
    { documentId, offset, length, ...asked }: OperationInput<typeof getPagePicture>,
    { signal, principal }: OperationContext,
  ): Promise<BytePiece> {
    const document = await knownDocument(this.documents, documentId, { signal, principal });
    const picture = await this.pictures.picture(document, asked, signal);
    return {
      mediaType: 'image/jpeg',
      name: `${fileNameOf(document.source)}-${asked.page}.jpg`,
      bytes: picture.length,
      sha256: createHash('sha256').update(picture).digest('hex'),
      data: Buffer.from(picture.subarray(offset, offset + length)).toString('base64'),
    };
  }

  @HandlesOperation(getPageRegions)
  async regions(
    { documentId, page }: OperationInput<typeof getPageRegions>,
    { signal, principal }: OperationContext,
  ): Promise<OperationOutput<typeof getPageRegions>> {
    const document = await knownDocument(this.documents, documentId, { signal, principal });
    return { regions: await this.pageRegions.regions(document, page, signal) };
  }
}
