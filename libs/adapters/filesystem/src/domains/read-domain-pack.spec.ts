import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { usePackFolders, type PackFiles } from '../../test/pack-folders.js';
import { FilesystemDomainCatalog } from './filesystem-domain-catalog.js';
import { readDomainPack } from './read-domain-pack.js';

const { signal } = new AbortController();
const folderOf = usePackFolders();
const CONFIG = { domain: 'lore', version: '1.0.0' };
const packOf = async (files: PackFiles) => readDomainPack(await folderOf(files), signal);

describe('readDomainPack', () => {
  it('ingests the documents folder into the collection of the domain where nothing else is said', async () => {
    const root = await folderOf({ 'config.json': CONFIG, 'documents/a.md': '' });
    expect(await readDomainPack(root, signal)).toMatchObject({
      config: { domain: 'lore', description: '' },
      collections: ['lore'],
      sources: [{ source: { kind: 'path', path: join(root, 'documents') }, collection: 'lore' }],
    });
  });

  it('has nothing to ingest where there is neither sources.json nor a documents folder', async () => {
    expect(await packOf({ 'config.json': CONFIG })).toMatchObject({ collections: ['lore'], sources: [] });
  });

  it('routes files by their type, and those without to the first configured collection', async () => {
    const root = await folderOf({
      'config.json': { ...CONFIG, vectorDatabase: { collections: ['lore_rules', 'lore_units'] } },
      'sources.json': {
        files: [{ path: 'rules', type: 'rules' }, { path: 'a.md' }, { path: 'b.md', type: 'maps' }],
        pdfs: [],
      },
      'rules/1.md': '',
      'a.md': '',
      'b.md': '',
    });
    expect(await readDomainPack(root, signal)).toMatchObject({
      collections: ['lore_rules', 'lore_units', 'lore_maps'],
      sources: [
        { source: { kind: 'path', path: join(root, 'rules') }, collection: 'lore_rules' },
        { source: { kind: 'path', path: join(root, 'a.md') }, collection: 'lore_rules' },
        { source: { kind: 'path', path: join(root, 'b.md') }, collection: 'lore_maps' },
      ],
    });
  });

  it('routes repositories and pages by their type, as published and as ours', async () => {
    const pack = await packOf({
      'config.json': { ...CONFIG, vectorDatabase: { collections: ['lore_rules'] } },
      'sources.json': {
        git: [
          {
            url: 'https://git.example/lore.git',
            branch: 'main',
            path: 'docs',
            type: 'maps',
            exclude: ['old/'],
            refresh: 'every 6h',
          },
        ],
        web: [
          { url: 'https://docs.example/guide' },
          { url: 'https://docs.example/', site: true },
          { url: 'https://wiki.example/', site: { depth: 2, exclude: ['/talk/'] }, type: 'wiki' },
        ],
        feeds: [{ url: 'https://docs.example/news.atom', type: 'news', refresh: 'every 30m' }],
        pdfs: [{ name: 'Core Rules', url: 'https://docs.example/core.pdf', type: 'rules' }],
      },
    });
    const lore = {
      kind: 'git',
      repository: 'https://git.example/lore.git',
      branch: 'main',
      path: 'docs',
      exclude: ['old/'],
    };
    expect(pack?.sources).toEqual([
      { source: lore, collection: 'lore_maps', refresh: 'every 6h' },
      { source: { kind: 'url', url: 'https://docs.example/guide' }, collection: 'lore_rules' },
      { source: { kind: 'site', url: 'https://docs.example/' }, collection: 'lore_rules' },
      {
        source: { kind: 'site', url: 'https://wiki.example/', depth: 2, exclude: ['/talk/'] },
        collection: 'lore_wiki',
      },
      {
        source: { kind: 'feed', url: 'https://docs.example/news.atom' },
        collection: 'lore_news',
        refresh: 'every 30m',
      },
      { source: { kind: 'url', url: 'https://docs.example/core.pdf', title: 'Core Rules' }, collection: 'lore_rules' },
    ]);
  });

  it('leaves out what config.json turns off', async () => {
    const pack = await packOf({
      'config.json': { ...CONFIG, ingestion: { parsers: { web: false, pdf: true } } },
      'sources.json': {
        web: [{ url: 'https://docs.example/guide' }],
        pdfs: [{ url: 'https://docs.example/core.pdf' }],
      },
    });
    expect(pack?.sources.map(({ source }) => source)).toEqual([{ kind: 'url', url: 'https://docs.example/core.pdf' }]);
  });

  it('reads the sources that config.json names', async () => {
    const pack = await packOf({
      'config.json': { ...CONFIG, ingestion: { sources: './in/sources.json' } },
      'in/sources.json': { files: [{ path: 'a.md' }] },
      'a.md': '',
    });
    expect(pack?.sources.map(({ collection }) => collection)).toEqual(['lore']);
  });

  it('keeps the keys that this release does not know', async () => {
    const pack = await packOf({ 'config.json': { ...CONFIG, changelog: { statuses: ['alive'] } } });
    expect(pack?.config).toMatchObject({ changelog: { statuses: ['alive'] } });
  });

  it('reads the changelog of a pack, and none from outside of it', async () => {
    const line = '{"session_id":1,"entity_updates":[{"entity_id":"inn","status":"closed"}]}';
    const root = await folderOf({});
    const pack = join(root, 'lore');
    await mkdir(pack);
    await writeFile(join(pack, 'config.json'), JSON.stringify(CONFIG));
    const catalog = new FilesystemDomainCatalog([root]);
    expect(await catalog.changelog('lore', signal)).toEqual([]);
    expect(await catalog.changelog('unknown', signal)).toEqual([]);
    await writeFile(join(root, 'other.jsonl'), line);
    await symlink(join(root, 'other.jsonl'), join(pack, 'changelog.jsonl'));
    await expect(catalog.changelog('lore', signal)).rejects.toThrow('lore/changelog.jsonl: The file lies outside');
    await rm(join(pack, 'changelog.jsonl'));
    await writeFile(join(pack, 'changelog.jsonl'), `${line}\n`);
    expect(await catalog.changelog('lore', signal)).toMatchObject([{ session_id: 1 }]);
  });

  it('is null for a folder that is no pack, or not there', async () => {
    expect(await packOf({ 'README.md': '' })).toBeNull();
    expect(await readDomainPack(join(await folderOf({}), 'none'), signal)).toBeNull();
  });

  it.each<[string, string, PackFiles]>([
    [
      'the line of a syntax error',
      'config.json: line 3, column 1 is not valid JSON: expected no "," before "}". Correct that line.',
      { 'config.json': '{\n  "domain": "lore",\n}' },
    ],
    [
      'an address that nobody reads',
      'sources.json: "web.0.url"',
      { 'config.json': CONFIG, 'sources.json': { web: [{ url: 'ftp://docs.example' }] } },
    ],
    [
      'the field that is missing',
      'config.json: "version": Invalid input: expected string, received undefined. Correct it and try again.',
      { 'config.json': { domain: 'lore' } },
    ],
    [
      'every field that is wrong',
      '"vectorDatabase.dimensions": ',
      { 'config.json': { vectorDatabase: { dimensions: 0 } } },
    ],
    [
      'a name that could leave its folder',
      'config.json: "domain": must start',
      { 'config.json': { ...CONFIG, domain: '../x' } },
    ],
    [
      'the field of a source',
      'sources.json: "files.0.path": ',
      { 'config.json': CONFIG, 'sources.json': { files: [{ path: '' }] } },
    ],
    [
      'a source that is not there',
      'sources.json: "files.1.path" is "b.md", which is not there. Correct the path, or put the file there.',
      { 'config.json': CONFIG, 'a.md': '', 'sources.json': { files: [{ path: 'a.md' }, { path: 'b.md' }] } },
    ],
    [
      'a type that is no part of a name',
      'sources.json: "files.0.type" is "a b"',
      { 'config.json': CONFIG, 'a.md': '', 'sources.json': { files: [{ path: 'a.md', type: 'a b' }] } },
    ],
    [
      'sources that are named and not there',
      'config.json: "ingestion.sources" is "other.json", which is not there.',
      { 'config.json': { ...CONFIG, ingestion: { sources: 'other.json' } } },
    ],
  ])('names %s', async (_what, message, files) => {
    await expect(packOf(files)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(message),
    });
  });

  it.each(['../secret.md', '/etc/passwd', 'sub/../../secret.md', 'link/secret.md', 'link', 'a\0b'])(
    'reaches nothing outside the pack by way of %j',
    async (path) => {
      const outside = await folderOf({ 'secret.md': '' });
      const root = await folderOf({
        'pack/config.json': CONFIG,
        'pack/sources.json': { files: [{ path }] },
        'pack/sub/a.md': '',
        'secret.md': '',
      });
      await symlink(outside, join(root, 'pack/link'));
      await expect(readDomainPack(join(root, 'pack'), signal)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        details: { file: 'pack/sources.json', field: 'files.0.path' },
      });
    },
  );

  it('takes a link inside the pack, and a pack that is reached by a link', async () => {
    const root = await folderOf({ 'pack/config.json': CONFIG, 'pack/v2/a.md': '' });
    await symlink('v2', join(root, 'pack/documents'));
    await symlink('pack', join(root, 'link'));
    expect((await readDomainPack(join(root, 'link'), signal))?.sources).toEqual([
      { source: { kind: 'path', path: join(root, 'pack/v2') }, collection: 'lore' },
    ]);
  });
});

