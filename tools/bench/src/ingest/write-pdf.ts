import { PDFDocument, StandardFonts } from 'pdf-lib';
import { writeEnglish } from '../write-english.js';

const PAGE = { width: 595, height: 842, margin: 60 };
const LINES = 46;
const WORDS_PER_LINE = 12;

/** A book as they are printed: a running head, 46 lines of prose and a page number on each page. */
export async function writePdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([PAGE.width, PAGE.height]);
    page.drawText('Handbook of Harbour Inspection', { x: PAGE.margin, y: PAGE.height - 35, size: 9, font });
    const words = writeEnglish(LINES * WORDS_PER_LINE, number).split(' ');
    for (let line = 0; line < LINES; line += 1) {
      const text = words.slice(line * WORDS_PER_LINE, (line + 1) * WORDS_PER_LINE).join(' ');
      page.drawText(text, { x: PAGE.margin, y: PAGE.height - PAGE.margin - 15 * line, size: 10, font });
    }
    page.drawText(String(number), { x: PAGE.width / 2, y: 30, size: 9, font });
  }
  return document.save();
}
