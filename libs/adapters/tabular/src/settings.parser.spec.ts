import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { JsonParser } from './json.parser.js';
import { SettingsParser } from './settings.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const create = (): SettingsParser => new SettingsParser(new JsonParser());
const read = async (name: string, source: string) => {
  const { signal } = new AbortController();
  const parsed = await create().parse({ bytes: utf8(source), name, signal });
  expectWellFormedDocument(parsed);
  return parsed;
};

describeDocumentParser('SettingsParser', create, [
  {
    what: 'YAML',
    name: 'mill.yaml',
    bytes: utf8('# River\nmill:\n  speed: 1.10\n'),
    holds: ['River', 'mill speed: 1.10'],
  },
  { what: 'TOML', name: 'mill.toml', bytes: utf8('[mill]\nspeed = 4 # slow\n'), holds: ['mill speed: 4'] },
  { what: 'JSON5', name: 'mill.json5', bytes: utf8("{mill: {speed: 'slow'}, // now\n}"), holds: ['mill speed: slow'] },
  { what: 'INI', name: 'mill.ini', bytes: utf8('; River\n[mill]\nspeed = 4\n'), holds: ['River', 'mill speed: 4'] },
]);

describe('SettingsParser', () => {
  it('keeps values as they are written, and reads all documents of a file', async () => {
    const { text } = await read('a.yml', 'version: 1.10\non: no\n---\nid: 00123\n');
    expect(text).toBe('version: 1.10\non: no\n\nid: 00123');
  });

  it('reads comments on lines of their own as prose, neighbours together', async () => {
    const { text } = await read('a.toml', '# The river is slow\n# in summer.\n[mill]\nspeed = 4\n');
    expect(text).toBe('The river is slow\nin summer.\n\nmill speed: 4');
  });

  it.each([
    ['a template', '{{ range }}\nmill: {{ speed }\n{{ end }}\n'],
    ['a bomb of aliases', bomb(12)],
  ])('reads %s as plain text, and says so', async (_, source) => {
    const { text, warnings } = await read('a.yaml', source);
    expect(text).toContain(source.slice(0, 10).trim());
    expect(warnings).toEqual([expect.stringMatching(/^It is not valid, or grows beyond measure/)]);
  });

  it('leaves the prototype of objects alone', async () => {
    await read('a.yaml', '__proto__:\n  polluted: yes\n');
    await read('a.ini', '[__proto__]\npolluted = yes\n');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

/** Ten times as many values on each level. */
function bomb(levels: number): string {
  const lines = ['a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
  for (let n = 1; n < levels; n++)
    lines.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(', ')}]`);
  return `${lines.join('\n')}\n`;
}
