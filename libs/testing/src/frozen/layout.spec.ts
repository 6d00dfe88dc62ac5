import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { layoutOfBytes, layoutOfSchema } from './layout.js';

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('layoutOfBytes', () => {
  it('has keys and types, and each kind of element once', () => {
    const [a, b] = [
      { id: 'a', tags: ['x', 'y'] },
      { id: 'b', page: null, tags: [] },
    ];
    expect(layoutOfBytes(bytesOf([a, a, b]))).toEqual([
      { id: 'string', page: 'null', tags: [] },
      { id: 'string', tags: ['string'] },
    ]);
  });

  it('looks into lines and into what is packed', () => {
    const packed = gzipSync(bytesOf({ n: 1 }));
    const lines = Buffer.from(`{"a":1}\n{"packed":"${packed.toString('base64')}"}\n`);
    expect(layoutOfBytes(lines)).toEqual({
      lines: [{ a: 'number' }, { packed: { base64: { gzip: { n: 'number' } } } }],
    });
    expect(layoutOfBytes(Buffer.from('Mara keeps the lamp.'))).toBe('text');
  });
});

describe('layoutOfSchema', () => {
  const accepts = (schema: object): unknown => layoutOfSchema({ toJSONSchema: () => schema });

  it('has fields that may be absent, closed lists and maps', () => {
    const properties = { id: { type: 'string', minLength: 1 }, state: { enum: ['b', 'a'] } };
    const additionalProperties = { type: 'number' };
    expect(accepts({ type: 'object', properties, required: ['id'], additionalProperties })).toEqual({
      id: 'string',
      'state?': { values: ['a', 'b'] },
      '*': 'number',
    });
  });

  it('ends at a schema that holds itself', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    expect(accepts({ $ref: '#/$defs/node', $defs: { node } })).toEqual({ 'next?': '#/$defs/node' });
  });
});
