import type { OperationContext } from '@arbiter/messaging';
import { describe, expect, it } from '@jest/globals';
import { onePage, stream } from '@arbiter/testing/pdf';
import { COLLECTION, INN, library } from '../../test/ingestion-library.js';
import { DocumentReadingController } from '../documents/document-reading.controller.js';

const sheet = (text: string): Uint8Array => onePage({ 4: stream(`BT /F 10 Tf 60 720 Td (${text}) Tj ET`) });

/** A library, and where it says that words stand. */
function shelf(files: Parameters<typeof library>[0]) {
  const held = library(files);
  const { documents, blobs, signal } = held;
  const sut = new DocumentReadingController(documents, blobs);
  const context = { signal, principal: null } as unknown as OperationContext;
  return {
    ...held,
    ids: async () => (await documents.list(COLLECTION, { limit: 10 }, signal)).map(({ id }) => id),
    kept: async () =>
      (await blobs.list(COLLECTION, 'boxes', signal)).map(({ name }) => name.replace(/-[0-9a-f]{64}$/, '')),
    locate: async (documentId: string, word: string) => {
      const start = (await documents.text(documentId, signal))!.indexOf(word);
      return (await sut.locate({ documentId, start, end: start + word.length }, context)).pages;
    },
    sut,
    context,
  };
}

const LAMP = sheet('The lamp burns whale oil.');

describe('the boxes of a document', () => {
  it('are found once it has been ingested, and other formats have none', async () => {
    const { ingest, ids, kept, locate, sut, context } = shelf({
      '/library/lamp.pdf': LAMP,
      '/library/inn.md': INN,
    });
    await ingest();
    const all = await ids();
    const [pdf = ''] = await kept();
    expect(await kept()).toEqual([pdf]);
    const [marked] = await locate(pdf, 'whale');
    expect(marked).toMatchObject({ page: 1, width: 600, height: 800, boxes: [{}] });
    // 10 points high, its baseline 80 points below the edge.
    const { left, top, right, bottom } = marked!.boxes[0]!;
    expect([top * 800, bottom * 800]).toEqual([expect.closeTo(72, 0), expect.closeTo(82.2, 0)]);
    expect([left * 600, right * 600]).toEqual([expect.closeTo(132.2, 0), expect.closeTo(158.4, 0)]);
    const other = all.find((id) => id !== pdf)!;
    expect((await sut.locate({ documentId: other, start: 0, end: 9 }, context)).pages).toEqual([]);
    await expect(sut.locate({ documentId: other, start: 0, end: 19_999 }, context)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('are those of one cell for a value of a table, and leave out the names that its row repeats', async () => {
    const rows = [
      ['Harbour', 'Fee'],
      ['Pell', '11 crowns'],
      ['Marrow', '9 crowns'],
    ].flatMap((row, y) => row.map((text, x) => ({ text, left: 60 + 200 * x, bottom: 700 - 20 * y })));
    const rules = rows.map(({ left, bottom }) => `${left} ${bottom} 200 20 re S`);
    const texts = rows.map(({ text, left, bottom }) => `1 0 0 1 ${left + 4} ${bottom + 6} Tm (${text}) Tj`);
    const table = onePage({ 4: stream(`${rules.join(' ')} BT /F 10 Tf ${texts.join(' ')} ET`) });
    const { ingest, kept, locate } = shelf({ '/library/fees.pdf': table });
    await ingest();
    const [id = ''] = await kept();
    const lefts = async (quote: string): Promise<number[]> =>
      (await locate(id, quote)).flatMap(({ boxes }) => boxes.map(({ left }) => Math.round(left * 600)));
    expect(await lefts('9 crowns')).toEqual([264]);
    expect(await lefts('Harbour: Marrow; Fee: 9 crowns')).toEqual([64, 264]);
  });

  it('are those of its present version', async () => {
    const { files, ingest, kept, locate } = shelf({ '/library/lamp.pdf': LAMP });
    await ingest();
    const [id = ''] = await kept();
    const [before] = await locate(id, 'oil');
    files.set('/library/lamp.pdf', sheet('The lamp of the tower at Vale burns no oil.'));
    await ingest();
    const [after] = await locate(id, 'oil');
    expect(after!.boxes[0]!.left).toBeGreaterThan(before!.boxes[0]!.left + 0.1);
    expect(await kept()).toEqual([id]);
  });

  it('go where nothing is left that could be marked', async () => {
    const { files, ingest, kept } = shelf({ '/library/lamp.pdf': LAMP });
    await ingest();
    files.set('/library/lamp.pdf', sheet(''));
    await ingest();
    expect(await kept()).toEqual([]);
  });

  it('of an encrypted file are none, and the job says why', async () => {
    const hash = (byte: string): string => `<${byte.repeat(32)}>`;
    const encrypted = onePage({}, [`<< /Filter /Standard /V 1 /R 2 /O ${hash('ab')} /U ${hash('cd')} /P -4 >>`], {
      trailer: `/Encrypt 6 0 R /ID [${hash('01')} ${hash('01')}]`,
    });
    const { ingest, kept } = shelf({ '/library/locked.pdf': encrypted, '/library/lamp.pdf': LAMP });
    const { counts, failures } = await ingest();
    expect(counts).toMatchObject({ added: 1, failed: 1 });
    const reason = 'locked.pdf is encrypted with a password; save it without one and try again.';
    expect(failures).toEqual([{ source: 'locked.pdf', stage: 'parse', reason }]);
    expect(await kept()).toHaveLength(1);
  });

  it('move with it, without reading it again', async () => {
    const { files, ingest, ids, kept, locate } = shelf({ '/library/lamp.pdf': LAMP });
    await ingest();
    const [before = ''] = await ids();
    const there = await locate(before, 'whale');
    files.delete('/library/lamp.pdf');
    files.set('/library/lights/lamp.pdf', LAMP);
    expect((await ingest()).counts).toMatchObject({ moved: 1 });
    const [after = ''] = await ids();
    expect(after).not.toBe(before);
    expect(await kept()).toEqual([after]);
    expect(await locate(after, 'whale')).toEqual(there);
  });

  it('are deleted with it, and with its collection', async () => {
    const { files, ingest, kept, writer, signal } = shelf({
      '/library/lamp.pdf': LAMP,
      '/library/tower.pdf': sheet('The tower is white.'),
    });
    await ingest();
    expect(await kept()).toHaveLength(2);
    files.delete('/library/lamp.pdf');
    await ingest();
    expect(await kept()).toHaveLength(1);
    await writer.drop(COLLECTION, signal);
    expect(await kept()).toEqual([]);
  });
});