describe('the prompts of a pack', () => {
  const PROMPT =
    '---\ndescription: Compares two.\narguments:\n  - name: first\n  - name: tone\n    default: plain\n---\n';

  it('are read by the name of their files, the text trimmed', async () => {
    const pack = await packOf({
      'config.json': CONFIG,
      'prompts/z.md': '---\r\ndescription: Last.\r\n---\r\n\r\nSay {"a": 1}.\r\n',
      'prompts/compare-two.md': `${PROMPT}\nCompare {first}, {tone}.\n`,
      'prompts/notes.txt': 'no prompt',
    });
    expect(pack?.prompts).toEqual([
      {
        name: 'compare-two',
        description: 'Compares two.',
        arguments: [
          { name: 'first', description: '' },
          { name: 'tone', description: '', default: 'plain' },
        ],
        template: 'Compare {first}, {tone}.',
      },
      { name: 'z', description: 'Last.', arguments: [], template: 'Say {"a": 1}.' },
    ]);
  });

  it('are none without a folder', async () => {
    expect((await packOf({ 'config.json': CONFIG }))?.prompts).toEqual([]);
  });

  it.each([
    ['no front matter', 'a.md', 'Compare.', 'a.md: it must begin with a front matter'],
    ['a front matter that is not closed', 'a.md', '---\ndescription: x\n', 'a.md: it must begin with a front matter'],
    ['YAML that is none', 'a.md', '---\ndescription: [x\n---\nText', 'its front matter is not valid YAML: '],
    ['a list of fields', 'a.md', '---\n- x\n---\nText', 'its front matter must name fields'],
    ['no description', 'a.md', '---\narguments: []\n---\nText', '"description": '],
    ['an empty text', 'a.md', '---\ndescription: x\n---\n \n', '"template": '],
    ['a placeholder that nobody fills', 'a.md', `${PROMPT}{first} {tone} {second}`, '{second} is no argument'],
    ['an argument that goes nowhere', 'a.md', `${PROMPT}{first}`, 'no placeholder {tone}'],
    ['a field that it does not know', 'a.md', '---\ndescription: x\nmodel: y\n---\nText', '"model"'],
    ['a name that is none', 'A b.md', '---\ndescription: x\n---\nText', '"name": must be lowercase'],
  ])('are refused with %s', async (_what, file, content, message) => {
    await expect(packOf({ 'config.json': CONFIG, [`prompts/${file}`]: content })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(message),
      details: { file: expect.stringMatching(`prompts/${file}$`) },
    });
  });

  it('do not come from outside of the pack', async () => {
    const outside = await folderOf({ 'secret.md': `${PROMPT}{first} {tone}` });
    const root = await folderOf({ 'config.json': CONFIG, 'prompts/own.md': `${PROMPT}{first} {tone}` });
    await symlink(join(outside, 'secret.md'), join(root, 'prompts/secret.md'));
    await expect(readDomainPack(root, signal)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('leads out of the pack'),
    });
  });
});

