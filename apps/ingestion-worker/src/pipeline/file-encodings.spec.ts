import { describe, expect, it } from '@jest/globals';
import { FOLDER, library } from '../../test/ingestion-library.js';

/** “й” in windows-1251, “é” in windows-1252. */
const QUOTE = Uint8Array.from([0x93, 0xe9, 0x94]);

describe('IngestionRun over a file whose encoding nothing states', () => {
  it('reads it in the language of the collection', async () => {
    const { ingest, signal } = library({ '/library/a.txt': QUOTE });
    expect(await ingest(FOLDER, signal, 'ru')).toMatchObject({ counts: { added: 1 }, warnings: [] });
  });

  it('names the encoding that it took and the next best where the language does not tell', async () => {
    const { ingest } = library({ '/library/a.txt': QUOTE });
    expect((await ingest()).warnings).toEqual([
      {
        source: 'a.txt',
        warning: expect.stringMatching(
          /^Its encoding is not certain: it was read as windows-1252, and .+ is nearly as likely\./,
        ),
      },
    ]);
  });
});
