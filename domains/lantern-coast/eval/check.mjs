#!/usr/bin/env node
// Checks the pack against the rules it was written by. Prints one problem a line and exits with 1, or a summary and 0.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACK = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const MIN_DOCUMENTS = 46;
const MIN_WORDS = 12_000;
const MIN_ENTITIES = 120;
const MIN_ANSWERABLE = 70;
const MIN_UNANSWERABLE = 20;
const MIN_QUESTIONS = 110;
const MIN_STATE_QUESTIONS = 110;
const MIN_STATE_UNANSWERABLE = 12;
/** Questions that name what must not be offered: dead, destroyed, closed, hostile or replaced. */
const MIN_STATE_UNAVAILABLE = 40;
const MIN_CASCADES = 35;
const LABELLED_ANSWERS = 100;
const SESSIONS = 6;
const SESSION_WORDS = [350, 600];
/** A question that shares this many words in a row with a document gives its answer away. */
const SHARED_RUN = 6;
const MAX_PER_PATTERN = 3;
/** The test part's share of each file, and how far it may be off; of each type it may be off by one question. */
const DOCUMENT_TEST_SHARE = 1 / 3;
const STATE_TEST_SHARE = 0.46;
const SHARE_TOLERANCE = 0.036;
/** Content-word overlap (Jaccard) above which a test question counts as a rewording of a train question. */
const REWORDING = 0.6;
const DOCUMENT_TYPES = ['simple_lookup', 'procedural', 'comparative', 'multi_hop', 'list_building'];
const STATE_TYPES = ['status', 'relationship', 'narrative', 'temporal', 'simple_lookup'];
const MARKDOWN = /\]\(|\||\*|`|^#/;
const STOP_WORDS = new Set(
  'a an and are as at be by can could did do does for from had has have he her his how i if in is it its me my of on or please she that the their there they this to was what when where which who whom whose why will with would'.split(
    ' ',
  ),
);

const problems = [];
const problem = (where, what) => problems.push(`${where}: ${what}`);

// Reading

const read = (path) => readFileSync(join(PACK, path), 'utf8');

function markdownFiles(folder) {
  return readdirSync(join(PACK, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return markdownFiles(path);
      return entry.name.endsWith('.md') ? [path] : [];
    })
    .sort();
}

function readJsonLines(path) {
  const rows = [];
  read(path)
    .split('\n')
    .forEach((line, index) => {
      if (line.trim() === '') return;
      const at = `${path}:${index + 1}`;
      try {
        rows.push({ at, value: JSON.parse(line) });
      } catch (error) {
        problem(at, `not JSON (${error.message})`);
      }
    });
  return rows;
}

function readJson(path) {
  try {
    return JSON.parse(read(path));
  } catch (error) {
    problem(path, `not JSON (${error.message})`);
    return {};
  }
}

const wordTokens = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? [];
const countWords = (text) => text.split(/\s+/).filter(Boolean).length;
const withoutFrontMatter = (text) => text.replace(/^---\n[\s\S]*?\n---\n/, '');
const plainText = (text) => text.replace(/\[([^[\]]*)\]\([^)]*\)/g, '$1').replace(/[*`|]/g, ' ');
const slug = (name) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const folded = (text) => ` ${wordTokens(text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')).join(' ')} `;

const documents = markdownFiles('documents');
const sessions = markdownFiles('sessions');
const texts = new Map([...documents, ...sessions].map((path) => [path, read(path)]));
const wordsInDocuments = documents.reduce((sum, path) => sum + countWords(texts.get(path)), 0);

// Documents, sessions and links

function checkConfig() {
  const config = readJson('config.json');
  const sources = readJson('sources.json');
  if (config.domain !== 'lantern-coast') problem('config.json', 'domain is not lantern-coast');
  for (const key of ['version', 'description', 'vectorDatabase', 'entities', 'ingestion']) {
    if (config[key] === undefined) problem('config.json', `no ${key}`);
  }
  for (const source of sources.files ?? []) {
    if (!existsSync(join(PACK, source.path))) problem('sources.json', `no such path: ${source.path}`);
  }
  return new Set(config.entities?.types ?? []);
}

function checkDocuments() {
  if (documents.length < MIN_DOCUMENTS)
    problem('documents', `${documents.length} files, at least ${MIN_DOCUMENTS} wanted`);
  if (wordsInDocuments < MIN_WORDS) problem('documents', `${wordsInDocuments} words, at least ${MIN_WORDS} wanted`);
  for (const path of documents) {
    const head = /^---\n([\s\S]*?)\n---\n/.exec(texts.get(path))?.[1] ?? '';
    for (const key of ['title', 'type']) {
      if (!new RegExp(`^${key}: \\S`, 'm').test(head)) problem(path, `front matter has no ${key}`);
    }
  }
}

