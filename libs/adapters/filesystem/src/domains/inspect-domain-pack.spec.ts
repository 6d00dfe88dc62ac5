import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackCode } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { useTemporaryFolders } from '../../test/temporary-folders.js';
import { inspectDomainPack, type ToolSurroundings } from './inspect-domain-pack.js';
import type { PackFinding } from './inspect-json.js';

const { signal } = new AbortController();
const newFolder = useTemporaryFolders();

/** What is found in a folder "lore" with these files. */
async function findingsIn(
  files: Record<string, string>,
  embeddingModel: string | null = null,
  tools?: ToolSurroundings,
) {
  const root = join(await newFolder(), 'lore');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const { findings } = await inspectDomainPack(root, { embeddingModel, ...(tools && { tools }) }, signal);
  return findings.map(({ severity, file, line, column, problem, fix }: PackFinding) => ({
    place: [severity, file, line, column].filter((part) => part !== null).join(':'),
    problem,
    fix,
  }));
}

const CONFIG = '{ "domain": "lore", "version": "1" }';
const DOCUMENT = { 'documents/a.md': '# A' };

describe('inspectDomainPack', () => {
  it('finds nothing in a good pack', async () => {
    expect(await findingsIn({ 'config.json': CONFIG, ...DOCUMENT })).toEqual([]);
  });

  it('says where there is no pack at all, and how to make one', async () => {
    const [finding] = await findingsIn({ 'README.md': '' });
    expect(finding).toMatchObject({
      place: 'error:config.json',
      fix: expect.stringContaining('arbiter domain NAME --new'),
    });
  });

  it('shows the line and column where a text stops being JSON', async () => {
    expect(await findingsIn({ 'config.json': '{\n  "domain": "lore",\n  "version" "1"\n}', ...DOCUMENT })).toEqual([
      { place: 'error:config.json:3:13', problem: 'This is not valid JSON: expected ":".', fix: 'Correct that line.' },
    ]);
  });

  it('finds all that is wrong, each with its line', async () => {
    const config = [
      '{',
      '  "domain": "lore",',
      '  "version": 3,',
      '  "vectorDatabase": {',
      '    "collections": ["a b"]',
      '  }',
      '}',
    ].join('\n');
    const sources =
      '{\n "files": [\n  { "path": "gone.md" },\n  { "path": "../x" },\n  { "path": "a.md", "type": "x y" }\n ]\n}';
    const findings = await findingsIn({
      'config.json': config,
      'sources.json': sources,
      'a.md': '',
      'prompts/p.md': 'x',
    });
    expect(findings.map(({ place }) => place)).toEqual([
      'error:config.json:3:3',
      'error:config.json:5:21',
      'error:prompts/p.md',
      'error:sources.json:3:5',
      'error:sources.json:4:5',
      'error:sources.json:5:21',
    ]);
    expect(findings.map(({ problem }) => problem)).toEqual([
      '"version": invalid input: expected string, received number.',
      expect.stringContaining('"vectorDatabase.collections.0": must start'),
      expect.stringMatching(/^it must begin with a front matter/),
      '"gone.md" is not there.',
      '"../x" lies outside of the pack.',
      '"x y" cannot be a part of a collection\'s name.',
    ]);
  });

  it('puts a missing key at the object that lacks it', async () => {
    expect(await findingsIn({ 'config.json': '\n{ "domain": "lore" }', ...DOCUMENT })).toMatchObject([
      { place: 'error:config.json:2:1', fix: 'Add "version".' },
    ]);
  });

  it('recognises a misspelt key and leaves unknown ones alone', async () => {
    const config = '{ "domain": "lore",\n "version": "1",\n "ingestoin": {},\n "changelog": {} }';
    expect(await findingsIn({ 'config.json': config, ...DOCUMENT })).toMatchObject([
      { place: 'warning:config.json:3:2', fix: 'Write "ingestion", if that is meant.' },
    ]);
  });

  it('names the line of a changelog that cannot be read', async () => {
    const good = '{"session_id":1,"entity_updates":[{"entity_id":"inn","status":"closed"}]}';
    const files = { 'config.json': CONFIG, ...DOCUMENT };
    expect(await findingsIn({ ...files, 'changelog.jsonl': `${good}\n` })).toEqual([]);
    expect(await findingsIn({ ...files, 'changelog.jsonl': `${good}\n{"session_id":"x"}\n` })).toMatchObject([
      { place: 'error:changelog.jsonl:2', problem: expect.stringMatching(/^Line 2 of the changelog: .*session_id/) },
    ]);
  });

  it('warns where nothing would be ingested', async () => {
    expect(await findingsIn({ 'config.json': CONFIG })).toMatchObject([{ place: 'warning:sources.json' }]);
  });

  it('finds sources that are named and not there', async () => {
    const config = '{ "domain": "lore", "version": "1",\n "ingestion": { "sources": "s.json" } }';
    expect(await findingsIn({ 'config.json': config })).toMatchObject([
      { place: 'error:config.json:2:17', problem: '"ingestion.sources" is "s.json", which is not there.' },
    ]);
  });

  it('warns of a name that differs from that of the folder', async () => {
    const config = '{ "domain": "tales", "version": "1" }';
    expect(await findingsIn({ 'config.json': config, ...DOCUMENT })).toMatchObject([
      { place: 'warning:config.json:1:3', problem: 'The domain is "tales" and its folder "lore".' },
    ]);
  });

  it('says of tools what has no file, no name that is known, and what their code lacks', async () => {
    const config = `{ "domain": "lore", "version": "1", "tools": { "custom": [
      "ListBuilderTool",
      "ListBilderTool",
      "none.ts#A",
      "dice.ts#Dice",
      "coin.ts#Coin" ] } }`;
    const files = { 'config.json': config, 'tools/dice.ts': '', 'tools/coin.ts': '', ...DOCUMENT };
    const examined: string[] = [];
    const tools = {
      isProvided: (entry: string) => entry === 'ListBuilderTool',
      examine: ({ modules }: PackCode) => {
        examined.push(...modules.map(({ entry }) => entry));
        return Promise.resolve([
          { entry: 'coin.ts#Coin', message: 'Torn.', line: 7 },
          { entry: 'dice.ts#Dice', message: 'No such export.', line: null },
        ]);
      },
    };
    expect(await findingsIn(files, null, tools)).toMatchObject([
      { place: 'error:config.json:4:7', problem: 'There is no tools/none.ts.' },
      { place: 'error:config.json:5:7', problem: 'No such export.' },
      { place: 'error:tools/coin.ts:7', problem: 'Torn.' },
      { place: 'warning:config.json:3:7', problem: expect.stringContaining('"ListBilderTool"') },
    ]);
    expect(examined).toEqual(['dice.ts#Dice', 'coin.ts#Coin']);
  });

  it('refuses a model that does not run here, with both remedies', async () => {
    const config = '{ "domain": "lore", "version": "1",\n "vectorDatabase": { "embeddingModel": "nomic-embed-text" } }';
    expect(await findingsIn({ 'config.json': config, ...DOCUMENT }, 'nomic-embed-text')).toEqual([]);
    expect(await findingsIn({ 'config.json': config, ...DOCUMENT }, 'all-MiniLM-L6-v2')).toMatchObject([
      { place: 'error:config.json:2:22', fix: expect.stringMatching(/all-MiniLM-L6-v2.*EMBEDDING_MODEL=nomic/) },
    ]);
  });
});
