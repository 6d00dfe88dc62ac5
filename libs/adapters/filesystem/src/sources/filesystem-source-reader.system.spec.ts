import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { SourceItem } from '@arbiter/ports';
import { NOBODY, reasonAgainstNobody, startChild } from '../../test/child-process.js';
import { useTemporaryFolders } from '../../test/temporary-folders.js';
import { FilesystemSourceReader, type SourceReaderOptions } from './filesystem-source-reader.js';

const { signal } = new AbortController();
const newFolder = useTemporaryFolders();

/** A folder with these files; a path that ends in `/` is an empty folder. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const root = await newFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(root, path.endsWith('/') ? path : dirname(path)), { recursive: true });
    if (!path.endsWith('/')) await writeFile(join(root, path), content);
  }
  return root;
}

async function walk(path: string, options: SourceReaderOptions = {}) {
  const items: SourceItem[] = [];
  const skipped: Record<string, string> = {};
  for await (const found of new FilesystemSourceReader(options).walk(path, signal)) {
    if ('skipped' in found) skipped[found.skipped.source] = found.skipped.reason;
    else if (!('unseen' in found)) items.push(found);
  }
  return { items, skipped, sources: items.map(({ source }) => source) };
}

const read = async (item: SourceItem | undefined): Promise<string> => Buffer.from(await item!.read(signal)).toString();

describe('FilesystemSourceReader, of a folder', () => {
  it('finds every file in order of its name, folder by folder', async () => {
    const root = await folderOf({ 'b.md': '', 'a/z.md': '', 'a/b/c.md': '', 'a.md': '', 'é.md': '', 'B.md': '' });
    expect((await walk(root)).sources).toEqual(['B.md', 'a/b/c.md', 'a/z.md', 'a.md', 'b.md', 'é.md']);
  });

  it('says where each was found, how large it is and what it holds', async () => {
    const root = await folderOf({ 'a/x.md': '# Salt é' });
    const { items } = await walk(root);
    expect(items[0]).toMatchObject({ source: 'a/x.md', origin: root, location: join(root, 'a/x.md'), size: 9 });
    expect(await read(items[0])).toBe('# Salt é');
  });

  it('gives one origin for every way to one folder', async () => {
    const root = await folderOf({ 'a/x.md': '' });
    const way = join(await newFolder(), 'way');
    await symlink(join(root, 'a'), way);
    const reader = new FilesystemSourceReader();
    const origin = join(root, 'a');
    for (const path of [way, `${origin}/`, join(root, 'a', '..', 'a'), relative(process.cwd(), origin)]) {
      expect(reader.originOf(path)).toBe(origin);
      expect((await walk(path)).items[0]?.origin).toBe(origin);
    }
    expect(reader.originOf(join(root, 'none'))).toBe(join(root, 'none'));
  });

  it('gives with each file those that stand beside it, but nothing that is ignored or lies elsewhere', async () => {
    const root = await folderOf({
      'a/x.cat': '',
      'a/y.gst': 'sys',
      'a/no.gst': '',
      'z.cat': '',
      '.gitignore': 'no.gst',
    });
    await symlink(join(root, 'z.cat'), join(root, 'a/link.cat'));
    const [x] = (await walk(root)).items;
    expect(x?.related?.names).toEqual(['link.cat', 'x.cat', 'y.gst']);
    expect(Buffer.from(await x!.related!.read('y.gst', signal)).toString()).toBe('sys');
    await expect(x!.related!.read('../z.cat', signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(x!.related!.read('link.cat', signal)).rejects.toBeInstanceOf(ArbiterError);
    const [alone] = (await walk(join(root, 'a/x.cat'))).items;
    expect(alone?.related?.names).toContain('y.gst');
  });

  it('is silent about an empty folder', async () => {
    expect(await walk(await newFolder())).toEqual({ items: [], skipped: {}, sources: [] });
  });

  it('leaves out hidden names and packages', async () => {
    const root = await folderOf({
      '.git/x': '',
      '.env': '',
      'node_modules/p/README.md': '',
      '.arbiter/x': '',
      'a.md': '',
    });
    const { sources, skipped } = await walk(root);
    expect(sources).toEqual(['a.md']);
    const hidden = 'It is hidden: its name begins with a dot.';
    expect(skipped).toEqual({
      '.git/': 'It belongs to a tool.',
      'node_modules/': 'It belongs to a tool.',
      '.arbiter/': hidden,
      '.env': hidden,
    });
  });

  it('names what a rule leaves out, a folder once for all that it holds', async () => {
    const root = await folderOf({ '.gitignore': 'out/\n*.log\n', 'out/a.md': '', 'out/b/c.md': '', 'a.log': '' });
    const { sources, skipped } = await walk(root);
    expect(sources).toEqual([]);
    expect(Object.keys(skipped)).toEqual(['.gitignore', 'a.log', 'out/']);
    expect(skipped['out/']).toBe('A rule of .gitignore or .arbiterignore leaves it out.');
  });

  it('walks a hidden folder that is asked for by name', async () => {
    const root = await folderOf({ '.notes/a.md': '' });
    expect((await walk(join(root, '.notes'))).sources).toEqual(['a.md']);
  });

  it('never walks into an excluded folder', async () => {
    const root = await folderOf({ 'data/documents/a.txt': '', 'a.md': '' });
    await symlink(join(root, 'data'), join(root, 'to-data'));
    await symlink(join(root, 'data/documents'), join(root, 'to-documents'));
    expect((await walk(root, { exclude: [join(root, 'data'), join(root, 'none')] })).sources).toEqual(['a.md']);
  });

  // Other systems refuse to make one.
  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux('finds a file whose name is not UTF-8', async () => {
    const root = await newFolder();
    await writeFile(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'latin');
    const { items } = await walk(root);
    expect(items.map(({ source, location }) => [source, location])).toEqual([['caf%E9.md', `${root}/caf%E9.md`]]);
    expect(await read(items[0])).toBe('latin');
  });
});

describe('ignore files', () => {
  it('are obeyed, deeper ones before higher ones, .arbiterignore over .gitignore', async () => {
    const root = await folderOf({
      '.gitignore': '*.log\n/build/\nsecret*\n# comment\n',
      '.arbiterignore': '!kept.log\ndrafts/**\n',
      'a.log': '',
      'kept.log': '',
      'build/out.md': '',
      'sub/build/in.md': '',
      'secret.md': '',
      'sub/.gitignore': '!secret.md\nlocal.md\n',
      'sub/secret.md': '',
      'sub/local.md': '',
      'local.md': '',
      'drafts/a.md': '',
    });
    expect((await walk(root)).sources).toEqual(['kept.log', 'local.md', 'sub/build/in.md', 'sub/secret.md']);
  });

  it('cannot bring back what lies below an ignored folder', async () => {
    const root = await folderOf({ '.gitignore': 'out/\n', 'out/.gitignore': '!*\n', 'out/a.md': '' });
    expect((await walk(root)).sources).toEqual([]);
  });

  it('are not applied to a file that is named itself', async () => {
    const root = await folderOf({ '.gitignore': '*', 'a.md': 'A' });
    expect((await walk(join(root, 'a.md'))).sources).toEqual(['a.md']);
  });

  it('that cannot be read are reported', async () => {
    const root = await folderOf({ '.gitignore/': '', 'a.md': '' });
    const { skipped, sources } = await walk(root);
    expect(sources).toEqual(['a.md']);
    expect(skipped['.gitignore']).toMatch(/^Its rules are not applied: /);
  });
});

describe('symbolic links', () => {
  it('that form a loop end', async () => {
    const root = await folderOf({ 'a/b/c.md': '' });
    await symlink('..', join(root, 'a/b/up'));
    await symlink(root, join(root, 'a/all'));
    await symlink('self', join(root, 'self'));
    const { sources, skipped } = await walk(root);
    expect(sources).toEqual(['a/b/c.md']);
    expect(skipped).toEqual({
      self: 'It is a link that leads back to itself.',
      'a/all': 'It is a link to something that is read under its own name.',
      'a/b/up': 'It is a link to something that is read under its own name.',
    });
  });

  it('do not hide a folder behind the name of a link that comes before it', async () => {
    const root = await folderOf({ 'z/a.md': '' });
    await symlink('z', join(root, 'a-link'));
    await symlink('z/a.md', join(root, 'a-file'));
    expect((await walk(root)).sources).toEqual(['z/a.md']);
  });

  it('are followed to what is found in no other way, once', async () => {
    const root = await folderOf({ '.versions/3/a.md': 'three' });
    await symlink('.versions/3', join(root, 'current'));
    await symlink('.versions/3', join(root, 'latest'));
    await symlink('.versions/3/a.md', join(root, 'one.md'));
    const { items, sources, skipped } = await walk(root);
    expect(sources).toEqual(['current/a.md']);
    expect(items[0]?.location).toBe(join(root, '.versions/3/a.md'));
    expect(await read(items[0])).toBe('three');
    expect(Object.keys(skipped)).toEqual(['.versions/', 'latest', 'one.md']);
  });

  it('that lead out of the folder, or nowhere, are left out with a reason', async () => {
    const outside = await folderOf({ 'secret.md': '' });
    const root = await folderOf({ 'a.md': '' });
    await symlink(outside, join(root, 'out'));
    await symlink(join(outside, 'secret.md'), join(root, 'secret.md'));
    await symlink('/etc/passwd', join(root, 'passwd'));
    await symlink('gone.md', join(root, 'broken.md'));
    const { sources, skipped } = await walk(root);
    expect(sources).toEqual(['a.md']);
    const reason = 'It is a link that leads out of the folder; ingest its target by its own path.';
    expect(skipped).toEqual({
      'broken.md': 'It is a link to something that is not there.',
      out: reason,
      passwd: reason,
      'secret.md': reason,
    });
  });

  it('are no way out for a folder whose name begins like the root', async () => {
    const root = await folderOf({ 'in/a.md': '', 'in-secret/b.md': '' });
    await symlink(join(root, 'in-secret'), join(root, 'in', 'link'));
    expect((await walk(join(root, 'in'))).sources).toEqual(['a.md']);
  });
});

describe('reading an item', () => {
  it('takes a file as large as the limit and refuses a larger one, naming the limit', async () => {
    const root = await folderOf({ 'fits.md': 'x'.repeat(1024), 'large.md': 'x'.repeat(1025) });
    const { items } = await walk(root, { maxFileBytes: 1024 });
    expect(await read(items[0])).toHaveLength(1024);
    await expect(read(items[1])).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.stringMatching(/^"large\.md" is larger than the limit of 1024 bytes\. Split it/),
    });
  });

  it('refuses a file above 64 MiB without reading it', async () => {
    const root = await folderOf({ 'large.md': '' });
    await truncate(join(root, 'large.md'), 200 * 1024 * 1024);
    const { items } = await walk(root);
    await expect(read(items[0])).rejects.toThrow('larger than the limit of 64 MiB');
  });

  it('notices that a file has grown beyond the limit since it was found', async () => {
    const root = await folderOf({ 'a.md': 'small' });
    const { items } = await walk(root, { maxFileBytes: 10 });
    await writeFile(join(root, 'a.md'), 'x'.repeat(11));
    await expect(read(items[0])).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('gives all of a file that is larger than one read', async () => {
    const content = Array.from({ length: 400_000 }, (_, index) => String(index)).join(' ');
    const { items } = await walk(await folderOf({ 'a.txt': content }));
    expect(await read(items[0])).toBe(content);
  });

  it('says when the file has gone', async () => {
    const root = await folderOf({ 'a.md': '' });
    const { items } = await walk(root);
    await rm(join(root, 'a.md'));
    await expect(read(items[0])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('opens no pipe and follows no link that has taken the place of the file', async () => {
    const root = await folderOf({ 'a.md': '', 'b.md': '' });
    const { items } = await walk(root);
    await rm(join(root, 'a.md'));
    execFileSync('mkfifo', [join(root, 'a.md')]);
    await rename(join(root, 'b.md'), join(root, 'c.md'));
    await symlink('/etc/passwd', join(root, 'b.md'));
    await expect(read(items[0])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(read(items[1])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('stops under an aborted signal', async () => {
    const { items } = await walk(await folderOf({ 'a.md': 'x' }));
    await expect(items[0]!.read(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('FilesystemSourceReader, of what is no readable file', () => {
  it('says that there is nothing at the path', async () => {
    const path = join(await newFolder(), 'none');
    await expect(walk(path)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no file or folder at "${path}".`,
    });
  });

  it.each(['', 'a\0b'])('refuses the path %j', async (path) => {
    await expect(walk(path)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('opens no pipe and no socket, and says why', async () => {
    const root = await folderOf({ 'a.md': '' });
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve));
    const { sources, skipped } = await walk(root);
    await new Promise((resolve) => server.close(resolve));
    expect(sources).toEqual(['a.md']);
    const reason = 'It is a pipe, socket or device, not a file.';
    expect(skipped).toEqual({ 'pipe.md': reason, socket: reason });
    expect((await walk('/dev/null')).skipped).toEqual({ null: reason });
  });

  it('finds a file under each of its hard links', async () => {
    const root = await folderOf({ 'a.md': 'A' });
    await link(join(root, 'a.md'), join(root, 'b.md'));
    expect((await walk(root)).sources).toEqual(['a.md', 'b.md']);
  });

  it('ends a walk whose signal is aborted', async () => {
    const root = await folderOf({ 'a.md': '', 'b.md': '', 'c.md': '' });
    const stop = new AbortController();
    const found: string[] = [];
    const run = async (): Promise<void> => {
      for await (const item of new FilesystemSourceReader().walk(root, stop.signal)) {
        if ('source' in item) found.push(item.source);
        stop.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
    expect(found).toEqual(['a.md']);
  });

  const against = process.getuid?.() === 0 ? reasonAgainstNobody() : null;
  const itDenied = against === null ? it : it.skip;
  const because = against === null ? '' : ` (skipped: ${against})`;
  itDenied(
    `finds what may not be read, file or folder, and says so when it is read${because}`,
    async () => {
      const root = await folderOf({ 'a.md': 'A', 'b.md': '', 'closed/c.md': '', 'seen/d.md': 'D' });
      await chmod(root, 0o755);
      await chmod(join(root, 'b.md'), 0);
      await chmod(join(root, 'closed'), 0);
      const found = await startChild('walk', root, process.getuid?.() === 0 ? { user: NOBODY } : {}).end();
      await chmod(join(root, 'closed'), 0o755);
      const denied = (source: string) => ({
        code: 'FORBIDDEN',
        message: `"${source}" may not be read by the user that Arbiter runs as. Give that user the right to read it.`,
      });
      expect(found).toEqual([
        { source: 'a.md', outcome: 'done' },
        { source: 'b.md', outcome: denied('b.md') },
        { source: 'closed/', outcome: denied('closed/') },
        { source: 'seen/d.md', outcome: 'done' },
      ]);
    },
    60_000,
  );
});
