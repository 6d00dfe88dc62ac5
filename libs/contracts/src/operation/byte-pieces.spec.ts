import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fileNameFrom, FileName } from '../ingestion/uploads.operation.js';
import { OPERATIONS } from '../operations.js';
import { BytePiece, pieceAsked, rangeOf } from './byte-pieces.js';

describe('rangeOf', () => {
  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=4-', 4, 10],
    ['bytes=-3', 7, 10],
    ['bytes=-99', 0, 10],
    ['bytes=9-9', 9, 10],
    [' bytes=2-99 ', 2, 10],
  ])('takes %j of ten bytes', (header, start, end) => {
    expect(rangeOf(header, 10)).toEqual({ start, end, isPart: true });
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('finds nothing in %j', (header) => {
    expect(rangeOf(header, 10)).toBeNull();
  });

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-2',
    'bytes=0-1,4-5',
    'items=0-1',
    'bytes=1e3-',
    'bytes=-1-2',
    `bytes=${'9'.repeat(99)}-`,
  ])('counts %j as no range, as RFC 9110 says', (header) => {
    expect(rangeOf(header, 10)).toEqual({ start: 0, end: 10, isPart: false });
  });

  it('finds no byte of an empty file', () => {
    expect([rangeOf('bytes=0-', 0), rangeOf('bytes=-5', 0)]).toEqual([null, null]);
    expect(rangeOf(undefined, 0)).toEqual({ start: 0, end: 0, isPart: false });
  });
});

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
