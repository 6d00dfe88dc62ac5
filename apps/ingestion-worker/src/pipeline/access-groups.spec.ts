import { describe, expect, it } from '@jest/globals';
import type { ChunkFilter } from '@arbiter/ports';
import { library, COLLECTION } from '../../test/ingestion-library.js';

/** What a reader in no group may find, as the retriever asks for it. */
const OF_NOBODY: ChunkFilter = [{ key: 'access_groups', test: { kind: 'any-of', values: [] }, orAbsent: true }];
const OF_BOARD: ChunkFilter = [{ key: 'access_groups', test: { kind: 'any-of', values: ['board'] }, orAbsent: true }];
const PAY = '# Pay\n\nThe brindlewick is paid in gold.\n';
const FIELD = 'access_groups: [board]';

async function stored(files: Record<string, string>) {
  const sut = library(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`/library/${name}`, text] as const)),
  );
  const progress = await sut.ingest();
  const found = async (filter: ChunkFilter): Promise<number> => (await sut.findChunks('brindlewick', filter)).length;
  return { sut, progress, found };
}

describe('a document with front matter that names its groups', () => {
  it('is read by them alone', async () => {
    const { progress, found } = await stored({ 'pay.md': `---\n${FIELD}\n---\n${PAY}` });
    expect(progress.counts).toMatchObject({ added: 1, failed: 0 });
    expect([await found(OF_NOBODY), await found(OF_BOARD)]).toEqual([0, 1]);
  });

  it.each([
    ['of YAML that is broken before it', 'pay.md', `---\ntitle: a: b\n${FIELD}\n---\n${PAY}`, 'line 3'],
    ['of YAML that is broken behind it', 'pay.md', `---\n${FIELD}\ntitle: [a\n---\n${PAY}`, 'line 2'],
    ['of YAML whose list is not closed', 'pay.md', `---\naccess_groups: [board\n---\n${PAY}`, 'line 2'],
    ['with a tab before it', 'pay.md', `---\nby:\n\tx: 1\n${FIELD}\n---\n${PAY}`, 'line 4'],
    ['in upper case', 'pay.md', `---\na: b: c\nACCESS_GROUPS: [board]\n---\n${PAY}`, 'line 3'],
    ['with a hyphen', 'pay.md', `---\na: b: c\nAccess-Groups: board\n---\n${PAY}`, 'line 3'],
    ['within another field', 'pay.md', `---\na: b: c\nacl:\n  - accessGroups: board\n---\n${PAY}`, 'line 4'],
    ['as groups of access', 'pay.md', `---\na: b: c\naccess:\n  groups: board\n---\n${PAY}`, 'line 4'],
    ['twice', 'pay.md', `---\n${FIELD}\naccess_groups: [all]\n---\n${PAY}`, 'line 2'],
    ['twice in JSON', 'pay.md', `;;;\n"access_groups": "board", "access_groups": "all"\n;;;\n${PAY}`, 'line 2'],
    ['twice as plain fields', 'pay.md', `Title: Pay\naccess_groups: board\nAccess_groups: all\n\n${PAY}`, 'line 3'],
    ['without a colon', 'pay.md', `---\naccess_groups [board]\n---\n${PAY}`, 'line 2'],
    ['as a list', 'pay.md', `---\n- ${FIELD}\n---\n${PAY}`, 'line 2'],
    ['of TOML', 'pay.md', `+++\naccess_groups = ["board"]\ntitle = Pay\n+++\n${PAY}`, 'line 3: '],
    ['of JSON', 'pay.md', `;;;\n"access_groups": ["board"],,\n;;;\n${PAY}`, 'line 2'],
    ['of bare JSON', 'pay.md', `{\n  "access_groups": ["board"],\n}\n${PAY}`, 'line 2'],
    ['of JSON on one line', 'pay.md', `{"title": "Pay", "access_groups": ["board"]}\n${PAY}`, 'line 1'],
    ['without an end', 'pay.md', `---\n${FIELD}\n${PAY}`, 'line 2'],
    ['with another mark at its end', 'pay.md', `---\n${FIELD}\n-----\n${PAY}`, 'line 2'],
    ['with another mark at its start', 'pay.md', `----\n${FIELD}\n---\n${PAY}`, 'line 2'],
    ['behind an empty line', 'pay.md', `\n---\n${FIELD}\n---\n${PAY}`, 'line 3'],
    ['behind a comment', 'pay.md', `<!-- note -->\n---\n${FIELD}\n---\n${PAY}`, 'line 3'],
    ['in a fence', 'pay.md', `\`\`\`yaml\n${FIELD}\n\`\`\`\n${PAY}`, 'line 2'],
    ['without marks', 'pay.md', `${FIELD}\n\n${PAY}`, 'line 1'],
    ['below the title', 'pay.md', `# Pay\n\n**Access groups:** board\n\nThe brindlewick is paid.\n`, 'line 3'],
    ['as its last of many', 'pay.md', `---\n${fields(1_500)}\n${FIELD}\n---\n${PAY}`, 'more than 1000 fields'],
    ['in a megabyte', 'pay.md', `---\n${FIELD}\nnote: ${'word '.repeat(210_000)}\n---\n${PAY}`, 'line 2'],
    ['in plain text', 'pay.txt', `---\n${FIELD}\n---\n${PAY}`, 'line 2'],
    ['in a page', 'pay.html', `---\n${FIELD}\n---\n<p>The brindlewick is paid.</p>`, 'line 2'],
    ['as a number', 'pay.md', `---\naccess_groups: 7\n---\n${PAY}`, 'must be the name of a group'],
    ['as lists in a list', 'pay.md', `---\naccess_groups: [[board]]\n---\n${PAY}`, 'must be the name of a group'],
    ['as a map', 'pay.md', `---\naccess_groups: {board: true}\n---\n${PAY}`, 'must be the name of a group'],
    ['as an empty text', 'pay.md', `---\naccess_groups: ""\n---\n${PAY}`, 'must be the name of a group'],
    ['as an empty list', 'pay.md', `---\naccess_groups: []\n---\n${PAY}`, 'must be the name of a group'],
    ['with commas', 'pay.md', `---\naccess_groups: board, crew\n---\n${PAY}`, 'must be the name of a group'],
    ['as nothing', 'pay.md', `---\naccess_groups:\n---\n${PAY}`, 'names no group'],
    ['misspelt', 'pay.md', `---\nacess_groups: [board]\n---\n${PAY}`, '"acess_groups"'],
    ['in the singular', 'pay.md', `---\naccess_group: board\n---\n${PAY}`, '"access_group"'],
    ['with letters that changed places', 'pay.md', `---\naccess_gruops: board\n---\n${PAY}`, '"access_gruops"'],
    ['in capitals, but readable', 'pay.md', `---\nAccess_Groups: [board]\n---\n${PAY}`, '"Access_Groups"'],
    [
      'readable, but nested',
      'pay.md',
      `---\narbiter: {access_groups: [board]}\n---\n${PAY}`,
      '"arbiter.access_groups"',
    ],
    ['readable, as groups of access', 'pay.md', `---\naccess: {groups: [board]}\n---\n${PAY}`, '"access.groups"'],
    ['in a page, empty', 'pay.html', page('access_groups', ''), 'must be the name of a group'],
    ['in a page, misspelt', 'pay.html', page('access-groups', 'board'), '"access-groups"'],
  ])('is refused where they stand %s', async (_, name, text, reason) => {
    const { sut, progress } = await stored({ [name]: text });
    expect(progress.failures).toEqual([
      { source: name, stage: expect.any(String), reason: expect.stringContaining(reason) },
    ]);
    expect(await sut.documents.count(COLLECTION, sut.signal)).toBe(0);
  });

  it('may be a page that says so in its head', async () => {
    const { found } = await stored({ 'pay.html': page('access_groups', 'board') });
    expect([await found(OF_NOBODY), await found(OF_BOARD)]).toEqual([0, 1]);
  });

  it.each([
    ['about groups', 'guide.md', `# Groups\n\nThe brindlewick.\n\n\`\`\`yaml\n---\n${FIELD}\n---\n\`\`\`\n`],
    ['between rules', 'guide.md', `---\n\nThe brindlewick has access. Groups meet.\n\n---\n\nMore.\n`],
    ['with groups of other things', 'guide.md', `---\ngroups: [a]\naccess: ramp\n---\nThe brindlewick.\n`],
    ['whose front matter is broken elsewhere', 'guide.md', `---\na: b: c\n---\nThe brindlewick.\n`],
  ])('is no document %s', async (_, name, text) => {
    const { progress, found } = await stored({ [name]: text });
    expect(progress.counts).toMatchObject({ added: 1, failed: 0 });
    expect(await found(OF_NOBODY)).toBe(1);
  });
});

