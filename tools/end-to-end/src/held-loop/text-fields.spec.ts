import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { textFields, type InputSchema } from './text-fields.js';

const Schema = z.strictObject({
  query: z.string().max(10),
  kind: z.enum(['a', 'b']).optional(),
  limit: z.int().min(3),
  sources: z.array(z.union([z.strictObject({ kind: z.literal('text'), text: z.string() }), z.string()])).max(3),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
const schema = z.toJSONSchema(Schema, { io: 'input' }) as InputSchema;
const example = { query: 'q', limit: 4, sources: ['s', 't'] };
const fields = [...textFields(schema, example)];
const filled = (path: string, size = 6): unknown => fields.find((field) => field.path === path)?.fill('ab', size);

describe('textFields', () => {
  it('names every place for text, in lists, variants and records as well', () => {
    expect([...new Set(fields.map(({ path }) => path))]).toEqual([
      'query',
      'sources.*.text',
      'sources.**.text',
      'sources.*',
      'sources.**',
      'metadata.*key',
      'metadata.*',
      'metadata.**',
    ]);
  });

  it('tells the longest text, of a list that of all its elements', () => {
    expect(fields.find(({ path }) => path === 'query')?.longest).toBe(10);
    const [list] = [...textFields({ type: 'array', maxItems: 3, items: { type: 'string', maxLength: 4 } })].slice(1);
    expect(list?.longest).toBe(12);
  });

  it('fills one place, and leaves the rest as the example has it', () => {
    expect(filled('query')).toEqual({ ...example, query: 'ababab' });
    expect(filled('sources.*')).toEqual({ ...example, sources: ['ababab', 't'] });
    expect(filled('metadata.*key')).toEqual({ ...example, metadata: { ababab: 'x' } });
  });

  it('fills a list with as many elements as the size is enough for', () => {
    expect(filled('sources.**', 1_000)).toMatchObject({ sources: { length: 3 } });
    expect(filled('sources.**', 10)).toMatchObject({ sources: ['ab', 'ab'] });
  });

  it('makes values that the schema takes', () => {
    for (const field of fields) expect(Schema.safeParse(field.fill('ab', 8)).error).toBeUndefined();
  });
});
