import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { LabelledAnswer, type Question, readJsonLines, readQuestions } from '@arbiter/evaluation';
import { packFolder, packNames, packParts } from '@arbiter/testing/packs';

/** Of the repository, not of the packs, and checked like them. */
const SAMPLE = fileURLToPath(new URL('../../../domains/lantern-coast', import.meta.url));

/** White space, the padding of table cells and emphasis say nothing. */
function plain(text: string): string {
  return text
    .replace(/\*+|`+|(?<!\w)_+|(?<=[^\W_])_+(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

function documentsOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? documentsOf(path) : [path];
  });
}

const NAMES = packNames();

const PARTS = packParts() as Record<string, string[]> & {
  readonly train: readonly string[];
  readonly spare: readonly string[];
  readonly state: readonly string[];
  readonly 'state-test': readonly string[];
  readonly 'state-train': readonly string[];
  readonly labelled: readonly string[];
};

/** Packs whose questions are about a world that changes; only those of the part `state-train` are learnt from. */
const OF_STATE = [...PARTS.state, ...PARTS['state-test'], ...PARTS['state-train']];
const isOfState = (pack: string): boolean => OF_STATE.includes(pack);

/** What a question was added for, by its id: `calder-privacy-plain-01` is worded like the documents. */
function kindOf({ id }: Question): 'account' | 'plain' | 'reworded' {
  return (/-(account|plain)-\d{2}$/.exec(id)?.[1] ?? 'reworded') as 'account' | 'plain' | 'reworded';
}

/** How many questions there are, and how many of them have an answer. */
function countOf(questions: readonly Question[]): [number, number] {
  return [questions.length, questions.filter(({ answerable }) => answerable).length];
}

describe('the parts of the packs', () => {
  it('hold each pack once', () => {
    expect(Object.keys(PARTS)).toEqual([
      'train',
      'fit',
      'unseen',
      'spare',
      'state',
      'state-train',
      'state-test',
      'labelled',
    ]);
    expect(Object.values(PARTS).flat().sort()).toEqual(NAMES);
  });
});

describe.each(NAMES.filter(isOfState))('the pack of state %s', (pack) => {
  const folder = packFolder(pack);
  const file = join(folder, 'eval', 'questions.jsonl');
  const questions = readQuestions(readFileSync(file, 'utf8'), file);

  it('is learnt from only if it is for that', () => {
    const part = PARTS['state-train'].includes(pack) ? 'train' : undefined;
    expect(questions.filter((question) => question.part !== part)).toEqual([]);
  });

  it('quotes its documents and sessions word for word', () => {
    for (const { answerable, evidence } of questions) {
      expect(evidence.length > 0).toBe(answerable);
      for (const { document, quote } of evidence) {
        // The text of a test pack must not be printed.
        const isThere = plain(readFileSync(join(folder, document), 'utf8')).includes(plain(quote));
        expect({ document, isThere }).toEqual({ document, isThere: true });
      }
    }
  });
});

const LABELLED = [...PARTS.labelled.map((pack) => packFolder(pack)), SAMPLE];

describe.each(LABELLED.map((folder) => [basename(folder), folder]))('the labelled pack %s', (_, folder) => {
  const linesOf = (name: string) =>
    readFileSync(join(folder, 'eval', name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string> & { readonly aliases?: readonly string[] });
  const entities = linesOf('entities.jsonl');

  it('has documents that name each entity, or a form of its name', () => {
    for (const { document = '', name = '', aliases = [] } of entities) {
      const text = readFileSync(join(folder, document), 'utf8').toLowerCase();
      expect(
        [name, ...aliases, name.split(' ')[0]].filter((form = '') => text.includes(form.toLowerCase())),
      ).not.toEqual([]);
    }
  });

  it('relates only labelled entities', () => {
    const names = new Set(entities.map(({ name }) => name));
    for (const { from = '', to = '' } of linesOf('relations.jsonl'))
      expect([names.has(from), names.has(to)]).toEqual([true, true]);
  });
});

describe.each(NAMES.filter((pack) => !isOfState(pack) && !PARTS.labelled.includes(pack)))('the pack %s', (pack) => {
  const folder = packFolder(pack);
  const file = join(folder, 'eval', 'questions.jsonl');
  const questions = readQuestions(readFileSync(file, 'utf8'), file);
  const answerable = questions.filter((question) => question.answerable);
  const all = plain(
    documentsOf(join(folder, 'documents'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n'),
  );

  it('holds as many questions of each kind as the others', () => {
    // The first thirteen packs, and those that came after them.
    expect([
      [50, 32],
      [80, 54],
    ]).toContainEqual(countOf(questions.filter((question) => kindOf(question) === 'reworded')));
    const hasAddedKinds = ![...PARTS.train, ...PARTS.spare].includes(pack);
    expect(countOf(questions.filter((question) => kindOf(question) === 'plain'))).toEqual(
      hasAddedKinds ? [16, 11] : [0, 0],
    );
    expect(countOf(questions.filter((question) => kindOf(question) === 'account'))).toEqual(
      hasAddedKinds ? [4, 3] : [0, 0],
    );
    expect(questions.every(({ part }) => part === 'train')).toBe(true);
  });

  it('asks each question once', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ question }) => question.toLowerCase())).size).toBe(questions.length);
  });

  it('quotes its documents word for word', () => {
    for (const { evidence } of answerable) {
      expect(evidence.length).toBeGreaterThan(0);
      for (const { document, quote } of evidence) {
        expect(plain(readFileSync(join(folder, document), 'utf8'))).toContain(plain(quote));
      }
    }
  });

  it('accepts answers that stand in its documents, and none where nothing answers', () => {
    for (const { answerable: isAnswerable, answers, mustMention = [] } of questions) {
      const accepted = [...answers, ...mustMention];
      if (isAnswerable) expect(accepted.length).toBeGreaterThan(0);
      else expect(accepted).toEqual([]);
      for (const phrase of accepted) expect(all).toContain(plain(phrase));
    }
  });
});

describe('the sample domain', () => {
  const read = (path: string): string => readFileSync(join(SAMPLE, path), 'utf8');
  /** Without the targets of links and without punctuation. */
  const words = (text: string): string => plain(text.replace(/\]\([^()\n]*\)/g, ' ')).replace(/[^\p{L}\p{N}]+/gu, ' ');
  const questionsIn = (name: string) => readQuestions(read(`eval/${name}`), name);
  const [ofDocuments, ofState] = [questionsIn('questions.jsonl'), questionsIn('state-questions.jsonl')];
  const questions = [...ofDocuments, ...ofState];

  it('asks each question once, and belongs to train or test', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ part }) => part))).toEqual(new Set(['train', 'test']));
  });

  it('quotes its documents word for word, where and only where it can be answered', () => {
    for (const { id, answerable, evidence } of questions) {
      expect([id, evidence.length > 0]).toEqual([id, answerable]);
      for (const { document, quote } of evidence) expect(plain(read(document))).toContain(plain(quote));
    }
  });

  it('accepts answers that stand in the documents quoted, and none where nothing answers', () => {
    for (const { answerable, answers, mustMention = [], evidence } of ofDocuments) {
      const cited = words(evidence.map(({ document }) => read(document)).join('\n'));
      const stands = (phrase: string): boolean => cited.includes(words(phrase).trim());
      expect(mustMention.filter((phrase) => !stands(phrase))).toEqual([]);
      if (answers.length > 0) expect([answers, answers.some(stands)]).toEqual([answers, true]);
      expect(answers.length + mustMention.length > 0).toBe(answerable);
    }
  });

  it('has labelled answers whose sources and unsupported claims stand where they say', () => {
    const name = 'labelled-answers.jsonl';
    for (const { value } of readJsonLines(read(`eval/${name}`), name, LabelledAnswer)) {
      const { answer, accept, unsupportedClaims, sources } = value;
      expect(accept && unsupportedClaims.length > 0).toBe(false);
      for (const claim of unsupportedClaims) expect(answer).toContain(claim);
      for (const { document, quote } of sources) expect(words(read(document))).toContain(words(quote));
    }
  });
});
