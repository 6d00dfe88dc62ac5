import { abortable, SerialQueue } from '@arbiter/adapter-kit/resilience';
import type { PageRegion } from '@arbiter/contracts';
import { isDrawn, type LayoutModel, type OpenPages, sharesOf, type StoredDocument } from '@arbiter/ports';
import { regionsKeyOf } from '../library/document-blobs.js';
import type { PagePictures } from './page-pictures.js';

/** Of the picture that the model looks at, in pixels. It is made smaller for it; tables were found as well as at 1,200. */
const WIDTH = 800;

/** Figures, tables and other regions of pages, looked for when they are asked for and kept beside their document. */
export class PageRegions {
  /** A page of a document after the other: of many that wait, none holds a picture. */
  readonly #turns = new SerialQueue();

  constructor(
    private readonly pictures: Pick<PagePictures, 'known' | 'derived'>,
    private readonly model: LayoutModel,
  ) {}

  /**
   * @param document one that the caller may read
   * @param page from 1
   * @returns the most certain first; none for a page on which nothing is drawn
   * @throws ArbiterError as `PagePictures.picture`, and UNAVAILABLE when the model cannot be used
   */
  async regions(document: StoredDocument, page: number, signal: AbortSignal): Promise<PageRegion[]> {
    const key = regionsKeyOf(document, page, this.model.name);
    // Whoever waited for the same page finds it kept.
    const look = (): Promise<Uint8Array> =>
      this.pictures.derived(document, key, (pages) => this.#look(pages, page, signal), signal);
    const turn = (): Promise<Uint8Array> => this.#turns.run(document.id, () => abortable(signal, look));
    const bytes = (await this.pictures.known(document, key, signal)) ?? (await abortable(signal, turn));
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as PageRegion[];
  }

  close(): Promise<void> {
    return this.model.close();
  }

  async #look(pages: OpenPages, page: number, signal: AbortSignal): Promise<Uint8Array> {
    const regions: PageRegion[] = [];
    if (isDrawn(await pages.describe(page))) {
      signal.throwIfAborted();
      const picture = await pages.render(page, { width: WIDTH });
      for (const { kind, confidence, box } of await this.model.regions(picture, signal))
        regions.push({ kind, confidence, box: sharesOf(box) });
    }
    return Buffer.from(JSON.stringify(regions));
  }
}