describe('a stored document whose groups can no longer be read', () => {
  it.each([
    ['is deleted with its former text, which everybody read', PAY],
    ['is deleted with its former text, which another group read', `---\naccess_groups: [crew]\n---\n${PAY}`],
  ])('%s', async (_, former) => {
    const { sut, found } = await stored({ 'pay.md': former, 'inn.md': '# Inn\n\nThe inn serves eel.\n' });
    expect(await found([])).toBe(1);
    sut.files.set('/library/pay.md', `---\na: b: c\n${FIELD}\n---\n${PAY}`);
    const { counts, failures } = await sut.ingest();
    expect(counts).toMatchObject({ unchanged: 1, failed: 1, deleted: 1 });
    expect(failures[0]?.reason).toContain('Its former version was deleted');
    expect(await found([])).toBe(0);
    expect(await sut.documents.count(COLLECTION, sut.signal)).toBe(1);
    expect(await sut.vectorIndex.documentIds(COLLECTION, sut.signal)).toHaveLength(1);

    sut.files.set('/library/pay.md', `---\n${FIELD}\n---\n${PAY}`);
    expect((await sut.ingest()).counts).toMatchObject({ added: 1, failed: 0 });
    expect([await found(OF_NOBODY), await found(OF_BOARD)]).toEqual([0, 1]);
  });

  it('stays where it fails for another reason', async () => {
    const { sut, found } = await stored({ 'pay.md': PAY });
    sut.files.set('/library/pay.md', 'a\0b');
    expect((await sut.ingest()).counts).toMatchObject({ failed: 1, deleted: 0 });
    expect(await found([])).toBe(1);
  });
});

