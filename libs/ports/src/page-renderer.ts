import type { Picture } from './picture.js';

/** What stands on a page, counted without drawing it. */
export interface PageObjects {
  /** Runs of text that are seen. A recogniser lays unseen ones over a scan. */
  readonly texts: number;
  /** Lines, outlines and shadings. */
  readonly paths: number;
  readonly images: number;
  /** Share of the page that paths cover with their bounds, 0–1. One as large as the page is its ground and does not count. */
  readonly pathArea: number;
  /** Share of the page that images cover, 0–1. */
  readonly imageArea: number;
}

/** Lines of a page of text: rules, frames, underlines. Tables and drawings measured had 85 and more, pages of text 9 at most. */
const MAX_RULES = 20;
/** A logo covers less of its page; figures measured covered 15 to 25 %, a wiring diagram of 14 lines 16 % with its lines. */
const MIN_FIGURE_AREA = 0.05;
/** A scanner leaves a margin at most. */
const MIN_SCAN_AREA = 0.7;
/** A library stamps a line or two of text on its scans. */
const MAX_STAMPED_TEXTS = 10;

/** Whether a page has figures, drawings or tables that its text does not tell. */
export function isDrawn({ paths, pathArea, imageArea }: PageObjects): boolean {
  return paths >= MAX_RULES || Math.max(pathArea, imageArea) >= MIN_FIGURE_AREA;
}

/** Whether a page is the picture of a page; it is drawn, too. */
export function isScanned({ texts, imageArea }: PageObjects): boolean {
  return imageArea >= MIN_SCAN_AREA && texts <= MAX_STAMPED_TEXTS;
}

export interface RenderOptions {
  /** Of the picture, in pixels, from `MIN_PICTURE_WIDTH` to `MAX_PICTURE_WIDTH`. A page that is very tall becomes narrower. */
  readonly width: number;
}

/**
 * A document whose pages can be drawn, on paper that is white. Calls are worked on one after the other. They reject with ArbiterError:
 * NOT_FOUND for a page that the document has not, INVALID_REQUEST for one that is broken or exceeds a limit. The other pages can
 * still be asked for.
 */
export interface OpenPages {
  readonly pageCount: number;
  /** @param page from 1 */
  describe(page: number): Promise<PageObjects>;
  /** @param page from 1 */
  render(page: number, options: RenderOptions): Promise<Picture>;
  /**
   * The same picture as a JPEG file.
   *
   * @param page from 1
   */
  renderJpeg(page: number, options: RenderOptions): Promise<Uint8Array>;
  /** Frees everything, also while a page is drawn. */
  close(): Promise<void>;
}

/** Draws pages of documents. */
export interface PageRenderer {
  /**
   * @param bytes of a PDF, or of a PNG or JPEG file, which is a page; they are copied
   * @param signal once aborted, calls that are open reject with its reason
   * @throws ArbiterError INVALID_REQUEST for a document that is encrypted, broken, of another format, or exceeds a limit
   */
  open(bytes: Uint8Array, signal: AbortSignal): Promise<OpenPages>;
}
