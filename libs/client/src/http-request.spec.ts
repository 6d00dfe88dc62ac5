import { describe, expect, it } from '@jest/globals';
import { httpRequestOf } from './http-request.js';

describe('httpRequestOf', () => {
  it('puts the fields of a path there, encoded, and the others into the query', () => {
    expect(httpRequestOf('getDocument', { documentId: 'a/b c?' })).toEqual({
      method: 'GET',
      path: '/v1/documents/a%2Fb%20c%3F',
      body: undefined,
    });
    expect(httpRequestOf('listDocuments', { collection: 'a b', limit: 5, after: undefined }).path).toBe(
      '/v1/documents?collection=a+b&limit=5',
    );
  });

  it('puts them into a JSON body where the method has one', () => {
    expect(httpRequestOf('ingestDomain', { domain: 'd', changelog: false })).toEqual({
      method: 'POST',
      path: '/v1/domains/d/ingest',
      body: '{"changelog":false}',
    });
  });

  it('sends each item of a list as a parameter of its own', () => {
    expect(httpRequestOf('findEntities', { name: ['a', 'b'] }).path).toContain('name=a&name=b');
  });
});
