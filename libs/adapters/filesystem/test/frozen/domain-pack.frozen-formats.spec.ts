import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainConfig, DomainSources, PromptTemplate } from '@arbiter/contracts';
import { describeFrozenFormat } from '@arbiter/testing/frozen';
import { readDomainPack } from '../../src/index.js';

const live = new AbortController().signal;
const SELECTION = { include: ['**/*.md'], exclude: ['drafts/**'] };

const PACK: Readonly<Record<string, unknown>> = {
  'config.json': {
    domain: 'lore',
    version: '1.0.0',
    description: 'Lamps and oars.',
    language: 'en',
    vectorDatabase: { collections: ['lore'], embeddingModel: 'bge-small-en-v1.5', dimensions: 384 },
    entities: {
      types: ['lamp'],
      schema: 'schemas/lamp.json',
      relations: { lit_by: { from: 'lamp', to: 'person', weight: 0.7 } },
      statuses: { snuffed: { available: false } },
    },
    retrieval: { graph: { weights: { semantic: 1, centrality: 0.1, recency: 0, status: 0.2, proximity: 0.4 } } },
    validation: { sourceAuthority: { chart: 0.9 } },
    tools: { custom: [] },
    ingestion: { sources: 'sources.json', parsers: { html: true } },
    later: { kept: true },
  },
  'sources.json': {
    files: [{ path: 'documents', type: 'chart', ...SELECTION }],
    web: [
      { url: 'https://docs.example/guide', name: 'Guide', type: 'chart', refresh: 'every 6h' },
      { url: 'https://docs.example/', site: { depth: 2, maxPages: 10, hosts: ['www.docs.example'], ...SELECTION } },
    ],
    feeds: [{ url: 'https://docs.example/feed.xml', type: 'news', refresh: 'every 6h' }],
    pdfs: [{ url: 'https://docs.example/map.pdf', name: 'Map', type: 'chart', refresh: 'every 7d' }],
    git: [
      {
        url: 'https://git.example/library.git',
        branch: 'main',
        path: 'docs',
        type: 'chart',
        refresh: 'every 6h',
        ...SELECTION,
      },
    ],
  },
  'documents/lamp.md': 'Mara keeps the lamp.\n',
  'prompts/brief.md':
    '---\ndescription: Brief me.\narguments:\n  - name: place\n    description: where\n  - name: subject\n' +
    '    description: what\n    default: an evening\n---\nBrief me for {place}: {subject}.\n',
};

describeFrozenFormat('domain pack', {
  home: new URL('domain-pack/', import.meta.url),
  schemas: { config: DomainConfig, sources: DomainSources, prompt: PromptTemplate },
  async write(folder) {
    for (const [path, content] of Object.entries(PACK)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    }
  },
  async read(folder) {
    const pack = await readDomainPack(folder, live);
    return JSON.parse(JSON.stringify(pack).replaceAll(await realpath(folder), '/pack')) as unknown;
  },
});