describe('what a source says of groups', () => {
  const inline = (metadata: Record<string, unknown>, content = PAY) =>
    [{ kind: 'inline', name: 'pay.md', content, metadata }] as never;

  it.each([
    ['misspelt', { acess_groups: ['board'] }],
    ['nested', { acl: { access_groups: ['board'] } }],
  ])('is refused where it is %s', async (_, metadata) => {
    const sut = library({});
    expect((await sut.ingest(inline(metadata))).counts).toMatchObject({ added: 0, failed: 1 });
    expect(await sut.documents.count(COLLECTION, sut.signal)).toBe(0);
  });

  it('goes before what the document says', async () => {
    const sut = library({});
    await sut.ingest(inline({ access_groups: ['board'] }, `---\naccess_groups: 7\n---\n${PAY}`));
    expect([
      await sut.findChunks('brindlewick', OF_NOBODY),
      (await sut.findChunks('brindlewick', OF_BOARD)).length,
    ]).toEqual([[], 1]);
  });
});

function fields(count: number): string {
  return Array.from({ length: count }, (_, n) => `field${n}: ${n}`).join('\n');
}

function page(name: string, content: string): string {
  return `<html><head><meta name="${name}" content="${content}"></head><body><p>The brindlewick is paid.</p></body></html>`;
}
