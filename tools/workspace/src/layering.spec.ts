import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkLayering, type LayeringInput } from './check-layering.js';
import { readWorkspace } from './read-workspace.js';
import type { RuleName, SourceFile, WorkspacePackage } from './workspace-model.js';

describe('this workspace', () => {
  let workspace: LayeringInput;
  beforeAll(() => {
    workspace = readWorkspace();
  });

  it('keeps its own rules', () => {
    const violations = checkLayering(workspace).map(
      (each) => `${each.package} ${each.where}: ${each.what} (${each.rule})`,
    );
    expect(violations).toEqual([]);
  });

  it('has a core that knows no game: what runs in it comes over the door for packs', () => {
    const isCore = ({ directory }: WorkspacePackage): boolean => /^(?:apps|libs)\//.test(directory);
    const core = workspace.packages.filter(isCore);
    const layersOfCore = new Set(core.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith('layer:'))));
    for (const layer of layersOfCore) expect(workspace.layers[layer.slice('layer:'.length)]).not.toContain('domain');
    const naming = core.flatMap(({ directory, files }) =>
      files
        .filter(({ path, text }) => !isTest(path) && /warhammer|40k\b|space marine|battlescribe/i.test(text))
        .map(({ path }) => `${directory}/${path}`),
    );
    expect(naming).toEqual([]);
  });

  it('was really read', () => {
    const names = workspace.packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['@arbiter/contracts', '@arbiter/platform', '@arbiter/workspace']));
    expect(workspace.layers).toMatchObject({ contract: [], arm: expect.arrayContaining(['platform']) });
    for (const { name, files } of workspace.packages) expect([name, files.length]).not.toEqual([name, 0]);
  });
});

function isTest(path: string): boolean {
  return path.endsWith('.spec.ts') || path.startsWith('test/');
}

const layers = {
  contract: [],
  core: ['contract', 'core'],
  port: ['contract'],
  adapter: ['contract', 'core', 'port'],
  messaging: ['contract'],
  platform: ['contract', 'port', 'messaging'],
  door: ['contract'],
  testing: ['contract'],
  tool: ['contract'],
  arm: ['contract', 'core', 'port', 'adapter', 'messaging', 'platform'],
  composition: ['contract', 'arm'],
};

const scopes = { shared: ['shared'], retriever: ['shared', 'retriever'], cli: ['shared', 'cli'] };

type Sources = Readonly<Record<string, string>>;

function pack(name: string, layer: string, sources: Sources, more: Partial<WorkspacePackage> = {}): WorkspacePackage {
  const files: SourceFile[] = Object.entries(sources).map(([path, text]) => ({ path, text }));
  return {
    name: `@arbiter/${name}`,
    directory: `libs/${name}`,
    tags: [`layer:${layer}`, 'scope:shared'],
    dependencies: [],
    devDependencies: [],
    files,
    ...more,
  };
}

const contracts = pack(
  'contracts',
  'contract',
  { 'src/index.ts': `import { z } from 'zod';` },
  { dependencies: ['zod'] },
);
const text = pack('text', 'core', { 'src/index.ts': '' });
const testing = pack('testing', 'testing', { 'src/index.ts': '' });

/** The rules that a workspace of these packages and a few good ones breaks. */
function broken(...packages: WorkspacePackage[]): [RuleName, string][] {
  const sharedDevDependencies = ['@jest/globals'];
  const input = { packages: [contracts, text, testing, ...packages], layers, scopes, sharedDevDependencies };
  return checkLayering(input).map(({ rule, where }) => [rule, where]);
}

const withText = { dependencies: ['@arbiter/text'] };

