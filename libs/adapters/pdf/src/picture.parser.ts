import { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { isJpeg, isPng, pictureAsPdf, pictureHead } from '@arbiter/adapter-kit/pictures';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { openPdf } from './open-pdf.js';
import type { PageLayout } from './page-fragments.js';
import { pagePicture, type PlacedPicture } from './page-picture.js';
import { writeBlocks } from './pdf.parser.js';
import { layOutLines, type Recognition } from './recognise-pages.js';
import { boxWords } from './word-boxes.js';

/** Smaller pictures are icons, badges and thumbnails: a screenshot of a dialogue has more pixels, and longer sides. */
const MIN_SIDE = 200;
const MIN_PIXELS = 100_000;

const FORMATS = {
  png: { mediaType: 'image/png', extensions: ['.png'], recognises: isPng, end: 'IEND' },
  jpeg: { mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg', '.jfif'], recognises: isJpeg, end: '\xff\xd9' },
} as const;
/** Bytes at the end of a file in which its end mark stands; cameras append previews. */
const END_REACH = 64 * 1_024;

/**
 * Reads a picture as a scanned page: its words as a recogniser sees them, where they stand. Without words, its text is the name of its file,
 * so that it is found at all; a warning says so.
 */
export class PictureParser implements DocumentParser {
  readonly name: 'png' | 'jpeg';
  readonly mediaType: string;
  readonly extensions: readonly string[];

  /** @param recognition null: no words are read */
  constructor(
    private readonly format: keyof typeof FORMATS,
    private readonly recognition: Recognition | null = null,
  ) {
    this.name = format;
    ({ mediaType: this.mediaType, extensions: this.extensions } = FORMATS[format]);
  }

  recognises(bytes: Uint8Array): boolean {
    return FORMATS[this.format].recognises(bytes);
  }

  leavesOut(bytes: Uint8Array): string | undefined {
    const { width, height } = pictureHead(bytes) ?? { width: Infinity, height: Infinity };
    if (Math.min(width, height) >= MIN_SIDE && width * height >= MIN_PIXELS) return undefined;
    return `It is a small picture (${width} × ${height} pixels), such as an icon.`;
  }

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const pdf = await openPdf(pictureAsPdf(bytes, name), name, signal);
    try {
      const builder = new ParsedDocumentBuilder();
      if (!Buffer.from(bytes.subarray(-END_REACH)).includes(FORMATS[this.format].end, 0, 'latin1'))
        builder.warn('The end of the file is missing; what is there of the picture was read.');
      if (Buffer.from(bytes.subarray(0, END_REACH)).includes('acTL'))
        builder.warn('It moves; only its first picture was read.');
      const placed = await pdf.until(pagePicture(await pdf.until(pdf.document.getPage(1))));
      if (!placed) throw new ArbiterError('INVALID_REQUEST', `${name} is a broken picture.`, { details: { name } });
      const page = await this.recognised(placed, builder, signal);
      const blocks = await writeBlocks(pdf, [page], builder);
      if (blocks.length === 0) {
        builder.heading(wordsOf(name), 1);
        builder.warn('No letters were read in the picture; its text is the name of its file.');
      } else builder.warn('The text was recognised in a picture; letters may be wrong.');
      signal.throwIfAborted();
      const parsed = builder.build({ title: '', metadata: {} });
      const boxes = boxWords(parsed.text, blocks, [page]);
      return { ...parsed, ...(boxes.length > 0 && { boxes }) };
    } finally {
      await pdf.close();
    }
  }

  /** A page without regions where nothing is recognised; what was in the way becomes a warning. */
  private async recognised(
    placed: PlacedPicture,
    builder: ParsedDocumentBuilder,
    signal: AbortSignal,
  ): Promise<PageLayout> {
    try {
      const lines = (await this.recognition?.recogniser.recognise(placed.picture, signal)) ?? [];
      if (lines.length > 0) return layOutLines(1, lines, placed);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ArbiterError)) throw error;
      builder.warn(error.message);
    }
    return { number: 1, regions: [] };
  }
}

/** "plans/harbour-plan.png" → "harbour plan". */
function wordsOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return base.replace(/[-_.]+/g, ' ').trim() || base;
}
