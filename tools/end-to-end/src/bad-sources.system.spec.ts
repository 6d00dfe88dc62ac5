import { chmod, chown, mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SearchResponse, type IngestionJob } from '@arbiter/contracts';
import { NO_READER } from './environment.js';
import { NOBODY, reasonAgainstNobody } from './nobody.js';
import { WORKSPACE } from './installation.js';
import { notesOf, uniqueWord, writeNotes } from './notes-folder.js';
import { Processes } from './processes.js';
import type { ProgramRun } from './run-program.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { copySharedVectors } from './shared/copy-library.js';
import { TemporaryFolders } from './temporary-folders.js';

const MIB = 1_024 * 1_024;
const NOTES = 3;

const folders = new TemporaryFolders();
const processes = new Processes();
/** Holds the library: a command that works through it does not open one by itself. */
let server: RunningStandalone;
let sources: string;

const arbiter = (...args: string[]): Promise<ProgramRun> =>
  WORKSPACE.arbiter([...args, '--server', server.url], { cwd: sources });

const against = reasonAgainstNobody(WORKSPACE.arbiterPath);
const itAsNobody = against === null ? it : it.skip;

beforeAll(async () => {
  const [dataDir, folder] = await Promise.all([folders.create(), folders.create()]);
  sources = folder;
  // They hold those of the notes.
  await copySharedVectors(dataDir);
  server = await startStandaloneProcess(processes, { dataDir, env: NO_READER });
  await writeNotes(join(sources, 'notes'), NOTES);
  expect(await arbiter('ingest', 'notes')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

/** Gives a folder and all that is in it to a user. */
async function giveTo({ uid, gid }: typeof NOBODY, folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(['.', ...names].map((name) => chown(join(folder, name), uid, gid)));
}

describe('arbiter ingest', () => {
  it('says that a folder does not exist', async () => {
    // Without a server, as in a folder where nothing has been read yet.
    const run = await WORKSPACE.arbiter(['ingest', 'nowhere'], { cwd: sources });
    expect(run).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `Loading the embedding model …\narbiter: There is no file or folder ${join(sources, 'nowhere')}.\n`,
    });
  });

  it('fails when a folder holds nothing that it can read, and says what it reads', async () => {
    await mkdir(join(sources, 'films'));
    await writeFile(join(sources, 'films', 'a.mp4'), 'MP4');
    const run = await arbiter('ingest', 'films', '-c', 'films');
    expect(run.code).toBe(1);
    expect(lastLine(run.stderr)).toBe(
      'Found no document to read (1 file of other formats left out): Arbiter reads text, Markdown, HTML, PDF, Office files, EPUB, mail, tables, pictures and source code.',
    );
  });

  it('names what it cannot read and why, and reads the rest: 200 MB, a broken PDF, no text, a loop of links', async () => {
    const folder = join(sources, 'mixed');
    await mkdir(join(folder, 'deep'), { recursive: true });
    await writeFile(join(folder, 'huge.md'), '# Huge\n');
    await truncate(join(folder, 'huge.md'), 200 * MIB);
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\n1 0 obj\n<< /Type /Catalog');
    await writeFile(join(folder, 'binary.txt'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 0, 2, 0xff, 0xfe, 0, 0]));
    await writeFile(join(folder, 'deep', 'good.md'), notesOf(1)['note-000.md']!);
    await symlink('..', join(folder, 'deep', 'up'));
    await symlink('itself', join(folder, 'itself'));
    const run = await arbiter('ingest', 'mixed', '-c', 'mixed', '--json');
    expect(run.code).toBe(0);
    const { jobs, sentence } = JSON.parse(run.stdout) as { jobs: IngestionJob[]; sentence: string };
    expect(jobs).toMatchObject([{ state: 'completed_with_errors', counts: { added: 1, failed: 3 } }]);
    const reasons = new Map(jobs[0]!.failures.map(({ source, reason }) => [source, reason]));
    expect([...reasons.keys()].sort()).toEqual(['binary.txt', 'broken.pdf', 'huge.md']);
    expect(reasons.get('huge.md')).toMatch(/larger than the limit of 64 MiB\. Split it, or leave it out/);
    expect(reasons.get('broken.pdf')).toMatch(/broken/);
    for (const reason of reasons.values()) expect(reason).toMatch(/^[^\n]+\.$/);
    expect(sentence).toMatch(/3 documents could not be read/);
  });

  it('fails when it can read none of the documents that are there', async () => {
    await mkdir(join(sources, 'broken'));
    await writeFile(join(sources, 'broken', 'a.pdf'), 'no PDF at all');
    const run = await arbiter('ingest', 'broken', '-c', 'broken');
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('a.pdf (parse): ');
    expect(lastLine(run.stderr)).toBe('No document could be read.');
  });

  itAsNobody(
    `names a file that this user may not read${against === null ? '' : ` (skipped: ${against})`}`,
    async () => {
      const folder = await folders.create();
      const own = await folders.create();
      await writeNotes(folder, 1);
      await writeFile(join(folder, 'secret.md'), '# Secret\n');
      await chmod(join(folder, 'secret.md'), 0);
      await chmod(folder, 0o755);
      await copySharedVectors(join(own, '.arbiter'));
      await giveTo(NOBODY, own);
      const run = await WORKSPACE.arbiter(['ingest', folder], { cwd: own, user: NOBODY });
      expect(run.code).toBe(0);
      expect(run.stderr).toMatch(/secret\.md \(load\): [^\n]+\.\n/);
    },
  );

  it('has lost nothing of what was stored before', async () => {
    const run = await arbiter('search', uniqueWord(1), '-m', 'keyword', '-c', 'default', '--json');
    expect(SearchResponse.parse(JSON.parse(run.stdout)).results.map(({ source }) => source)).toEqual(['note-001.md']);
  });
});

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