describe('a workspace that keeps the rules', () => {
  it('has no violations', () => {
    const core = pack(
      'fusion',
      'core',
      {
        'src/index.ts': `import { x } from '@arbiter/text';\nexport * from './fuse.js';`,
        'src/fuse.ts': `export const at = (ms: number) => new Date(ms);`,
        'src/fuse.spec.ts': `import { it } from '@jest/globals';\nimport { y } from '@arbiter/testing';\nimport 'node:fs';\nDate.now();`,
      },
      { dependencies: ['@arbiter/text'], devDependencies: ['@arbiter/testing'] },
    );
    expect(broken(core)).toEqual([]);
  });
});

describe('the tags of a package', () => {
  it.each([
    ['no tag', []],
    ['two layers', ['layer:core', 'layer:port', 'scope:shared']],
    ['no scope', ['layer:core']],
    ['a layer that nobody knows', ['layer:middle', 'scope:shared']],
    ['a scope that nobody knows', ['layer:core', 'scope:elsewhere']],
  ])('may not be %s', (_, tags) => {
    expect(broken(pack('x', 'core', {}, { tags }))).toEqual([['one layer and one scope tag', 'package.json']]);
  });
});

describe('an import against the layers is found', () => {
  const forms: [string, string][] = [
    ['import', `import { a } from '@arbiter/text';`],
    ['import of a type', `import type { A } from '@arbiter/text';`],
    ['side effect', `import '@arbiter/text';`],
    ['export from', `export * from '@arbiter/text';`],
    ['dynamic import', `const a = await import('@arbiter/text');`],
    ['import type expression', `let a: import('@arbiter/text').A;`],
    ['require', `const a = require('@arbiter/text');`],
    ['import equals', `import a = require('@arbiter/text');`],
    ['a file deep inside', `import a from '@arbiter/text/deep/inside.js';`],
    ['resolve', `const url = import.meta.resolve('@arbiter/text/package.json');`],
  ];
  it.each(forms)('as %s', (_, source) => {
    const port = pack('ports', 'port', { 'src/index.ts': `\n${source}` }, withText);
    expect(broken(port)).toEqual([['layers', 'src/index.ts:2']]);
  });

  it('and one in a comment or a text is none', () => {
    const port = pack('ports', 'port', {
      'src/index.ts': `// import '@arbiter/text'\nconst a = "import '@arbiter/text'";`,
    });
    expect(broken(port)).toEqual([]);
  });

  it('from one arm to another', () => {
    const one = pack(
      'planner-arm',
      'arm',
      { 'src/a.ts': `import '@arbiter/retriever-arm';` },
      { dependencies: ['@arbiter/retriever-arm'] },
    );
    expect(broken(one, pack('retriever-arm', 'arm', {}))).toEqual([['layers', 'src/a.ts:1']]);
  });

  it('from what is shared to what belongs to one scope', () => {
    const dependencies = ['@arbiter/ranking'];
    const ranking = pack('ranking', 'core', {}, { tags: ['layer:core', 'scope:retriever'] });
    const source = { 'src/a.ts': `import '@arbiter/ranking';` };
    expect(broken(ranking, pack('x', 'core', source, { dependencies }))).toEqual([['scopes', 'src/a.ts:1']]);
    const own = pack('y', 'core', source, { dependencies, tags: ['layer:core', 'scope:retriever'] });
    expect(broken(ranking, own)).toEqual([]);
  });

  it('of test support outside of a spec', () => {
    const dependencies = ['@arbiter/testing'];
    expect(broken(pack('x', 'core', { 'src/a.ts': `import '@arbiter/testing';` }, { dependencies }))).toEqual([
      ['layers', 'src/a.ts:1'],
    ]);
  });

  it('of a package that is not there', () => {
    expect(broken(pack('x', 'core', { 'src/a.ts': `import '@arbiter/gone';` }))).toContainEqual([
      'layers',
      'src/a.ts:1',
    ]);
  });

  it('of the package itself by name', () => {
    expect(broken(pack('x', 'core', { 'src/a.ts': `import '@arbiter/x';` }))).toEqual([['layers', 'src/a.ts:1']]);
  });

  it.each([
    ['up and down again', '../../text/src/index.js'],
    ['into a package within it', '../tools/src/index.js'],
    ['from the root of the disk', '/libs/text/src/index.js'],
    ['as an address', 'file:///libs/text/src/index.js'],
  ])('by a path that leaves the package: %s', (_, path) => {
    const within = pack('x-tools', 'core', {}, { directory: 'libs/x/tools' });
    const outer = pack('x', 'core', { 'src/a.ts': `import '${path}';` });
    expect(broken(outer, within)).toEqual([['no import past a package boundary', 'src/a.ts:1']]);
  });

  it('and a path that stays in the package is good, also beside one within it', () => {
    const within = pack('x-tools', 'core', { 'src/a.ts': `import './b.js';` }, { directory: 'libs/x/tools' });
    expect(broken(pack('x', 'core', { 'src/a.ts': `import '../tools.js';` }), within)).toEqual([]);
  });
});

