import type { PDFPageProxy, TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { Fragment } from './fragment.js';

/** A space of a line is at least and at most so wide, in widths of an em. */
const MIN_SPACE = 0.1;
const MAX_SPACE = 1.2;
const USUAL_SPACE = 0.25;
/** Of the texts of a page, so many may have a new sign without a look at what is drawn. */
const FEW = 0.04;
/** The widths of the signs of a fragment may add up to so many times its own, or be as many times less: it may be kerned. */
const MAX_STRAY = 1.25;
/** From the units of glyphs to ems, in all fonts but those of type 3, which have their own. */
const USUAL_UNIT = 0.001;
/** Scripts without spaces: each sign is a word of its own, so that a quote is marked from its first to its last. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A text of which a part may be asked for: of several words, of a divided one, or of a script without spaces. */
const DIVIDED = new RegExp(`[ \\p{Pd}\\xAD]|${UNSPACED.source}`, 'u');
/** Drawn over the sign before, or not at all. */
const WITHOUT_WIDTH = /[\p{Mn}\p{Cf}]/u;

/** A sign as the library draws it, in its list of operations, whose arguments it does not declare. */
interface Glyph {
  readonly unicode: string;
  readonly width: number;
}

interface DrawnFont {
  readonly name: string;
  readonly unit: number;
}

/** Widths of the signs of each font, in ems: what the library draws, not what it reads, tells them. */
export class GlyphWidths {
  readonly #fonts = new Map<string, Map<string, number>>();

  /** Looks at what is drawn on a page, which takes as long as to read it, if it has signs that no page before had in their font. */
  async learn(page: PDFPageProxy, items: TextContent['items']): Promise<void> {
    const divided = items.filter((item): item is TextItem => 'str' in item && DIVIDED.test(item.str));
    const newSigns = divided.map(({ fontName, str }) => {
      const widths = this.#widthsOf(fontName);
      return { widths, signs: Array.from(str).filter((sign) => sign !== ' ' && !widths.has(sign)) };
    });
    if (newSigns.filter(({ signs }) => signs.length > 0).length <= divided.length * FEW) return;
    // One that is not drawn under this name is looked for once.
    for (const { widths, signs } of newSigns) for (const sign of signs) widths.set(sign, NaN);
    await this.#learnDrawn(page);
  }

  /**
   * Where each sign of a fragment begins, and the last one ends, as shares of its width; undefined where a width is not known, or
   * where its signs are set wider or closer than usual, since nobody knows which of them. Its spaces share what the others leave.
   */
  edgesOf({ text, width, em, font }: Fragment): Float64Array | undefined {
    const widths = this.#widthsOf(font);
    let signs = 0;
    let spaces = 0;
    for (const sign of text) {
      if (sign === ' ') spaces++;
      else signs += widths.get(sign) ?? NaN;
    }
    const left = (width / em - signs) / spaces;
    const space = left > MIN_SPACE && left < MAX_SPACE ? left : USUAL_SPACE;
    const whole = signs + spaces * space;
    const share = (whole * em) / width;
    if (!(share > 1 / MAX_STRAY && share < MAX_STRAY)) return undefined;
    const edges = new Float64Array(text.length + 1);
    let [at, reached] = [0, 0];
    for (const sign of text) {
      reached += sign === ' ' ? space : (widths.get(sign) ?? NaN);
      at += sign.length;
      edges[at] = reached / whole;
    }
    return edges;
  }

  async #learnDrawn(page: PDFPageProxy): Promise<void> {
    const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const { fnArray, argsArray } = await page.getOperatorList();
    const fontOf = (name: string): DrawnFont => {
      const { fontMatrix } = page.commonObjs.get(name) as { readonly fontMatrix?: readonly number[] };
      return { name, unit: fontMatrix?.[0] ?? USUAL_UNIT };
    };
    const saved: (DrawnFont | undefined)[] = [];
    let font: DrawnFont | undefined;
    for (const [index, operation] of fnArray.entries()) {
      const [first] = (argsArray[index] ?? []) as readonly unknown[];
      if (operation === OPS.save || operation === OPS.paintFormXObjectBegin) saved.push(font);
      else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) font = saved.pop();
      else if (operation === OPS.setFont) font = fontOf(first as string);
      else if (operation === OPS.setGState) {
        const set = (first as readonly (readonly [string, unknown])[]).find(([key]) => key === 'Font');
        if (set) font = fontOf((set[1] as readonly [string])[0]);
      } else if (operation === OPS.showText && font) {
        for (const glyph of first as readonly (Glyph | number | null)[]) this.#keep(font, glyph);
      }
    }
  }

  #keep({ name, unit }: DrawnFont, glyph: Glyph | number | null): void {
    if (glyph === null || typeof glyph === 'number') return;
    const widths = this.#widthsOf(name);
    const width = WITHOUT_WIDTH.test(glyph.unicode) ? 0 : glyph.width * unit;
    widths.set(glyph.unicode, width);
    // The library reads a ligature as the letters that it joins.
    const signs = Array.from(glyph.unicode.normalize('NFKC'));
    for (const sign of signs) if (Number.isNaN(widths.get(sign))) widths.set(sign, width / signs.length);
  }

  #widthsOf(font: string): Map<string, number> {
    const known = this.#fonts.get(font);
    if (known) return known;
    const widths = new Map<string, number>();
    this.#fonts.set(font, widths);
    return widths;
  }
}
