import { describe, expect, it } from '@jest/globals';
import { documentLink } from './document-link.js';

describe('the address of a document in the console', () => {
  it('leads to its span', () => {
    const link = documentLink('https://arbiter.example', { documentId: 'd-1', start: 12, end: 65 });
    expect(link).toBe('https://arbiter.example/documents/d-1?start=12&end=65');
  });

  it('marks nothing where half a span is known, and is of the document whatever its id', () => {
    expect(documentLink('http://127.0.0.1:3100', { documentId: '../?x=1&y#z', start: 3 })).toBe(
      'http://127.0.0.1:3100/documents/..%2F%3Fx%3D1%26y%23z',
    );
  });
});
