import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineOperation, pathParameters } from './define-operation.js';

const specification = {
  name: 'retriever.find-things',
  summary: 'Find things.',
  input: z.strictObject({ id: z.string() }),
  output: z.strictObject({}),
  role: 'reader',
  idempotent: true,
  examples: { 'an id': { id: 'a' } },
} as const;

describe('defineOperation', () => {
  it('fills in what most operations share', () => {
    expect(defineOperation(specification)).toMatchObject({ revision: 1, errors: [], deadlineMs: 10_000 });
    const own = { revision: 2, errors: ['NOT_FOUND'], deadlineMs: 1 } as const;
    expect(defineOperation({ ...specification, ...own })).toMatchObject(own);
  });

  it('derives arm and subject from the name', () => {
    expect(defineOperation(specification)).toMatchObject({
      arm: 'retriever',
      subject: 'arbiter.v1.retriever.find-things',
    });
  });

  it.each(['search', 'nobody.search', 'retriever.Search', 'retriever.', 'retriever.a.b'])(
    'refuses the name %p',
    (name) => {
      expect(() => defineOperation({ ...specification, name: name as 'retriever.x' })).toThrow(
        'is not <arm>.<kebab-case>',
      );
    },
  );

  it('refuses a deadline of 0', () => {
    expect(() => defineOperation({ ...specification, deadlineMs: 0 })).toThrow('must be positive');
  });
});

describe('pathParameters', () => {
  it('reads the braces of a route', () => {
    expect(pathParameters({ method: 'GET', path: '/v1/documents/{documentId}/text' })).toEqual(['documentId']);
  });
});
