import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineOperation, pathParameters } from './define-operation.js';

const specification = {
  name: 'retriever.find-things',
  revision: 1,
  summary: 'Find things.',
  input: z.strictObject({ id: z.string() }),
  output: z.strictObject({}),
  errors: [],
  role: 'reader',
  idempotent: true,
  deadlineMs: 1_000,
  examples: { 'an id': { id: 'a' } },
} as const;

describe('defineOperation', () => {
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
