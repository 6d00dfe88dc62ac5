import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const ORDINARY = join(import.meta.dirname, '../ordinary');
const run = promisify(execFile);

const Bodies = z.strictObject({
  bodies: z.array(
    z.strictObject({
      name: z.string(),
      repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
      commit: z.string().regex(/^[\da-f]{40}$/),
      documents: z.array(z.strictObject({ path: z.string(), sha256: z.string().regex(/^[\da-f]{16}$/) })).min(1),
    }),
  ),
});
const Question = z.strictObject({
  id: z.string(),
  part: z.enum(['train', 'test']),
  question: z.string().min(1),
  type: z.string(),
  answerable: z.boolean(),
  answers: z.array(z.string()),
  mustMention: z.array(z.string()),
  evidence: z.array(z.strictObject({ document: z.string(), start: z.int().min(0), end: z.int().min(1) })),
});

async function bodies() {
  return Bodies.parse(JSON.parse(await readFile(join(ORDINARY, 'bodies.json'), 'utf8'))).bodies;
}

async function questionsOf(name: string) {
  const lines = (await readFile(join(ORDINARY, `${name}.jsonl`), 'utf8')).trim().split('\n');
  return lines.map((line) => Question.parse(JSON.parse(line)));
}

describe('the ordinary questions', () => {
  it('point into the documents of their body, and say what a right answer holds', async () => {
    const all = [];
    for (const { name, documents } of await bodies()) {
      const paths = new Set(documents.map(({ path }) => path));
      for (const question of await questionsOf(name)) {
        all.push(question);
        const { answerable, answers, mustMention, evidence } = question;
        expect(evidence.every(({ document, start, end }) => paths.has(document) && start < end)).toBe(true);
        expect(evidence.length > 0).toBe(answerable);
        expect(answers.length + mustMention.length > 0).toBe(answerable);
      }
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ answerable }) => answerable)).toHaveLength(384);
    expect(all).toHaveLength(504);
  });
});

describe('make-packs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-ordinary-'));
    await cp(join(ORDINARY, 'make-packs.mjs'), join(folder, 'make-packs.mjs'));
    await mkdir(join(folder, 'clones/mill/notes'), { recursive: true });
    await writeFile(join(folder, 'clones/mill/notes/page.mdx'), PAGE);
    const evidence = [{ document: 'page.mdx', start: 10, end: 33 }];
    const question = { ...{ id: 'mill-01', part: 'train', question: 'Hours?', type: 'simple_lookup' }, evidence };
    await writeFile(join(folder, 'mill.jsonl'), JSON.stringify(question));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const PAGE = '# Mühle\n\n§ 1 opens at nine o’clock. 🜂';
  const make = async (sha256: string) => {
    const documents = [{ path: 'page.mdx', sha256 }];
    const lost = { name: 'lost', repository: 'mill/lost', commit: '0', documents };
    const kept = { name: 'mill', repository: 'mill/notes', commit: '0', documents };
    await writeFile(join(folder, 'bodies.json'), JSON.stringify({ bodies: [lost, kept] }));
    return run('node', ['make-packs.mjs', 'clones', 'out'], { cwd: folder });
  };

  it('cuts the quotes out of the documents, and says what it leaves out', async () => {
    const { stdout, stderr } = await make(createHash('sha256').update(PAGE).digest('hex').slice(0, 16));
    expect(stdout).toBe('mill: 1 questions over 1 documents\n');
    expect(stderr).toContain('lost: no clone of mill/lost');
    const made: unknown = JSON.parse(await readFile(join(folder, 'out/mill/eval/questions.jsonl'), 'utf8'));
    expect(made).toMatchObject({ evidence: [{ document: 'documents/page.md', quote: ' 1 opens at nine o’cloc' }] });
    expect(await readFile(join(folder, 'out/mill/documents/page.md'), 'utf8')).toBe(PAGE);
  });

  it('refuses documents of another commit', async () => {
    await expect(make('0'.repeat(16))).rejects.toThrow('page.mdx is not that of 0');
  });
});
