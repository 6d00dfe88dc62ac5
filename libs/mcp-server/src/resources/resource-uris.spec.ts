import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDocumentUri, parseDocumentUri } from './resource-uris.js';

describe('the address of a document', () => {
  it('leads back to what it was made of, whatever the path holds', () => {
    const paths = fc.string({ unit: 'grapheme', minLength: 1 }).filter((path) => path.isWellFormed());
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/),
        paths,
        fc.boolean(),
        (domain, path, exact) => {
          const address = { domain, path, id: exact ? 'd03ba' : null };
          expect(parseDocumentUri(formatDocumentUri(address))).toEqual(address);
        },
      ),
    );
  });

  it('is the published one', () => {
    expect(parseDocumentUri('document://warhammer-40k/units/space-marines/terminator')).toEqual({
      domain: 'warhammer-40k',
      path: 'units/space-marines/terminator',
      id: null,
    });
  });

  it.each([
    'document://coast',
    'document://coast/',
    'document:///a.md',
    'file:///etc/passwd',
    'document://coast/a.md?id=',
    'document://coast/a.md?other=1',
    'document://coast/a.md#part',
    'document://coast/%E0%A4%A.md',
    'document://..%2f..%2fetc/passwd',
  ])('is not %s', (uri) => {
    expect(parseDocumentUri(uri)).toBeNull();
  });
});
