import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import type { ListingCursor, LoadContext, SourceItem } from '@arbiter/ports';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitRepositoryLoader, type GitRepositoryOptions, type GitSource } from './git-repository.loader.js';

const live = new AbortController().signal;
let root: string;
let server: Server | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'arbiter-git-'));
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** A repository with one commit of these files. */
async function repositoryOf(files: Record<string, string>, name = 'repository'): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  await commit(folder, files);
  return folder;
}

async function commit(folder: string, files: Record<string, string>): Promise<string> {
  await write(folder, files);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=change');
  return git(folder, 'rev-parse', 'HEAD');
}

/** Remembers where a source stood, over several listings. */
function cursorAt(position: string | null = null) {
  const seen = { position, stays: 0 };
  const cursor: ListingCursor = {
    last: () => Promise.resolve(seen.position),
    stay: () => (seen.stays += 1),
    reach: (reached) => (seen.position = reached),
  };
  return { seen, cursor };
}

async function list(
  source: Omit<GitSource, 'kind'>,
  { cursor = cursorAt().cursor, ...options }: Partial<GitRepositoryOptions> & { cursor?: ListingCursor } = {},
  signal = live,
) {
  const loader = new GitRepositoryLoader({
    resolveHost: () => Promise.resolve(['127.0.0.1']),
    searchPath: process.env.PATH ?? '',
    maxFileBytes: 1_000,
    maxRepositoryBytes: 10_000_000,
    timeoutMs: 60_000,
    ...options,
  });
  const context: LoadContext = {
    isReadable: () => true,
    extensionOf: () => undefined,
    versionAt: () => Promise.resolve(null),
    isExcluded: () => false,
    scratch: () => mkdtemp(join(root, 'scratch-')),
    cursor,
  };
  const items: SourceItem[] = [];
  const skipped: Record<string, string> = {};
  for await (const found of loader.list({ kind: 'git', ...source }, context, signal)) {
    if ('skipped' in found) skipped[found.skipped.source] = found.skipped.reason;
    else if (!('unseen' in found)) items.push(found);
  }
  return { items, skipped, sources: items.map(({ source: path }) => path) };
}

const text = async (item: SourceItem | undefined) => Buffer.from(await item!.read(live)).toString();

