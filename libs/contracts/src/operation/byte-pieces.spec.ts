import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fileNameFrom, FileName } from '../ingestion/uploads.operation.js';
import { OPERATIONS } from '../operations.js';
import { BytePiece, pieceAsked } from './byte-pieces.js';

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