function checkSessions() {
  if (sessions.length !== SESSIONS) problem('sessions', `${sessions.length} reports, ${SESSIONS} wanted`);
  sessions.forEach((path, index) => {
    const text = texts.get(path);
    const number = Number(/^session: (\d+)$/m.exec(text)?.[1]);
    if (number !== index + 1) problem(path, `session ${number}, expected ${index + 1}`);
    if (!/^date: \d{4}-\d{2}-\d{2}$/m.test(text)) problem(path, 'front matter has no date');
    if (!/^title: \S/m.test(text)) problem(path, 'front matter has no title');
    const words = countWords(withoutFrontMatter(text));
    if (words < SESSION_WORDS[0] || words > SESSION_WORDS[1])
      problem(path, `${words} words, ${SESSION_WORDS.join('–')} wanted`);
  });
}

function checkLinks() {
  let links = 0;
  for (const path of [...texts.keys(), 'README.md']) {
    read(path)
      .split('\n')
      .forEach((line, index) => {
        for (const [, target] of line.matchAll(/\]\(([^)#\s]+)(?:[#\s][^)]*)?\)/g)) {
          if (/^[a-z]+:/.test(target)) continue;
          links += 1;
          if (!existsSync(resolve(PACK, dirname(path), target))) problem(`${path}:${index + 1}`, `dead link ${target}`);
        }
      });
  }
  return links;
}

// Entities, relations and the changelog

function checkEntities(types) {
  const rows = readJsonLines('eval/entities.jsonl');
  if (rows.length < MIN_ENTITIES)
    problem('eval/entities.jsonl', `${rows.length} entities, at least ${MIN_ENTITIES} wanted`);
  const ids = new Set();
  const names = new Set();
  const resolvable = new Set();
  for (const { at, value } of rows) {
    if (ids.has(value.id)) problem(at, `id ${value.id} is used twice`);
    if (names.has(value.name)) problem(at, `name ${value.name} is used twice`);
    if (!types.has(value.type)) problem(at, `type ${value.type} is not in config.json`);
    ids.add(value.id);
    names.add(value.name);
    for (const key of [value.id, slug(value.name), ...value.aliases.map(slug)]) resolvable.add(key);
    const text = texts.get(value.document);
    if (text === undefined) {
      problem(at, `no document ${value.document}`);
      continue;
    }
    const haystack = folded(text);
    if (![value.name, ...value.aliases].some((name) => haystack.includes(folded(name)))) {
      problem(at, `${value.document} contains neither ${value.name} nor an alias`);
    }
  }
  return { rows, names, resolvable };
}

function checkRelations(names) {
  const rows = readJsonLines('eval/relations.jsonl');
  for (const { at, value } of rows) {
    for (const end of ['from', 'to']) {
      if (!names.has(value[end])) problem(at, `${end}: ${value[end]} is no entity`);
    }
    if (!/^[a-z]+(_[a-z]+)*$/.test(value.type ?? '')) problem(at, `type ${value.type} is not snake_case`);
    if (!texts.has(value.document)) problem(at, `no document ${value.document}`);
  }
  return rows.length;
}

function checkChangelog(resolvable) {
  const rows = readJsonLines('changelog.jsonl');
  const seen = new Set();
  let changes = 0;
  const mustResolve = (at, id) => {
    if (!resolvable.has(id) && !resolvable.has(slug(String(id)))) problem(at, `${id} resolves to no entity`);
  };
  for (const { at, value } of rows) {
    seen.add(value.session_id);
    for (const update of value.entity_updates ?? []) {
      changes += 1;
      mustResolve(at, update.entity_id);
      if (!update.status) problem(at, `${update.entity_id} has no status`);
      for (const key of [
        'killed_by',
        'destroyed_by',
        'opened_by',
        'ended_by',
        'hostile_to',
        'held_by',
        'location',
        'expelled_from',
      ]) {
        for (const id of [update[key] ?? []].flat()) mustResolve(at, id);
      }
    }
    for (const update of value.relationship_updates ?? []) {
      changes += 1;
      mustResolve(at, update.from);
      mustResolve(at, update.to);
      if (!update.old_status || !update.new_status)
        problem(at, `${update.from} → ${update.to}: old_status or new_status missing`);
    }
  }
  for (let session = 1; session <= SESSIONS; session += 1) {
    if (!seen.has(session)) problem('changelog.jsonl', `nothing for session ${session}`);
  }
  return changes;
}

// Questions

function sharedRuns() {
  const runs = new Map();
  for (const [path, text] of texts) {
    const tokens = wordTokens(plainText(text));
    for (let i = 0; i + SHARED_RUN <= tokens.length; i += 1) runs.set(tokens.slice(i, i + SHARED_RUN).join(' '), path);
  }
  return runs;
}

/** The question's opening four words with names and numbers masked: "how old is X". */
function pattern(question) {
  const words = question
    .replace(/[^\p{L}\p{N}'’ -]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const masked = words.map((word, i) =>
    /^\d/.test(word) || (i > 0 && /^\p{Lu}/u.test(word) && word !== 'I') ? 'X' : word.toLowerCase(),
  );
  return masked
    .filter((word, i) => word !== 'X' || masked[i - 1] !== 'X')
    .slice(0, 4)
    .join(' ');
}

function checkQuestion(at, question, allowedTypes, runs, names) {
  const { answers, mustMention = [], evidence } = question;
  if (!allowedTypes.includes(question.type)) problem(at, `type ${question.type}`);
  if (!['train', 'test'].includes(question.part)) problem(at, `part ${question.part}`);
  if (!Array.isArray(answers) || !Array.isArray(evidence)) return problem(at, 'answers and evidence must be arrays');
  if (question.answerable) {
    const byState = question.expectedEntities?.length || question.unavailableEntities?.length;
    if (answers.length + mustMention.length === 0 && !byState) problem(at, 'answerable, but no accepted answer');
    if (evidence.length === 0) problem(at, 'answerable, but no evidence');
  } else if (answers.length + mustMention.length + evidence.length > 0)
    problem(at, 'not answerable, but has an answer or evidence');

  for (const { document, quote } of evidence) {
    const text = texts.get(document);
    if (text === undefined) problem(at, `no document ${document}`);
    else if (!text.split('\n').some((line) => line.includes(quote))) problem(at, `not in ${document}: "${quote}"`);
    if (MARKDOWN.test(quote)) problem(at, `quote holds markdown: "${quote}"`);
  }
  if (question.type === 'multi_hop' && question.answerable && new Set(evidence.map((e) => e.document)).size < 2) {
    problem(at, 'multi_hop with evidence in one document only');
  }

  const tokens = wordTokens(question.question);
  for (let i = 0; i + SHARED_RUN <= tokens.length; i += 1) {
    const run = tokens.slice(i, i + SHARED_RUN).join(' ');
    if (runs.has(run)) problem(at, `shares "${run}" with ${runs.get(run)}`);
  }
  for (const name of [...(question.expectedEntities ?? []), ...(question.unavailableEntities ?? [])]) {
    if (!names.has(name)) problem(at, `${name} is no entity`);
  }
  if (question.asOfSession !== undefined && !(question.asOfSession >= 1 && question.asOfSession <= SESSIONS)) {
    problem(at, `asOfSession ${question.asOfSession}`);
  }
}

/** Every required mention, and at least one accepted answer, must stand in a document that is cited. */
function checkAnswersStand(at, { answerable, answers, mustMention = [], evidence }) {
  if (!answerable) return;
  const cited = evidence.map(({ document }) => folded(plainText(texts.get(document) ?? ''))).join(' ');
  for (const mention of mustMention) {
    if (!cited.includes(folded(mention).trim())) problem(at, `"${mention}" is in no cited document`);
  }
  if (answers.length > 0 && !answers.some((answer) => cited.includes(folded(answer))))
    problem(at, 'no accepted answer is in a cited document');
}

function checkSplit(file, rows, wanted, key) {
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  const test = rows.filter(({ value }) => value.part === 'test').length;
  const share = test / rows.length;
  if (Math.abs(share - wanted) > SHARE_TOLERANCE) problem(file, `test part is ${(100 * share).toFixed(1)} %`);
  for (const [name, group] of groups) {
    const inTest = group.filter(({ value }) => value.part === 'test').length;
    if (Math.abs(inTest - group.length * wanted) > 1)
      problem(file, `${name}: ${inTest} of ${group.length} in the test part, ${(100 * wanted).toFixed(0)} % wanted`);
  }
}

function checkRewordings(rows) {
  const content = ({ value }) => new Set(wordTokens(value.question).filter((word) => !STOP_WORDS.has(word)));
  const train = rows.filter(({ value }) => value.part === 'train').map((row) => ({ row, words: content(row) }));
  for (const row of rows.filter(({ value }) => value.part === 'test')) {
    const words = content(row);
    for (const other of train) {
      const common = [...words].filter((word) => other.words.has(word)).length;
      if (common / (words.size + other.words.size - common) >= REWORDING)
        problem(row.at, `rewords ${other.row.value.id}`);
    }
  }
}

function checkQuestions(names) {
  const main = readJsonLines('eval/questions.jsonl');
  const state = readJsonLines('eval/state-questions.jsonl');
  const runs = sharedRuns();
  const ids = new Set();
  const patterns = new Map();
  for (const [rows, allowed] of [
    [main, DOCUMENT_TYPES],
    [state, STATE_TYPES],
  ]) {
    for (const { at, value } of rows) {
      if (ids.has(value.id)) problem(at, `id ${value.id} is used twice`);
      ids.add(value.id);
      checkQuestion(at, value, allowed, runs, names);
      if (rows === main) {
        checkAnswersStand(at, value);
        for (const { document } of value.evidence) {
          if (!document.startsWith('documents/')) problem(at, `evidence outside documents/: ${document}`);
        }
      }
      const key = pattern(value.question);
      patterns.set(key, [...(patterns.get(key) ?? []), at]);
    }
  }
  for (const [key, at] of patterns) {
    if (at.length > MAX_PER_PATTERN) problem(at[0], `${at.length} questions open with "${key}"`);
  }
  const answerable = main.filter(({ value }) => value.answerable).length;
  if (main.length < MIN_QUESTIONS)
    problem('eval/questions.jsonl', `${main.length} questions, at least ${MIN_QUESTIONS} wanted`);
  if (answerable < MIN_ANSWERABLE)
    problem('eval/questions.jsonl', `${answerable} answerable, at least ${MIN_ANSWERABLE} wanted`);
  if (main.length - answerable < MIN_UNANSWERABLE)
    problem('eval/questions.jsonl', `${main.length - answerable} unanswerable, at least ${MIN_UNANSWERABLE} wanted`);
  if (state.length < MIN_STATE_QUESTIONS)
    problem('eval/state-questions.jsonl', `${state.length} questions, at least ${MIN_STATE_QUESTIONS} wanted`);
  for (const [what, least, counts] of [
    ['not answerable', MIN_STATE_UNANSWERABLE, (value) => !value.answerable],
    ['with unavailableEntities', MIN_STATE_UNAVAILABLE, (value) => value.unavailableEntities?.length > 0],
    ['with cascade', MIN_CASCADES, (value) => value.cascade],
  ]) {
    const counted = state.filter(({ value }) => counts(value)).length;
    if (counted < least) problem('eval/state-questions.jsonl', `${counted} ${what}, at least ${least} wanted`);
  }
  checkSplit(
    'eval/questions.jsonl',
    main,
    DOCUMENT_TEST_SHARE,
    ({ value }) => `${value.type}, ${value.answerable ? 'answerable' : 'unanswerable'}`,
  );
  checkSplit('eval/state-questions.jsonl', state, STATE_TEST_SHARE, ({ value }) => value.type);
  checkRewordings([...main, ...state]);
  return { main, answerable, state };
}

// Answers that were labelled by reading them

/** Words in a row of a source: the same in the document, whatever the markup. */
function checkLabelledAnswers() {
  const file = 'eval/labelled-answers.jsonl';
  const rows = readJsonLines(file);
  const ids = new Set();
  for (const { at, value } of rows) {
    if (ids.has(value.id)) problem(at, `id ${value.id} is used twice`);
    ids.add(value.id);
    if (typeof value.accept !== 'boolean') problem(at, 'accept is not true or false');
    if (value.accept && value.unsupportedClaims.length > 0) problem(at, 'accepted with an unsupported claim');
    for (const claim of value.unsupportedClaims) {
      if (!value.answer.includes(claim)) problem(at, `not in the answer: "${claim}"`);
    }
    for (const { document, quote } of value.sources) {
      const text = texts.get(document);
      if (text === undefined) problem(at, `no document ${document}`);
      else if (!folded(plainText(text)).includes(folded(plainText(quote))))
        problem(at, `not in ${document}: "${quote}"`);
    }
  }
  const accepted = rows.filter(({ value }) => value.accept).length;
  if (rows.length !== LABELLED_ANSWERS) problem(file, `${rows.length} answers, ${LABELLED_ANSWERS} wanted`);
  if (Math.abs(accepted - rows.length / 2) > 5) problem(file, `${accepted} of ${rows.length} to accept, half wanted`);
  return rows.length;
}

const types = checkConfig();
checkDocuments();
checkSessions();
const links = checkLinks();
const entities = checkEntities(types);
const relations = checkRelations(entities.names);
const changes = checkChangelog(entities.resolvable);
const questions = checkQuestions(entities.names);
const labelled = checkLabelledAnswers();

for (const line of problems) console.error(line);
const inTest = questions.main.filter(({ value }) => value.part === 'test').length;
console.log(
  `${relative(process.cwd(), PACK) || '.'}: ${documents.length} documents, ${wordsInDocuments} words, ${links} links, ${sessions.length} sessions, ` +
    `${entities.rows.length} entities, ${relations} relations, ${changes} changes, ${questions.main.length} questions ` +
    `(${questions.answerable} answerable, ${questions.main.length - questions.answerable} not, ${inTest} test), ` +
    `${questions.state.length} state questions, ${labelled} labelled answers; ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
