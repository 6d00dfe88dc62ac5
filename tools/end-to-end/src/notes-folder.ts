import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CONSONANTS = 'bdfgklmprtvz';
const VOWELS = 'aeiou';

/** A word that stands in note `n` and in no other, for n from 0 to 215,999. It ends so that no stemmer cuts it. */
export function uniqueWord(n: number): string {
  const syllables = CONSONANTS.length * VOWELS.length;
  // Multiplied by a number without common factors, neighbours look nothing like each other.
  const spread = (n * 62_417) % syllables ** 3;
  return [spread, Math.floor(spread / syllables), Math.floor(spread / syllables ** 2)]
    .map((digit) => {
      const syllable = digit % syllables;
      return `${CONSONANTS[Math.floor(syllable / VOWELS.length)] ?? ''}${VOWELS[syllable % VOWELS.length] ?? ''}`;
    })
    .join('')
    .concat('x');
}

/** The keeper of the lantern of note `n`, named in no other note. */
export function keeperOf(n: number): string {
  // Words from here on stand in no heading: no folder of notes is that large.
  const name = uniqueWord(n + 100_000);
  return `Maren ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export interface NotesOptions {
  /** Sections of each note; one of these is about one chunk. Default 1. */
  readonly sections?: number;
}

/** Markdown notes by their names, `note-000.md` and so on, each about a thing with a {@link uniqueWord}. */
export function notesOf(count: number, { sections = 1 }: NotesOptions = {}): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`note-${String(n).padStart(3, '0')}.md`, noteOf(n, sections)]),
  );
}

/** Writes {@link notesOf} into a folder. */
export async function writeNotes(folder: string, count: number, options: NotesOptions = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(notesOf(count, options))) await writeFile(join(folder, name), text);
}

function noteOf(n: number, sections: number): string {
  const word = uniqueWord(n);
  const parts = Array.from({ length: sections }, (_, index) => {
    const filler = `In year ${index + 1} the harbour office weighed cargo ${n + 1} of that jetty and found it whole.`;
    return `## Part ${index + 1}\n\nThe ${word} lantern at jetty ${n + 1} is kept by ${keeperOf(n)}. ${filler}\n`;
  });
  return `# The ${word} lantern\n\n${parts.join('\n')}`;
}