describe('the dependencies of a package', () => {
  it('must name what it imports', () => {
    const source = { 'src/a.ts': `import '@arbiter/text';\nimport 'left-pad';` };
    expect(broken(pack('x', 'core', source))).toEqual([
      ['declared dependencies', 'src/a.ts:1'],
      ['declared dependencies', 'src/a.ts:2'],
    ]);
  });

  it('need name no more than the types of what is imported for its types', () => {
    const types = { devDependencies: ['@types/mdast'] };
    expect(broken(pack('x', 'adapter', { 'src/a.ts': `import type { Root } from 'mdast';` }, types))).toEqual([]);
    expect(broken(pack('x', 'adapter', { 'src/a.ts': `import { Root } from 'mdast';` }, types))).toEqual([
      ['declared dependencies', 'src/a.ts:1'],
    ]);
  });

  it('must not leave to the development ones what is built', () => {
    const source = { 'src/a.ts': `import '@arbiter/text';` };
    expect(broken(pack('x', 'core', source, { devDependencies: ['@arbiter/text'] }))).toEqual([
      ['declared dependencies', 'src/a.ts:1'],
    ]);
  });

  it('are development ones of a tool and of what serves tests, all of them', () => {
    const source = { 'src/a.ts': `import '@arbiter/contracts';` };
    for (const layer of ['tool', 'testing']) {
      expect(broken(pack('x', layer, source, { devDependencies: ['@arbiter/contracts'] }))).toEqual([]);
      expect(broken(pack('x', layer, source, { dependencies: ['@arbiter/contracts'] }))).toEqual([
        ['nothing for production', 'package.json'],
      ]);
    }
  });

  it('are development ones of what a package hands to the tests of others', () => {
    const suite = { 'src/testing/index.ts': `import { it } from '@jest/globals';` };
    expect(broken(pack('x', 'port', suite))).toEqual([]);
    expect(broken(pack('x', 'port', { 'src/index.ts': `import { it } from '@jest/globals';` }))).toEqual([
      ['declared dependencies', 'src/index.ts:1'],
    ]);
  });

  it('must be used', () => {
    expect(broken(pack('x', 'core', { 'src/a.ts': '' }, withText))).toEqual([['used dependencies', 'package.json']]);
    for (const path of ['src/a.spec.ts', 'src/testing/a.ts']) {
      const specOnly = { [path]: `import '@arbiter/text';` };
      expect(broken(pack('x', 'core', specOnly, withText))).toEqual([['used dependencies', 'package.json']]);
    }
    for (const more of [{ dependencies: ['left-pad'] }, { devDependencies: ['@types/left-pad'] }]) {
      expect(broken(pack('x', 'core', {}, more))).toEqual([['used dependencies', 'package.json']]);
    }
  });

  it('are used when what they describe, or what loads them by name, is imported', () => {
    const types = { dependencies: ['left-pad'], devDependencies: ['@types/left-pad'] };
    expect(broken(pack('x', 'core', { 'src/a.ts': `import 'left-pad';` }, types))).toEqual([]);
    const nest = { dependencies: ['@nestjs/core', '@nestjs/microservices'] };
    expect(broken(pack('x', 'arm', { 'src/a.ts': `import '@nestjs/core';` }, nest))).toEqual([]);
  });

  it('must not lead back', () => {
    const one = pack('one', 'core', { 'src/a.ts': `import '@arbiter/two';` }, { dependencies: ['@arbiter/two'] });
    const two = pack('two', 'core', { 'src/a.ts': `import '@arbiter/one';` }, { dependencies: ['@arbiter/one'] });
    expect(broken(one, two)).toEqual([['acyclic', 'package.json']]);
  });

  it('must not lead back by way of specs and tools, whose dependencies are development ones', () => {
    const one = pack(
      'one',
      'core',
      { 'src/a.spec.ts': `import '@arbiter/two';` },
      { devDependencies: ['@arbiter/two'] },
    );
    const two = pack('two', 'core', { 'src/a.ts': `import '@arbiter/one';` }, { dependencies: ['@arbiter/one'] });
    expect(broken(one, two)).toEqual([['acyclic', 'package.json']]);
  });
});

