import { describe, expect, it } from '@jest/globals';
import { findBrokenCommands } from './check-commands.js';
import type { CommandCatalog } from './command-catalog.js';
import { readMarkdown } from './read-markdown.js';

const catalog: CommandCatalog = {
  npmScripts: new Set(['demo', 'test', 'start']),
  nxTargets: new Map([['retriever-arm', new Set(['serve', 'test'])]]),
  arbiter: new Map([
    ['', { commands: new Set(['ask', 'eval']), options: new Set(['--json', '--data-dir']) }],
    ['ask', { commands: new Set(), options: new Set(['-c', '--collection']) }],
    ['eval', { commands: new Set(['answers']), options: new Set() }],
    ['eval answers', { commands: new Set(), options: new Set(['--domain']) }],
  ]),
  hasBinary: (name) => name === 'tsc',
  hasProgram: (path) => path === 'tools/docs/dist/main.js',
  hasRoute: (method, path) => method === 'POST' && path === '/v1/query',
};

function problemsIn(script: string): string[] {
  const page = readMarkdown(`# Page\n\n\`\`\`sh\n${script}\n\`\`\`\n`);
  return findBrokenCommands('page.md', page, catalog, new Set(['NATS_URL']));
}

describe('findBrokenCommands', () => {
  it.each([
    'npm run demo',
    'npm test -- chunk',
    'npm ci',
    'npx nx serve retriever-arm            # alone',
    'npx nx run-many -t test,serve',
    'npx nx affected -t test',
    'nx graph',
    'npx arbiter ask "Who keeps it?" -c notes --json | jq .answer',
    'npx arbiter eval answers --domain lantern-coast',
    'arbiter --data-dir x ask "Who?"',
    'NATS_URL=nats://127.0.0.1:4222 npx nx serve retriever-arm &',
    'npx tsc -b',
    'node tools/docs/dist/main.js --check',
    'curl -s localhost:3100/v1/query -H "accept: x" \\\n  -d \'{"query":"a"}\'',
  ])('accepts %p', (script) => {
    expect(problemsIn(script)).toEqual([]);
  });

  it.each([
    ['npm run dmeo', 'dmeo'],
    ['npx nx serve retriever', 'retriever'],
    ['npx nx deploy retriever-arm', 'deploy'],
    ['npx nx run-many -t deploy', 'deploy'],
    ['npx arbiter aks "Who?"', 'aks'],
    ['npx arbiter ask "Who?" --colection x', '--colection'],
    ['npx arbiter eval retrieval', 'retrieval'],
    ['npx arbiter --data-dir x aks', 'aks'],
    ['echo Who | arbiter aks -', 'aks'],
    ['NATS_ULR=x npm start', 'NATS_ULR'],
    ['npx tcs -b', 'tcs'],
    ['node tools/docs/dist/mian.js', 'mian.js'],
    ['curl -s localhost:3100/v1/query', 'GET /v1/query'],
    ['curl -X DELETE localhost:3100/v1/query', 'DELETE /v1/query'],
  ])('finds what is wrong with %p', (script, named) => {
    expect(problemsIn(script)).toEqual([expect.stringContaining(named)]);
  });

  it('says in which line', () => {
    expect(problemsIn('npm ci\n\nnpm run dmeo')).toEqual([expect.stringContaining('page.md:6 ')]);
  });

  it('reads commands within sentences, and leaves names and output alone', () => {
    const page = readMarkdown('Run `npm run dmeo` after `arbiter.v1` and\n\n```text\n$ npm run nothing\n```\n');
    expect(findBrokenCommands('page.md', page, catalog, new Set())).toEqual([expect.stringContaining('page.md:1 ')]);
  });
});
