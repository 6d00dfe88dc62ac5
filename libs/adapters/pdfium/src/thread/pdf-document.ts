import { ArbiterError } from '@arbiter/contracts';
import type { PageObjects, Picture } from '@arbiter/ports';
import { countObjects } from './count-objects.js';
import type { EncodeJpeg } from './encode-jpeg.js';
import type { Pdfium } from './load-pdfium.js';

/** FPDF_ERR_PASSWORD (fpdfview.h). */
const NEEDS_PASSWORD = 4;
/** FPDFBitmap_BGR: three bytes a pixel. */
const THREE_BYTES = 2;
const WHITE = 0xffffffff;
/** With annotations and filled forms; bytes as red, green, blue; pictures that were drawn are not kept (fpdfview.h). */
const FLAGS = 0x01 | 0x10 | 0x200;
/** JPEG files have 65,500 at most, and what is longer nobody looks at whole. */
const MAX_HEIGHT = 20_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A PDF in the memory of PDFium. */
export class PdfDocument {
  readonly #handle: number;

  /**
   * @param pixels most of one picture
   * @throws ArbiterError INVALID_REQUEST when it needs a password, is broken or of another format
   */
  constructor(
    private readonly pdfium: Pdfium,
    bytes: Uint8Array,
    private readonly pixels: number,
  ) {
    const address = pdfium.allocate(bytes.length);
    pdfium.bytes().set(bytes, address);
    // Null, because a text would be taken for a password.
    const noPassword = 0 as unknown as string;
    this.#handle = pdfium.api.FPDF_LoadMemDocument(address, bytes.length, noPassword);
    if (this.#handle !== 0) return;
    const error = pdfium.api.FPDF_GetLastError();
    const problem =
      error === NEEDS_PASSWORD ? 'is encrypted with a password' : 'is broken, cut short or of another format';
    throw new ArbiterError('INVALID_REQUEST', `The pages cannot be drawn: the PDF ${problem}.`);
  }

  get pageCount(): number {
    return this.pdfium.api.FPDF_GetPageCount(this.#handle);
  }

  describe(number: number): PageObjects {
    return this.#withPage(number, (page) => countObjects(this.pdfium, page));
  }

  render(number: number, width: number): Picture {
    return this.#draw(number, width, (size, copyTo) => {
      const pixels = new Uint8Array(3 * size.width * size.height);
      copyTo(pixels);
      return { ...size, pixels };
    });
  }

  renderJpeg(number: number, width: number, encode: EncodeJpeg): Uint8Array {
    return this.#draw(number, width, (size, copyTo) => encode(size.width, size.height, copyTo));
  }

  /** @param take gets what copies the pixels, before they are freed */
  #draw<T>(number: number, asked: number, take: (size: Size, copyTo: (pixels: Uint8Array) => void) => T): T {
    const { pdfium } = this;
    const { api } = pdfium;
    return this.#withPage(number, (page) => {
      const size = this.#sizeOf(page, asked);
      const { width, height } = size;
      const bitmap = api.FPDFBitmap_CreateEx(width, height, THREE_BYTES, 0, 0);
      if (bitmap === 0) throw new RangeError(`no memory for ${width} × ${height} pixels`);
      try {
        api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
        api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
        const [from, stride] = [api.FPDFBitmap_GetBuffer(bitmap), api.FPDFBitmap_GetStride(bitmap)];
        return take(size, (pixels) => {
          const bytes = pdfium.bytes();
          for (let y = 0; y < height; y += 1)
            pixels.set(bytes.subarray(from + y * stride, from + y * stride + 3 * width), 3 * width * y);
        });
      } finally {
        api.FPDFBitmap_Destroy(bitmap);
      }
    });
  }

  /** As wide as asked, unless it would become too high. */
  #sizeOf(page: number, asked: number): Size {
    const { api } = this.pdfium;
    const ratio = api.FPDF_GetPageHeightF(page) / api.FPDF_GetPageWidthF(page);
    const sound = ratio > 0 && ratio < Infinity ? ratio : 1;
    const width = Math.min(asked, MAX_HEIGHT / sound, Math.sqrt(this.pixels / sound));
    const whole = (side: number): number => Math.max(1, Math.round(side));
    return { width: whole(width), height: whole(width * sound) };
  }

  #withPage<T>(number: number, use: (page: number) => T): T {
    const { api } = this.pdfium;
    const count = this.pageCount;
    if (number < 1 || number > count)
      throw new ArbiterError('NOT_FOUND', `There is no page ${number}: the document has ${count}.`, {
        details: { page: number, pages: count },
      });
    const page = api.FPDF_LoadPage(this.#handle, number - 1);
    if (page === 0) throw new ArbiterError('INVALID_REQUEST', `Page ${number} cannot be drawn: it is broken.`);
    try {
      return use(page);
    } finally {
      api.FPDF_ClosePage(page);
    }
  }
}
