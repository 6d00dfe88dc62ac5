import { describe, expect, it } from '@jest/globals';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { JsonParser } from './json.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const signal = new AbortController().signal;
const read = async (json: string) => {
  const parsed = await new JsonParser().parse({ bytes: utf8(json), name: 'data.json', signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const blocksOf = async (json: string): Promise<string[]> => {
  const { text, blocks } = await read(json);
  return blocks.map(({ start, end }) => text.slice(start, end));
};

describeDocumentParser('JsonParser', () => new JsonParser(), [
  {
    what: 'a list of records',
    name: 'ports.json',
    bytes: utf8('[{"name":"Pell","depth":4.50},{"name":"cafe\u0301","open":true,"by":null}]'),
    holds: ['name: Pell; depth: 4.50', 'name: café; open: true'],
  },
  {
    what: 'a nested object',
    name: 'harbour.json',
    bytes: utf8('{"title":"Harbour","fees":{"a":1,"b":2,"c":3,"d":4},"ships":[{"n":"Ann"},{"n":"Bee"}]}'),
    holds: ['title: Harbour', 'fees', 'd: 4', 'n: Bee'],
  },
]);

describe('JsonParser', () => {
  it('keeps numbers as they are written', async () => {
    expect(await blocksOf('[{"id":12345678901234567890,"price":1.10,"small":1e-7}]')).toEqual([
      'id: 12345678901234567890; price: 1.10; small: 1e-7',
    ]);
  });

  it('names nested values by their keys', async () => {
    expect(
      await blocksOf('[{"n":"Pell","address":{"city":"Mirren"},"tags":["old","stone"],"lines":[{"qty":2},{"qty":3}]}]'),
    ).toEqual(['n: Pell; address city: Mirren; tags: old, stone; lines 1 qty: 2; lines 2 qty: 3']);
  });

  it('gives large objects and lists of objects sections, after the plain fields', async () => {
    const { sections, text, title } = await read(
      '{"log":[{"at":1}],"title":"Pell","keeper":{"name":"Vane","since":2019,"from":"Mirren","pay":3},"size":{"w":1}}',
    );
    expect(title).toBe('Pell');
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['log', 1],
      ['keeper', 1],
    ]);
    expect(text).toMatch(/^title: Pell\nsize w: 1\n\nlog\n\nat: 1\n\nkeeper\n\nname: Vane\n/);
  });

  it('makes sections of records that are articles', async () => {
    const text = 'The harbour is deep. '.repeat(60);
    const { sections } = await read(JSON.stringify([{ title: 'Pell', text }, { text }]));
    expect(sections.map(({ heading }) => heading)).toEqual(['Pell', 'Record 2']);
  });

  it('reads JSON lines under its ending', async () => {
    expect(await blocksOf('{"a":1}\n{"a":2}\n')).toEqual(['a: 1', 'a: 2']);
  });

  it.each([
    ['cut short', '[{"a":1},{"b"'],
    ['a broken line among good ones', '{"a":1}\n{"a":\n{"a":3}\n'],
    ['nested a million deep', '['.repeat(1_000_000)],
    ['not JSON', 'hello'],
  ])('refuses what is %s', async (_, json) => {
    await expect(read(json)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'data.json is not valid JSON: it is broken, cut short or nested too deep.',
    });
  });

  it('leaves the prototype of objects alone', async () => {
    expect(await blocksOf('[{"__proto__":{"polluted":true},"a":1}]')).toEqual(['__proto__ polluted: true; a: 1']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('reads ten megabytes on one line', async () => {
    const records = Array.from({ length: 200_000 }, (_, n) => `{"name":"port ${n}","depth":${n}.50,"open":true}`);
    const bytes = utf8(`[${records.join(',')}]`);
    const { blocks } = await new JsonParser().parse({ bytes, name: 'ports.json', signal });
    expect(blocks).toHaveLength(200_000);
  });
});
