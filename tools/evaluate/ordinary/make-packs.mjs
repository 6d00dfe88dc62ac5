/**
 * Makes packs of the ordinary questions: node make-packs.mjs CLONES OUT
 *
 * CLONES holds a clone of each repository of `bodies.json` under its name (`caddyserver/website`), checked out at its commit; bodies
 * without a clone are left out. The texts are not ours to keep, so questions point into them, and their quotes are cut out here.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const DIGITS = 16;

const [clones, out] = process.argv.slice(2);
if (clones === undefined || out === undefined) {
  console.error('node make-packs.mjs CLONES OUT');
  process.exit(2);
}

for (const body of JSON.parse(readFileSync(join(HERE, 'bodies.json'), 'utf8')).bodies) {
  const clone = join(clones, body.repository);
  if (existsSync(clone)) makePack(body, clone, join(out, body.name));
  else console.error(`${body.name}: no clone of ${body.repository}, left out`);
}

function makePack({ name, commit, documents }, clone, folder) {
  const texts = new Map();
  for (const { path, sha256 } of documents) {
    const bytes = readFileSync(join(clone, path));
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGITS);
    if (digest !== sha256) throw new Error(`${name}: ${path} is not that of ${commit}.`);
    texts.set(path, bytes.toString('utf8'));
    write(join(folder, documentOf(path)), bytes);
  }
  const lines = readFileSync(join(HERE, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  const questions = lines.map((line) => withQuotes(JSON.parse(line), texts));
  write(join(folder, 'eval/questions.jsonl'), `${questions.map((question) => JSON.stringify(question)).join('\n')}\n`);
  write(join(folder, 'config.json'), JSON.stringify(configOf(name)));
  write(join(folder, 'sources.json'), JSON.stringify({ files: [{ path: 'documents', type: 'docs' }] }));
  console.log(`${name}: ${questions.length} questions over ${documents.length} documents`);
}

/** Offsets are in UTF-16 code units. */
function withQuotes({ evidence, ...question }, texts) {
  const quoted = evidence.map(({ document, start, end }) => ({
    document: documentOf(document),
    quote: texts.get(document).slice(start, end),
  }));
  return { ...question, evidence: quoted };
}

/** A page of MDX is read as Markdown: its imports are no content. */
function documentOf(path) {
  return join('documents', path.replace(/\.(?:mdx|markdown)$/, '.md'));
}

function configOf(domain) {
  return {
    domain,
    version: '1.0.0',
    description: 'Public text, with ordinary questions',
    vectorDatabase: { collections: [`${domain}_docs`] },
    entities: { types: ['thing'] },
    ingestion: { sources: './sources.json' },
  };
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
