// Puts together the cards of entities for the questions of a dump of collect.mjs, as previews read them.
// node tools/models/src/reader/collect-cards.mjs DUMP.jsonl CARDS.jsonl PACK…
import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Changelog, parseChangelogEntry } from '@arbiter/changelog';
import { MarkdownParser } from '@arbiter/adapters-markdown';
import { areExpected } from '@arbiter/evaluation';
import { buildSnapshot, cardOf, KnowledgeGraph, rankEntities, readTarget, World } from '@arbiter/knowledge-graph';
import { slugOf } from '@arbiter/text';
import { JsonLinesFile } from '../../dist/library.js';

/** Cards of a question, besides those of the entities that it expects. */
const CARDS = 8;
const NEVER = new globalThis.AbortController().signal;

// The arm does not export them, and they are called nowhere else from outside.
const sentences = new URL('../../../../apps/retriever-arm/dist/synthesis/sentences/', import.meta.url);
const { candidateSentences } = await import(new URL('candidate-sentences.js', sentences).href);
const { judgeSentences } = await import(new URL('judge-sentences.js', sentences).href);

const [dump, outFile, ...folders] = process.argv.slice(2);
const byPack = await recordsOf(dump);
const out = new JsonLinesFile(outFile);
for (const folder of folders) {
  const pack = basename(folder);
  const records = byPack.get(pack) ?? [];
  const worlds = await worldsOf(folder, pack, records);
  for (const { question, passages } of records)
    await out.write([{ pack, id: question.id, cards: cardsOf(question, passages, worlds(question.asOfSession)) }]);
  process.stderr.write(`${pack} ${new Date().toISOString()}\n`);
}
await out.close();

async function recordsOf(file) {
  const records = new Map();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const record = JSON.parse(line);
    if (!records.has(record.pack)) records.set(record.pack, []);
    records.get(record.pack).push(record);
  }
  return records;
}

/** The pack's world by session, with its changelog; its documents have the ids of the dump. */
async function worldsOf(folder, collection, records) {
  const ids = new Map(
    records.flatMap(({ passages }) => passages.map(({ source, documentId }) => [source, documentId])),
  );
  const root = join(folder, 'documents');
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.md')).sort();
  const documents = await Promise.all(
    paths.map(async (path) => ({
      ...(await new MarkdownParser().parse({ bytes: await readFile(join(root, path)), name: path, signal: NEVER })),
      id: ids.get(path) ?? path,
      source: path,
      contentHash: path,
      session: Number(/^sessions\/(\d+)/.exec(path)?.[1]) || null,
    })),
  );
  const { entities = {} } = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
  const { types = [], relations = {}, statuses = {} } = entities;
  const named = (available) => Object.keys(statuses).filter((name) => statuses[name].available === available);
  const vocabulary = { available: named(true), unavailable: named(false) };
  const relationTypes = Object.entries(relations).map(([type, ends]) => ({ type, ...ends }));
  const schema = { entityTypes: types.join() === 'thing' ? [] : types, relationTypes, statuses: vocabulary };
  const log = await changelogOf(folder);
  const changes = { entries: log.entries({}), lastEvent: 0 };
  const graph = new KnowledgeGraph(buildSnapshot(documents, { collection, schema, version: 'cards', changes }));
  return (session) => new World(graph, log.entries(session === undefined ? {} : { session }), { vocabulary });
}

/** With names in place of the ids of the labels. */
async function changelogOf(folder) {
  const names = new Map((await linesOf(join(folder, 'eval/entities.jsonl'))).map(({ id, name }) => [id, slugOf(name)]));
  const named = (id) => names.get(id) ?? id;
  return (await linesOf(join(folder, 'changelog.jsonl'))).reduce((log, entry) => {
    for (const update of entry.entity_updates ?? []) update.entity_id = named(update.entity_id);
    for (const update of entry.relationship_updates ?? [])
      Object.assign(update, { from: named(update.from), to: named(update.to) });
    return log.append(parseChangelogEntry(entry), 0);
  }, Changelog.empty);
}

async function linesOf(file) {
  if (!existsSync(file)) return [];
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Of the likeliest entities by words and rank, and of the expected ones. */
function cardsOf({ question, expectedEntities = [] }, passages, world) {
  const evidence = judgeSentences(question, candidateSentences(passages), null)
    .map(({ candidate, probability }) => ({ ...placed(candidate), probability, span: null }))
    .sort((a, b) => b.probability - a.probability);
  const { entities } = world.graph;
  const expected = areExpected(
    expectedEntities,
    entities.map(({ name, aliases }) => [name, ...aliases]),
    [],
  );
  const likeliest = rankEntities(readTarget(question, world.graph), evidence, world).slice(0, CARDS);
  const nodes = new Set(likeliest.map(({ node }) => node));
  expected.forEach((isExpected, node) => isExpected && nodes.add(node));
  return [...nodes].map((node) => {
    const { name, text } = cardOf(world, node, evidence);
    return { name, text, expected: expected[node] };
  });
}

function placed({ passage, start, end, text }) {
  return { documentId: passage.documentId, start, end, text };
}
