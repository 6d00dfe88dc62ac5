import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-packages.mjs';

/** Ways out of the process that a document or a job could choose the target of. */
const WAYS_OUT =
  /from '(?:node:)?(?:https?|http2|net|tls|dgram|undici|axios|got|node-fetch)'|(?<![.\w#]|async )fetch\(|globalThis\.fetch|(?:=|:) fetch\b/;

/** Who may use them without the guard, and why; a folder stands for all in it. */
const ALLOWED: Readonly<Record<string, string>> = {
  'libs/adapters/web/src': 'the guard itself, and what asks through it',
  'libs/adapters/git/src/git-program.ts': 'tells the forms of addresses apart; connects to nothing',
  'libs/adapters/ollama/src': 'OLLAMA_HOST is set by the operator',
  'libs/adapters/qdrant/src': 'QDRANT_URL is set by the operator',
  'libs/adapters/page-embedding/src': 'PAGE_EMBEDDER_URL is set by the operator',
  'libs/adapter-kit/src/retrieval/chunk-index.ts': 'a parameter of this name, which asks an index',
  'libs/adapters/model-hub/src': 'the hub and the mirror that a person names on the command line',
  'apps/console/src': 'the server that the page came from',
  'libs/client/src': 'the server that a page came from, or that a person names',
  'apps/cli/src': 'the server that a person names on the command line',
  'libs/platform/src/access/issuer-keys.ts': 'OIDC_ISSUER is set by the operator',
  'libs/platform/src/session/sign-in-router.ts': 'OIDC_ISSUER is set by the operator',
  'libs/platform/src/access/credential-in.ts': 'reads headers of requests; connects to nothing',
  'libs/platform/src/session/sessions.ts': 'reads headers of requests; connects to nothing',
  'libs/platform/src/http': 'listens; connects to nothing',
};

function sources(folder: string): string[] {
  return readdirSync(join(workspaceRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\/src\/.*\.ts$/.test(path))
    .filter((path) => !/\.(?:spec|d)\.ts$|node_modules|\/dist\/|\/testing\/|^libs\/testing\//.test(path));
}

const found = ['apps', 'libs', 'domains']
  .flatMap(sources)
  .filter((path) => WAYS_OUT.test(readFileSync(join(workspaceRoot, path), 'utf8')));

describe('what connects to hosts', () => {
  it('is the guard, or a client of a server that the operator has set', () => {
    const unexplained = found.filter((path) => !Object.keys(ALLOWED).some((allowed) => path.startsWith(allowed)));
    expect(unexplained).toEqual([]);
  });

  it('is looked for where it is known to be', () => {
    expect(found).toContain(join('libs/adapters/web/src/guarded-web.client.ts'));
    expect(WAYS_OUT.test("import { request } from 'undici';")).toBe(true);
    expect(WAYS_OUT.test('const page = await fetch(url);')).toBe(true);
    expect(WAYS_OUT.test('await this.fetcher.fetch(url)')).toBe(false);
  });

  it('has no exception that nobody needs any more', () => {
    const unused = Object.keys(ALLOWED).filter((allowed) => !found.some((path) => path.startsWith(allowed)));
    expect(unused).toEqual([]);
  });
});