describe('the code of a pack', () => {
  const configOf = (...custom: string[]) => ({ ...CONFIG, tools: { custom } });

  it('is where config.json says, and is not read', async () => {
    const root = await folderOf({
      'config.json': configOf('ListBuilderTool', 'dice.ts#DiceTool', './lib/coin.mjs'),
      'tools/dice.ts': 'no TypeScript at all',
      'tools/lib/coin.mjs': '',
    });
    expect((await readDomainPack(root, signal))?.code).toEqual({
      domain: 'lore',
      folder: join(root, 'tools'),
      modules: [
        { entry: 'dice.ts#DiceTool', file: 'dice.ts', exportName: 'DiceTool' },
        { entry: './lib/coin.mjs', file: 'lib/coin.mjs', exportName: 'default' },
      ],
      parsers: [],
    });
  });

  it('has the parsers that config.json names, with what they read', async () => {
    const log = { module: 'log.ts#LogParser', mediaType: 'application/x-log', extensions: ['.log'] };
    const withParser = (module: string) => ({
      ...CONFIG,
      ingestion: { parsers: { web: false, log: { ...log, module } } },
    });
    const root = await folderOf({ 'config.json': withParser(log.module), 'tools/log.ts': '' });
    expect((await readDomainPack(root, signal))?.code).toMatchObject({
      modules: [],
      parsers: [{ name: 'log', file: 'log.ts', exportName: 'LogParser', mediaType: 'application/x-log' }],
    });
    for (const module of ['none.ts', 'LogParser', '../log.ts']) {
      const torn = await folderOf({ 'config.json': withParser(module), 'tools/log.ts': '' });
      await expect(readDomainPack(torn, signal)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('"ingestion.parsers.log.module"'),
      });
    }
  });

  it('is none where it names tools of Arbiter alone', async () => {
    expect((await packOf({ 'config.json': configOf('ListBuilderTool') }))?.code).toBeUndefined();
  });

  it.each(['../secret.mjs', '/etc/secret.mjs', 'lib/../../secret.mjs', 'link.mjs', '.hidden.mjs', 'none.mjs#A'])(
    'is not found by way of %j',
    async (entry) => {
      const outside = await folderOf({ 'secret.mjs': '' });
      const root = await folderOf({
        'pack/config.json': configOf('ListBuilderTool', entry),
        'pack/tools/.hidden.mjs': '',
        'pack/documents/a.md': '',
      });
      await symlink(join(outside, 'secret.mjs'), join(root, 'pack/tools/link.mjs'));
      await expect(readDomainPack(join(root, 'pack'), signal)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        details: { file: 'pack/config.json', field: 'tools.custom.1' },
      });
    },
  );
});