/** @returns the address of a server that answers so */
async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(answer as never);
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.git`;
}

/** Git's own server for HTTP (git-http-backend, a CGI program), at any path. */
function smartHttp(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname.replace('/a.git', ''),
        REQUEST_METHOD: request.method,
        QUERY_STRING: searchParams.toString(),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    });
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    backend.on('close', () => {
      const answer = Buffer.concat(chunks);
      const end = answer.indexOf('\r\n\r\n');
      const fields = answer
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(': ') as [string, string]);
      const { Status: status = '200', ...headers } = Object.fromEntries(fields) as Record<string, string>;
      response.writeHead(parseInt(status, 10), headers).end(answer.subarray(end + 4));
    });
  };
}

describe('GitRepositoryLoader, of a local repository', () => {
  it('lists the files of the commit, with the commit and the id of their content', async () => {
    const repository = await repositoryOf({ 'b.md': 'Salt', 'docs/a.md': 'Réef' });
    await write(repository, { 'uncommitted.md': 'x' });
    const { items, sources } = await list({ repository });
    expect(sources).toEqual(['b.md', 'docs/a.md']);
    expect(items[1]).toMatchObject({
      origin: `git:${repository}#HEAD`,
      location: `git:${repository}#HEAD/docs/a.md`,
      size: 5,
      version: git(repository, 'rev-parse', 'HEAD:docs/a.md'),
      provenance: { repository, commit: git(repository, 'rev-parse', 'HEAD') },
    });
    expect(await text(items[1])).toBe('Réef');
    expect(items[1]?.related?.names).toEqual(['a.md']);
  });

  it('keeps the version of what a new commit leaves alone', async () => {
    const repository = await repositoryOf({ 'a.md': 'Salt', 'b.md': 'Reef' });
    const before = await list({ repository });
    await commit(repository, { 'b.md': 'Cod' });
    const after = await list({ repository });
    const same = after.items.map(({ version }, index) => version === before.items[index]?.version);
    expect(same).toEqual([true, false]);
  });

  it('lists nothing while the branch stands where it stood, and all of it when it has moved', async () => {
    const repository = await repositoryOf({ 'a.md': 'Salt' });
    const { seen, cursor } = cursorAt();
    expect((await list({ repository }, { cursor })).sources).toEqual(['a.md']);
    expect(seen.position).toBe(git(repository, 'rev-parse', 'HEAD'));
    expect((await list({ repository }, { cursor })).sources).toEqual([]);
    expect(seen.stays).toBe(1);
    const moved = await commit(repository, { 'b.md': 'Reef' });
    expect((await list({ repository }, { cursor })).sources).toEqual(['a.md', 'b.md']);
    expect(seen).toEqual({ position: moved, stays: 1 });
  });

  it.each(['main', 'v1', 'same', 'heads/same'])('knows without fetching where %s stands', async (branch) => {
    const repository = await repositoryOf({ 'a.md': '1' });
    // A tag that is an object of its own, a branch that is called like a tag, and one that ends like a branch.
    git(repository, 'tag', '--annotate', '--message=1', 'v1');
    git(repository, 'tag', 'same');
    await commit(repository, { 'a.md': '2' });
    git(repository, 'branch', 'same');
    git(repository, 'branch', 'feature/main', 'HEAD~1');
    const { seen, cursor } = cursorAt();
    await list({ repository, branch }, { cursor });
    expect(seen.position).not.toBeNull();
    await list({ repository, branch }, { cursor });
    expect(seen.stays).toBe(1);
  });

  it('takes a branch, a tag and what lies below a path', async () => {
    const repository = await repositoryOf({ 'a.md': 'main', 'docs/d.md': 'main' });
    git(repository, 'tag', 'v1');
    git(repository, 'checkout', '--quiet', '-b', 'next/1');
    await commit(repository, { 'docs/d.md': 'next' });
    const [next, tagged] = [
      await list({ repository, branch: 'next/1', path: 'docs' }),
      await list({ repository, branch: 'v1' }),
    ];
    expect(next.sources).toEqual(['docs/d.md']);
    expect(await text(next.items[0])).toBe('next');
    expect(tagged.sources).toEqual(['a.md', 'docs/d.md']);
    expect(await text(tagged.items[1])).toBe('main');
  });

  it('says when there is no such branch, path or repository', async () => {
    const repository = await repositoryOf({ 'a.md': '' });
    const failing: [GitSource | Omit<GitSource, 'kind'>, string][] = [
      [{ repository, branch: 'none' }, 'no such branch or tag'],
      [{ repository, path: 'none' }, 'There is no "none" in'],
      [{ repository, path: '*' }, 'There is no "*" in'],
      [{ repository: join(root, 'none') }, 'There is no git repository at'],
      [{ repository: await mkdtemp(join(root, 'plain-')) }, 'There is no git repository at'],
    ];
    for (const [source, message] of failing) {
      await expect(list(source)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringContaining(message),
      });
    }
  });

  it('follows no link and no submodule, and leaves out what is left out of folders', async () => {
    const other = await repositoryOf({ 'x.md': '' }, 'other');
    const repository = await repositoryOf({ 'a.md': '', '.github/b.md': '', 'node_modules/p/c.md': '' });
    await symlink('/etc/passwd', join(repository, 'link.md'));
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'sub');
    await commit(repository, {});
    const { sources, skipped } = await list({ repository });
    expect(sources).toEqual(['a.md']);
    expect(skipped).toEqual({
      'link.md': 'It is a link, which is not followed inside a repository.',
      sub: 'It is a submodule; ingest its repository by its own address.',
    });
  });

  it('runs no hook and no filter of the repository', async () => {
    const proof = join(root, 'proof');
    const repository = await repositoryOf({ 'a.md': 'x', '.gitattributes': '*.md filter=evil' });
    git(repository, 'config', 'filter.evil.smudge', `touch ${proof}`);
    git(repository, 'config', 'uploadpack.packObjectsHook', `touch ${proof}`);
    for (const hook of ['post-checkout', 'post-merge', 'reference-transaction', 'pre-auto-gc']) {
      await writeFile(join(repository, '.git/hooks', hook), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    }
    const { items } = await list({ repository });
    expect(await text(items[0])).toBe('x');
    expect(existsSync(proof)).toBe(false);
  });

  it('reads names in mixed encodings', async () => {
    const repository = await repositoryOf({ 'ö "x"\n.md': 'a' });
    await writeFile(Buffer.concat([Buffer.from(`${repository}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'b');
    await commit(repository, {});
    const { items, sources } = await list({ repository });
    expect(sources).toEqual(['caf%E9.md', 'ö "x"\n.md']);
    expect(await text(items[0])).toBe('b');
  });

  it('refuses a file above the limit when it is read', async () => {
    const repository = await repositoryOf({ 'large.md': 'x'.repeat(1_001), 'small.md': 'x'.repeat(1_000) });
    const { items } = await list({ repository });
    await expect(items[0]!.read(live)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(await text(items[1])).toHaveLength(1_000);
  });

  it('says when the program git is not installed', async () => {
    const repository = await repositoryOf({ 'a.md': '' });
    await expect(list({ repository }, { searchPath: root })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('git is not installed'),
    });
  });

  it('stops when it is told to', async () => {
    const repository = await repositoryOf({ 'a.md': '' });
    const stopped = AbortSignal.abort(new ArbiterError('CANCELLED', 'stop'));
    await expect(list({ repository }, {}, stopped)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('GitRepositoryLoader, of a repository of a server', () => {
  it('reads one', async () => {
    const folder = await repositoryOf({ 'docs/a.md': 'Salt' });
    await commit(folder, { 'docs/a.md': 'Reef' });
    const repository = await serve(smartHttp(join(folder, '.git')));
    const { seen, cursor } = cursorAt();
    const { items } = await list({ repository, branch: 'main', path: 'docs' }, { cursor });
    expect(items[0]).toMatchObject({ source: 'docs/a.md', location: `git:${repository}#main:docs/docs/a.md` });
    expect(await text(items[0])).toBe('Reef');
    await list({ repository, branch: 'main', path: 'docs' }, { cursor });
    expect(seen.stays).toBe(1);
    await expect(list({ repository, branch: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('says when it needs a password, and asks for none', async () => {
    const repository = await serve((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    });
    await expect(list({ repository })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining(`${repository} needs a password or key`),
    });
  });

  it('says when there is none', async () => {
    const repository = await serve((_request, response) => {
      response.writeHead(404).end();
    });
    await expect(list({ repository })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('follows no redirect, which could lead to a metadata service', async () => {
    const asked: string[] = [];
    const repository = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: 'http://169.254.169.254/a.git/info/refs' }).end();
    });
    await expect(list({ repository })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(asked).toHaveLength(1);
  });

  it('gives up on one that never ends its answer', async () => {
    const repository = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).write('001e');
    });
    await expect(list({ repository }, { timeoutMs: 500 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { timeoutMs: 500 },
    });
  });

  it.each([
    ['fetching', null],
    ['asking where it stands', '0'],
  ])('connects to the address that was checked, whatever the name leads to, when %s', async (_what, last) => {
    const asked: string[] = [];
    const repository = await serve((request, response) => {
      asked.push(request.headers.host ?? '');
      response.writeHead(404).end();
    });
    const { port } = new URL(repository);
    const { cursor } = cursorAt(last);
    const listing = list({ repository: `http://git.invalid:${port}/a.git` }, { cursor });
    await expect(listing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(asked).toEqual([`git.invalid:${port}`]);
  });

  it('connects ssh to the address that was checked, whatever the name leads to', async () => {
    const greetings: string[] = [];
    const listener = createTcpServer((socket) => {
      socket.once('data', (greeting: Buffer) => {
        greetings.push(greeting.toString('latin1'));
        socket.destroy();
      });
    });
    await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
    const { port } = listener.address() as AddressInfo;
    await expect(list({ repository: `ssh://git@git.invalid:${port}/a.git` })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await new Promise((closed) => listener.close(closed));
    expect(greetings).toEqual([expect.stringMatching(/^SSH-2\.0-/)]);
  });

  it.each([
    ['http', (port: number) => `http://1.1.1.1\\@127.0.0.1:${port}/x.git`],
    ['ssh', (port: number) => `ssh://127.0.0.1%3A${port}%2Fx@8.8.8.8/y.git`],
  ])('asks nobody for an address of %s that git reads otherwise than the check', async (_protocol, addressOf) => {
    let asked = 0;
    const listener = createTcpServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
    const { port } = listener.address() as AddressInfo;
    const listing = list({ repository: addressOf(port) }, { resolveHost: () => Promise.resolve(['8.8.8.8']) });
    await expect(listing).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await new Promise((closed) => listener.close(closed));
    expect(asked).toBe(0);
  });

  it('asks no host that may not be asked', async () => {
    let asked = 0;
    const repository = await serve(() => (asked += 1));
    const refuse = () => Promise.reject(new ArbiterError('FORBIDDEN', 'not public'));
    await expect(list({ repository }, { resolveHost: refuse })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(asked).toBe(0);
  });
});
