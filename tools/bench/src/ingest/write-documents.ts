import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
