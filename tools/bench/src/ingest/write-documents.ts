import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { writeEnglish } from '../write-english.js';

/** Files of one folder. */
const FILES_PER_FOLDER = 100;
const WORDS_PER_SECTION = 150;

export interface WrittenDocuments {
  readonly documents: number;
  /** Of 150 words each, which is one chunk. */
  readonly sections: number;
  readonly seed: number;
}

/** Markdown files below a folder, `0/0.md` and on, no two of them alike and the same ones each time. */
export async function writeDocuments(folder: string, { documents, sections, seed }: WrittenDocuments): Promise<void> {
  for (let first = 0; first < documents; first += FILES_PER_FOLDER) {
    const parent = join(folder, String(first / FILES_PER_FOLDER));
    await mkdir(parent, { recursive: true });
    const numbers = Array.from({ length: Math.min(FILES_PER_FOLDER, documents - first) }, (_, i) => first + i);
    await Promise.all(
      numbers.map((number) => writeFile(join(parent, `${number}.md`), documentOf(number, sections, seed))),
    );
  }
}

function documentOf(number: number, sections: number, seed: number): string {
  const bodies = Array.from({ length: sections }, (_, section) => {
    const text = writeEnglish(WORDS_PER_SECTION, seed * 100_000_000 + number * 1_000 + section);
    return `## Part ${section + 1}\n\n${text}`;
  });
  return [`# Report ${number}`, ...bodies].join('\n\n');
}

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
