import { PDFDocument, StandardFonts } from 'pdf-lib';

/** In points. */
const SHEET = { width: 595, height: 842, margin: 60, leading: 17, size: 11 };

const NAMES = ['Amber', 'Birch', 'Copper', 'Dune', 'Elder', 'Fern', 'Gorse', 'Heron', 'Iris', 'Juniper'];
const THINGS = [
  'beacon',
  'capstan',
  'derrick',
  'furnace',
  'gantry',
  'hawser',
  'lantern',
  'mooring',
  'pilot',
  'slipway',
];

/** A sentence that no other number has. */
export function sentence(number: number): string {
  const name = NAMES[number % NAMES.length];
  const thing = THINGS[Math.floor(number / NAMES.length) % THINGS.length];
  return `The ${thing} of ${name} wharf ${number} is tested every ${(number % 11) + 2} weeks and tarred in month ${(number % 12) + 1}.`;
}

/** Sentences on a page of `writePdf`, numbered through the document. */
const SENTENCES_PER_PAGE = 12;

/** Number of the sentence at a place of a page, both from 1 and from 0. */
export function sentenceOn(page: number, line = 0): string {
  return sentence((page - 1) * SENTENCES_PER_PAGE + line);
}

/** A book whose sentences are all different, each on a line of its own with room between them, the same bytes each time. */
export async function writePdf(pages: number, perPage = SENTENCES_PER_PAGE): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1) {
    const sheet = document.addPage([SHEET.width, SHEET.height]);
    for (let line = 0; line < perPage; line += 1) {
      const y = SHEET.height - SHEET.margin - 3 * SHEET.leading * line - 20;
      sheet.drawText(sentenceOn(page, line), { x: SHEET.margin, y, size: SHEET.size, font });
    }
  }
  return document.save();
}

/** Markdown of sections with five sentences each, numbered through. */
export function writeMarkdown(sections: number): string {
  const parts = Array.from({ length: sections }, (_, section) => {
    const lines = Array.from({ length: 5 }, (_each, line) => sentence(section * 5 + line));
    return `## Wharf ${section + 1}\n\n${lines.join(' ')}`;
  });
  return ['# Harbour book', ...parts].join('\n\n');
}
