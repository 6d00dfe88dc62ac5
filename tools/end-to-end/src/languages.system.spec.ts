import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionSummary, SearchResponse } from '@arbiter/contracts';
import { NO_READER } from './environment.js';
import { ask, ingest, send, type HttpReply } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

interface Shore {
  readonly language: string;
  readonly analyser: string;
  readonly documents: Readonly<Record<string, string>>;
  /** A question, and the document that answers it. */
  readonly question: readonly [query: string, source: string];
  readonly offTopic: string;
}

/** The same few facts of a shore in four languages, each a collection. */
const SHORES: Readonly<Record<string, Shore>> = {
  german: {
    language: 'de',
    analyser: 'german-1',
    documents: {
      'leuchtturm.md':
        '# Leuchtturm\n\nDer Leuchtturm von Brunsberg wurde 1874 gebaut. Seine Lampe brennt mit Rapsöl, und der Wärter heißt Jonas Petersen.',
      'gasthaus.md':
        '# Gasthaus\n\nIm Gasthaus zum Anker kostet ein Bett sechs Groschen die Nacht. Die Wirtin kocht freitags Aalsuppe.',
      'fähre.md': '# Fähre\n\nDie Fähre nach Langeholm fährt zweimal am Tag. Bei Sturm bleibt sie liegen.',
    },
    question: ['Was kostet ein Bett im Gasthaus?', 'gasthaus.md'],
    offTopic: 'Welche Programmiersprache eignet sich für Mikrocontroller?',
  },
  japanese: {
    language: 'ja',
    analyser: 'unicode-2',
    documents: {
      '灯台.md': '# 灯台\n\n白浜灯台は一八七四年に建てられた。灯台守の名前は田中健一で、毎晩灯りをともす。',
      '宿.md': '# 宿\n\n錨屋という宿では一泊六十銭で泊まれる。金曜日にはうなぎの汁が出る。',
      '渡し船.md': '# 渡し船\n\n島への渡し船は一日に二回出る。嵐の日は欠航する。',
    },
    question: ['白浜灯台の灯台守は誰ですか', '灯台.md'],
    offTopic: '量子力学の基礎',
  },
  arabic: {
    language: 'ar',
    analyser: 'arabic-1',
    documents: {
      'منارة.md': '# منارة\n\nبنيت منارة الصخرة البيضاء عام 1874. حارس المنارة اسمه يوسف الحداد ويشعل المصباح كل ليلة.',
      'نزل.md': '# نزل\n\nيكلف السرير في نزل المرساة ستة دراهم في الليلة. تطبخ صاحبة النزل حساء السمك يوم الجمعة.',
      'عبارة.md': '# عبارة\n\nتبحر العبارة إلى الجزيرة مرتين في اليوم. تتوقف العبارة عند العواصف.',
    },
    question: ['كم يكلف السرير في نزل المرساة؟', 'نزل.md'],
    offTopic: 'كيف تعمل الشبكات العصبية؟',
  },
  russian: {
    language: 'ru',
    analyser: 'russian-1',
    documents: {
      'маяк.md':
        '# Маяк\n\nМаяк на Белом мысе построен в 1874 году. Смотрителя маяка зовут Иван Петров, он зажигает лампу каждую ночь.',
      'трактир.md': '# Трактир\n\nНочлег в трактире «Якорь» стоит шесть копеек. По пятницам хозяйка варит уху.',
      'паром.md': '# Паром\n\nПаром на остров ходит два раза в день. В шторм паром стоит у причала.',
    },
    question: ['Как зовут смотрителя маяка?', 'маяк.md'],
    offTopic: 'Как работают нейронные сети?',
  },
};

const processes = new Processes();
const folders = new TemporaryFolders();
let standalone: RunningStandalone;

/** A pack whose documents are in Dutch. */
async function writeDutchPack(folder: string): Promise<void> {
  const pack = join(folder, 'haven');
  await mkdir(join(pack, 'documents'), { recursive: true });
  const config = { domain: 'haven', version: '1.0.0', language: 'nl', vectorDatabase: { collections: ['haven'] } };
  await writeFile(join(pack, 'config.json'), JSON.stringify(config));
  await writeFile(join(pack, 'sources.json'), JSON.stringify({ files: [{ path: 'documents' }] }));
  await writeFile(join(pack, 'documents', 'vuurtoren.md'), '# Vuurtoren\n\nDe vuurtoren brandt op raapolie.\n');
}

