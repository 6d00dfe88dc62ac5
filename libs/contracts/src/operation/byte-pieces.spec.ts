import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fileNameFrom, FileName } from '../ingestion/uploads.operation.js';
import { OPERATIONS } from '../operations.js';
import { BytePiece, PIECE_BYTES, pieceAsked, readPieces } from './byte-pieces.js';

describe('a route of bytes', () => {
  it.each(OPERATIONS.filter(({ http }) => http?.bytes).map((operation) => [operation.name, operation] as const))(
    'has the input and the output that the door works with: %s',
    (_, { input, output }) => {
      expect(output).toBe(BytePiece);
      const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
      for (const field of Object.keys(pieceAsked)) expect(properties).toHaveProperty(field);
    },
  );
});

describe('readPieces', () => {
  const all = Buffer.alloc(2 * PIECE_BYTES + 7, 'pages ');
  const whole = { mediaType: 'image/jpeg', name: 'p.jpg', bytes: all.length, sha256: 'a'.repeat(64), data: '' };
  const piece = (offset: number, length: number) => ({
    ...whole,
    data: all.subarray(offset, offset + length).toString('base64'),
  });

  it('gives all bytes, in no piece longer than one may be', async () => {
    const asked: number[] = [];
    const bytes = await readPieces(whole, (offset, length) => {
      asked.push(length);
      return Promise.resolve(piece(offset, length));
    });
    expect(all.equals(bytes)).toBe(true);
    expect(asked).toEqual([PIECE_BYTES, PIECE_BYTES, 7]);
  });

  it.each([
    ['another file has taken its place', (at: number) => ({ ...piece(at, 9), sha256: 'b'.repeat(64) })],
    ['no bytes come', () => whole],
  ])('fails where %s', async (_what, ask) => {
    await expect(readPieces(whole, (offset) => Promise.resolve(ask(offset)))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

describe('fileNameFrom', () => {
  it.each([
    ['guide/a.pdf', 'guide/a.pdf'],
    ['C:\\fakepath\\a.pdf', 'C:/fakepath/a.pdf'],
    ['../../etc/passwd', 'etc/passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
    ['a\u0000.pdf', 'a.pdf'],
    ['\u202Egpj.exe', 'gpj.exe'],
    ['./ /..', 'file'],
    ['', 'file'],
    ['\uD83D.md', '\uFFFD.md'],
    [`${'ä'.repeat(2_000)}.pdf`, `${'ä'.repeat(1_020)}.pdf`],
  ])('makes of %j what may be a name', (given, name) => {
    expect(fileNameFrom(given)).toBe(name);
    expect(FileName.safeParse(name).success).toBe(true);
  });
});