describe('a vendor SDK', () => {
  it.each([
    ['@lancedb/lancedb', 'arm', 'adapter'],
    ['@qdrant/js-client-rest', 'platform', 'adapter'],
    ['@elastic/elasticsearch', 'core', 'adapter'],
    ['@anthropic-ai/sdk', 'arm', 'adapter'],
    ['openai', 'arm', 'adapter'],
    ['ollama', 'port', 'adapter'],
    ['onnxruntime-node', 'core', 'adapter'],
    ['@huggingface/tokenizers', 'platform', 'adapter'],
    ['pdfjs-dist', 'arm', 'adapter'],
    ['parse5', 'core', 'adapter'],
    ['mdast-util-from-markdown', 'arm', 'adapter'],
    ['nats', 'adapter', 'messaging'],
    ['@modelcontextprotocol/server', 'arm', 'door'],
    ['@nestjs/common', 'adapter', 'arm'],
  ])('%s has no place in layer %s, but in %s', (sdk, wrong, right) => {
    const of = (layer: string) => pack('x', layer, { 'src/a.ts': `import '${sdk}/deep';` }, { dependencies: [sdk] });
    expect(broken(of(wrong))).toEqual([['vendor SDKs', 'src/a.ts:1']]);
    expect(broken(of(right))).toEqual([]);
  });
});

describe('a pure package', () => {
  it.each([
    'Date.now()',
    'Math.random',
    'performance.now()',
    'globalThis.Date.now()',
    'new Date()',
    'Date()',
    'crypto.randomUUID()',
  ])('does not read %s', (expression) => {
    const source = { 'src/a.ts': `export const a = ${expression};` };
    expect(broken(pack('x', 'core', source))).toEqual([['pure core', 'src/a.ts:1']]);
    expect(broken(pack('x', 'arm', source))).toEqual([]);
  });

  it.each(['node:fs', 'fs', 'node:crypto'])('does not import %s', (module) => {
    expect(broken(pack('x', 'core', { 'src/a.ts': `import '${module}';` }))).toEqual([['pure core', 'src/a.ts:1']]);
  });
});

describe('a contract', () => {
  it.each(['node:fs', 'rxjs'])('does not import %s', (module) => {
    const dependencies = module === 'rxjs' ? ['rxjs'] : [];
    const contract = pack('more', 'contract', { 'src/a.ts': `import '${module}';` }, { dependencies });
    expect(broken(contract)).toEqual([['contract imports zod only', 'src/a.ts:1']]);
  });

  it('reads files for tests', () => {
    const read = (path: string) => broken(pack('more', 'contract', { [path]: `import 'node:fs';` }));
    expect(read('src/testing/index.ts')).toEqual([]);
    expect(read('src/testing.ts')).toEqual([['contract imports zod only', 'src/testing.ts:1']]);
  });
});
