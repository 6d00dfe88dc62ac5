import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { ChunkFilter, OpenPages, PageObjects, PageRenderer } from '@arbiter/ports';
import { FakePageEmbedder } from '@arbiter/ports/testing';
import { FONT, PAGE, pdf, stream } from '@arbiter/testing/pdf';
import { documentIdOf } from '../src/library/document-identity.js';
import { COLLECTION, library, type LibraryOptions } from './ingestion-library.js';

/** A diagram: more lines than a page of text has. */
const LINES = Array.from({ length: 30 }, (_, at) => `50 ${100 + 10 * at} m 550 ${110 + 9 * at} l S`).join(' ');

/** Lines and words: a page whose text does not tell all. */
export const drawn = (text: string): string => `${LINES} ${written(text)}`;
export const written = (text: string): string => `BT /F 12 Tf 50 700 Td (${text}) Tj ET`;

/** A PDF with a page for each content. */
export function book(...contents: readonly string[]): Uint8Array {
  const kids = contents.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const pages = contents.flatMap((content, at) => [
    PAGE.replace('4 0 R', `${5 + 2 * at} 0 R`).replace('/F 5 0 R', '/F 3 0 R'),
    stream(content),
  ]);
  const root = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`];
  return pdf([...root, FONT, ...pages]);
}

/** Asserts that it gets JPEG files, and gives each one vector, of its size. */
export class PictureEmbedder extends FakePageEmbedder {
  /** Pictures that were asked for, by the hundred. */
  pictures = 0;
  /** Called before each picture. */
  before: () => unknown = () => undefined;

  override async embedPage(picture: Uint8Array, options: { readonly signal: AbortSignal }): Promise<Float32Array> {
    this.pictures += 1;
    await this.before();
    if (picture[0] !== 0xff || picture[1] !== 0xd8) throw new Error('no JPEG file');
    return super.embedPage(Buffer.from(`picture${picture.length}`), options);
  }
}

const TEXT: PageObjects = { texts: 9, paths: 0, images: 0, pathArea: 0, imageArea: 0 };
const DRAWING: PageObjects = { ...TEXT, paths: 99 };

/** What a renderer says of pages, without a thread, which takes a second where much else runs. */
function pagesOf(contents: readonly PageObjects[], isBroken: (page: number) => boolean = () => false): OpenPages {
  return {
    pageCount: contents.length,
    describe: (page) => Promise.resolve(contents[page - 1]!),
    render: () => Promise.reject(new Error('nobody asks for pixels')),
    renderJpeg: (page) =>
      isBroken(page)
        ? Promise.reject(new ArbiterError('INVALID_REQUEST', `Page ${page} could not be drawn.`))
        : Promise.resolve(Uint8Array.of(0xff, 0xd8, page % 256)),
    close: () => Promise.resolve(),
  };
}

/**
 * Documents with as many pages as is said, all drawn.
 *
 * @param isBroken whether a page cannot be drawn
 */
export function rendererOf(pageCount: number, isBroken?: (page: number) => boolean): PageRenderer {
  const contents = Array.from({ length: pageCount }, () => DRAWING);
  return { open: () => Promise.resolve(pagesOf(contents, isBroken)) };
}

/** Tells the pages of a {@link book} by its bytes. */
export const BOOK_RENDERER: PageRenderer = {
  open: (bytes) => {
    const contents = Buffer.from(bytes).toString('latin1').split('\nstream\n').slice(1);
    return Promise.resolve(pagesOf(contents.map((content) => (content.startsWith(LINES) ? DRAWING : TEXT))));
  },
};

export const idOf = (name: string): string => documentIdOf(COLLECTION, `/library/${name}`);

/** A library that embeds pictures of pages. */
export function pageLibrary(
  files: Readonly<Record<string, Uint8Array | string>>,
  options: LibraryOptions & { readonly pageEmbedder?: PictureEmbedder } = {},
) {
  const { pageEmbedder = new PictureEmbedder(), ...others } = options;
  const located = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`/library/${name}`, bytes]));
  const held = library(located, { ...others, pageEmbedder });
  const { signal } = held;
  return {
    ...held,
    pageEmbedder,
    /** The pages in the index, as `map.pdf 1`. A document that is not stored is `gone`. */
    pages: async (filter: ChunkFilter = []): Promise<string[]> => {
      const dimensions = (await held.catalog.get(COLLECTION, signal))?.pages?.dimensions ?? 1;
      const query = Float32Array.from({ length: dimensions }, (_, at) => (at === 0 ? 1 : 0));
      const hits = await held.pageIndex.search(COLLECTION, query, dimensions, { limit: 1_000, filter, signal });
      const found: { readonly name: string; readonly page: number }[] = [];
      for (const { documentId, page } of hits)
        found.push({ name: (await held.documents.get(documentId, signal))?.source ?? 'gone', page });
      found.sort((a, b) => compareCodeUnits(a.name, b.name) || a.page - b.page);
      return found.map(({ name, page }) => `${name} ${page}`);
    },
    indexed: () => held.pageIndex.documentIds(COLLECTION, signal),
    /** Documents whose pages are noted as embedded. */
    noted: async () => (await held.blobs.list(COLLECTION, 'embedded', signal)).map(({ name }) => name.split('-')[0]),
    warnings: async (run: Promise<{ readonly warnings?: readonly { source: string; warning: string }[] }>) =>
      ((await run).warnings ?? []).map(({ source, warning }) => `${source}: ${warning}`),
  };
}
