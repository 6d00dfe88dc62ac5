import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { MARKED_TEXT } from '../../test/planted/marked-text.plants.js';
import { MESSAGES } from '../../test/planted/messages.plants.js';
import { DATA } from '../../test/planted/data.plants.js';
import { MARKUP } from '../../test/planted/markup.plants.js';
import { OPEN_DOCUMENTS } from '../../test/planted/open-document.plants.js';
import { PAGES } from '../../test/planted/pages.plants.js';
import { SHEETS_AND_SLIDES } from '../../test/planted/sheets-and-slides.plants.js';
import { WORD } from '../../test/planted/word.plants.js';
import { documentParsers } from './document-parsers.js';

const parsers = documentParsers();
const { signal } = new AbortController();
const bytesOf = (made: string | Uint8Array): Uint8Array =>
  typeof made === 'string' ? new TextEncoder().encode(made) : made;

/** Another word in each document, which no language has. */
function wordOf(index: number): string {
  return `quor${index.toString(26).replace(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '')}vex`;
}

const PLANTS = [
  ...MARKED_TEXT,
  ...WORD,
  ...SHEETS_AND_SLIDES,
  ...PAGES,
  ...MESSAGES,
  ...OPEN_DOCUMENTS,
  ...MARKUP,
  ...DATA,
].map((plant, index) => ({
  ...plant,
  word: wordOf(index),
}));

describe('no format loses text without naming it', () => {
  it.each(PLANTS.map((plant) => [`${plant.ending}: ${plant.construct}`, plant] as const))('%s', async (_, plant) => {
    const name = `mill${plant.ending}`;
    const bytes = bytesOf(plant.make(plant.word));
    const parsed = await parsers.parserFor(name, bytes)!.parse({ bytes, name, signal });
    expectWellFormedDocument(parsed);
    const { text, title, metadata, warnings, entities = [] } = parsed;
    const stored = JSON.stringify([text, title, metadata, entities]).toLowerCase();
    if (plant.named)
      expect([stored.includes(plant.word) ? 'read' : warnings.join('\n')]).toEqual([
        expect.stringMatching(plant.named),
      ]);
    else expect(stored).toContain(plant.word);
  });
});
