import { describe, expect, it } from '@jest/globals';
import { EntityNameCursor, formatEntityNameCursor, parseEntityNameCursor } from './entities.operations.js';

const nameOf = (name: string, type = 'unit') => ({ collection: 'units', type, name });
const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('the cursor of a list of names', () => {
  it.each([
    nameOf('Émile’s "Guard"'),
    nameOf('卫'.repeat(256), '卫'.repeat(64)),
    nameOf('\u0001'.repeat(256), '\u0001'.repeat(64)),
  ])('leads back to the name that a page ended with, however long that is', (last) => {
    const cursor = EntityNameCursor.parse(formatEntityNameCursor(last));
    expect(parseEntityNameCursor(cursor)).toEqual(last);
  });

  it.each(['', 'x', encode('null'), encode('["units","Guard"]'), encode('["../x","Guard","unit"]')])(
    'is not %j',
    (text) => expect(EntityNameCursor.safeParse(text).success).toBe(false),
  );
});