beforeAll(async () => {
  const [dataDir, domains] = await Promise.all([folders.create(), folders.create()]);
  await writeDutchPack(domains);
  standalone = await startStandaloneProcess(processes, {
    dataDir,
    env: { ...NO_READER, ARBITER_DOMAINS_DIR: domains },
  });
  for (const [collection, { language, documents }] of Object.entries(SHORES)) {
    const sources = Object.entries(documents).map(([name, content]) => ({ kind: 'inline', name, content }));
    const job = await ingest(standalone.url, collection, sources, { language });
    expect(job).toMatchObject({ state: 'succeeded', language, counts: { added: sources.length } });
  }
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

const search = (json: object): Promise<HttpReply> => send(`${standalone.retrieverUrl}/search`, { json });
const resultsOf = (reply: HttpReply): SearchResponse['results'] => (reply.json() as SearchResponse).results;

describe.each(Object.entries(SHORES))('a library in %s', (collection, { language, analyser, question, offTopic }) => {
  const [query, source] = question;
  const here = { knowledge_bases: [collection] };
  const isLatin = language === 'de';

  it('records its language and the analyser for it', async () => {
    const { collections } = (await send(`${standalone.retrieverUrl}/v1/collections`)).json() as {
      collections: CollectionSummary[];
    };
    const found = collections.find(({ manifest }) => manifest.name === collection);
    expect(found?.manifest).toMatchObject({ language, analyser });
  });

  it.each(['keyword', 'hybrid'])('is found in by a %s search at the default threshold', async (method) => {
    expect(resultsOf(await search({ query, method, ...here }))[0]).toMatchObject({ source, rank: 1 });
  });

  it('can be searched by vectors alone', async () => {
    const reply = await search({ query, method: 'vector', ...here, min_relevance_score: 0 });
    expect([reply.status, resultsOf(reply).length]).toEqual([200, 3]);
  });

  it('is not found in for something that it does not hold', async () => {
    for (const method of ['keyword', 'hybrid', 'vector']) {
      expect([method, resultsOf(await search({ query: offTopic, method, ...here }))]).toEqual([method, []]);
    }
  });

  it('says in a header, and in the body where extras are asked for, what the model does not cover', async () => {
    const reply = await search({ query, ...here });
    expect(reply.headers.get('arbiter-notice')).toBe(isLatin ? 'language-not-covered' : 'script-not-covered');
    const { notices } = reply.json() as SearchResponse;
    expect(notices).toEqual([expect.stringContaining('bge-small-en-v1.5')]);
    expect((await search({ query, method: 'keyword', ...here })).headers.get('arbiter-notice')).toBeNull();
  });

  it('is no error to ask a question of, and the answer says what the model does not cover', async () => {
    const { status, notices = [] } = await ask(standalone.url, { query, collections: [collection] });
    expect(['answered', 'declined']).toContain(status);
    expect(notices).toContainEqual(expect.stringContaining('bge-small-en-v1.5'));
  });
});

describe('the language of a collection', () => {
  const sources = [{ kind: 'inline', name: 'a.md', content: '# A' }];
  const submit = (json: object): Promise<HttpReply> =>
    send(`${standalone.url}/v1/jobs`, { json: { sources, ...json } });

  it('is for good: another one is a conflict that names the repair', async () => {
    const problem = (await submit({ collection: 'german', language: 'fr' })).problem();
    expect(problem).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(problem.detail).toContain('arbiter ingest PATH --collection german --language fr --rebuild');
  });

  it('is that of the domain pack that it is read from', async () => {
    const reply = await send(`${standalone.url}/v1/domains/haven/ingest`, { method: 'POST', json: {} });
    expect(reply.json()).toMatchObject({ jobs: [{ collection: 'haven', language: 'nl' }] });
  });

  it.each(['german', 'de_DE', '', 7])('must be a BCP 47 tag, which %j is not', async (language) => {
    const problem = (await submit({ collection: 'german', language })).problem();
    expect(problem).toMatchObject({ status: 400, issues: [{ path: 'language' }] });
  });
});
