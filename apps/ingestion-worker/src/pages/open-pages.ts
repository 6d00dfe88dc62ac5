import { PdfiumRenderer } from '@arbiter/adapters-pdfium';
import { openLayoutModel } from '@arbiter/backends';
import type { Logger } from '@arbiter/platform';
import type { Provider } from '@nestjs/common';
import type { IngestionWorkerPorts } from '../ingestion-worker.ports.js';
import { DocumentBlobs } from '../library/document-blobs.js';
import type { DocumentWriter } from '../pipeline/document-writer.js';
import { PageVectors } from '../pipeline/page-vectors.js';
import { OpenDocuments } from './open-documents.js';
import { PagePictures } from './page-pictures.js';
import { PageRegions } from './page-regions.js';

/** Pages are drawn from what documents were read from. */
function picturesOf({ blobs, documents }: IngestionWorkerPorts, logger: Logger, open = new OpenDocuments()) {
  return new PagePictures({
    open,
    renderer: new PdfiumRenderer(),
    blobs,
    kept: new DocumentBlobs(blobs, documents),
    onFailure: (err) =>
      logger.warn({ err }, 'what a page shows could not be kept, and is made anew when it is asked for'),
  });
}

/** What shows pages to readers. */
export function pagesOf(ports: IngestionWorkerPorts, logger: Logger): Provider[] {
  const pictures = picturesOf(ports, logger);
  return [
    { provide: PagePictures, useValue: pictures },
    { provide: PageRegions, useValue: new PageRegions(pictures, openLayoutModel()) },
  ];
}

/** Null where pictures of pages are not embedded. */
export function pageVectorsOf(ports: IngestionWorkerPorts, writer: DocumentWriter, log: Logger): PageVectors | null {
  const { pageEmbedder: embedder, pageIndex } = ports;
  if (!embedder || !pageIndex) return null;
  const blobs = new DocumentBlobs(ports.blobs, ports.documents);
  const pictures = picturesOf(ports, log, new OpenDocuments(undefined, 1));
  return new PageVectors({ ...ports, embedder, pageIndex, pictures, blobs, writer, log });
}
