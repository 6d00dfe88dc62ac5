import {
  ArbiterError,
  type AnswerRecord,
  type AnswerSummary,
  type FlightRecord,
  type ReplayReport,
} from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { answered } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const TEXT = 'Ada keeps the light, and has kept it for forty years, as her mother did before her.';

const PLACE = {
  chunk_id: 'd:0',
  document_id: 'd',
  collection: 'lore',
  start: 0,
  end: TEXT.length,
  title: 'The Light',
  section: [],
  page: null,
};

const SEARCH = {
  name: 'retriever.search',
  revision: 1,
  parent: 'retrieve',
  input: { query: 'Who keeps the lamp?' },
  events: [],
  output: {
    results: [
      { content: { $text: '0123456789abcdef' }, source: 'light.md', relevance_score: 0.9, rank: 1, metadata: PLACE },
    ],
    query: 'x',
    method_used: 'hybrid',
    total_results: 1,
    synthesis: null,
    citations: [],
  },
  error: null,
  annotations: {},
  startedAt: 0.5,
  ms: 3.25,
  ended: 0,
  cutBytes: 0,
};

const SUMMARY: AnswerSummary = {
  id: 'answer_1',
  kind: 'query',
  status: 'answered',
  domain: 'lore',
  query: 'Who keeps the lamp?',
  sessionId: null,
  principal: null,
  durationMs: 12.5,
  tokens: [],
  cost: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  assigned: null,
  redacted: null,
};

function recordOf(flight: Partial<FlightRecord> | null = {}): AnswerRecord {
  const whole: FlightRecord = {
    formatVersion: 1,
    software: '0.0.1',
    startedAt: SUMMARY.createdAt,
    deadline: 1_767_225_660_000,
    request: { query: SUMMARY.query },
    notes: {},
    calls: [SEARCH],
    ids: [],
    clock: { now: [], monotonic: [] },
    prices: null,
    texts: { '0123456789abcdef': TEXT },
    events: [],
    result: answered(),
    error: null,
    cut: null,
  };
  const documents = { documents: ['ada'], shownDocuments: ['ada'] };
  const kept = { answer: 'Ada. [1]', claims: [], evidence: TEXT, ...documents };
  return { ...SUMMARY, ...kept, flight: flight && { ...whole, ...flight } };
}

function reportOf(overrides: Partial<ReplayReport> = {}): ReplayReport {
  return {
    answerId: 'answer_1',
    live: false,
    verdict: 'same',
    firstDifference: null,
    missing: [],
    unused: 0,
    answer: answered(),
    error: null,
    comparison: null,
    ...overrides,
  };
}

const replaying = (record: AnswerRecord, report: ReplayReport) => ({
  'orchestrator.get-answer': { output: record },
  'orchestrator.replay': { output: report },
});

describe('arbiter answers ID', () => {
  it('shows every call with what came of it, the answer, and that it comes out the same', async () => {
    const scripts = replaying(recordOf(), reportOf());
    const { exitCode, stdout } = await runArbiter(['answers', 'answer_1'], { scripts });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('retrieve    retriever.search 3.3 ms  "Who keeps the lamp?"');
    expect(stdout).toContain('0.90  light.md  "Ada keeps the light, and has kept it for forty years');
    expect(stdout).toContain('Ada keeps the light [1].');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      'Run again from the record, without asking anybody: the same answer.',
    );
  });

  describe('of an answer that language models were asked for', () => {
    const PROMPT = `Who keeps the lamp?\n${'All of the sources. '.repeat(20)}`;
    const asked = {
      role: 'plan',
      model: 'ollama/llama3.2',
      answeredBy: 'llama3.2:3b',
      prompt: 'decomposition-1',
      system: { $text: 'fedcba9876543210' },
      messages: [{ role: 'user', text: PROMPT }],
      answer: '{"queryType":"simple_lookup"}',
      cutCharacters: 0,
      tokens: { inputTokens: 400, outputTokens: 20, cachedInputTokens: 0, cacheWriteTokens: 0 },
      ms: 80,
      error: null,
    };
    const call = { ...SEARCH, budget: { maxTokens: 900 }, modelCalls: [asked, { ...asked, error: 'UNAVAILABLE' }] };
    const record = recordOf({ calls: [call], texts: { '0123456789abcdef': TEXT, fedcba9876543210: 'Break it down.' } });

    it('shows model, prompt, tokens, duration and the beginning of each text, and what was left of the budget', async () => {
      const { stdout } = await runArbiter(['answers', 'answer_1'], { scripts: replaying(record, reportOf()) });
      expect(stdout).toContain('"Who keeps the lamp?"  900 tokens left');
      expect(stdout).toContain('asked ollama/llama3.2 (llama3.2:3b) to plan, decomposition-1, 400 in, 20 out, 80 ms');
      expect(stdout).toContain('  system: Break it down.');
      expect(stdout).toMatch(/ {2}user: Who keeps the lamp\? All of the sources\..+…\n/);
      expect(stdout).toContain('  answer: {"queryType":"simple_lookup"}');
      expect(stdout).toContain('  UNAVAILABLE');
    });

    it('shows all of each text with --prompts', async () => {
      const { stdout } = await runArbiter(['answers', 'answer_1', '--prompts'], {
        scripts: replaying(record, reportOf()),
      });
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(PROMPT.replaceAll(/\s+/g, ' ').trim());
    });
  });

  it('names the state of the collections that were searched', async () => {
    const generations = [
      { collection: 'lore', generation: 'g-7' },
      { collection: 'songs', generation: 'g-2' },
    ];
    const output = { generations, withGraph: [], withChanges: [], writer: 'extractive' };
    const asked = { ...SEARCH, name: 'retriever.describe-context', input: {}, output };
    const record = recordOf({ calls: [asked, asked, SEARCH] });
    const { stdout } = await runArbiter(['answers', 'answer_1'], { scripts: replaying(record, reportOf()) });
    expect(stdout).toContain('Library:  lore g-7, songs g-2\n');
  });

  it('leaves out the calls that only keep books, but neither a failed one nor a result that was found before', async () => {
    const other = (name: string, fields: object = {}) => ({ ...SEARCH, name, revision: null, output: null, ...fields });
    const calls = [
      other('retriever.describe-context'),
      other('results.get'),
      SEARCH,
      other('results.put'),
      other('results.get', { output: [{ objects: [] }] }),
      other('memory.remember', { error: { code: 'UNAVAILABLE', message: 'The disk is full.', details: {} } }),
    ];
    const { stdout } = await runArbiter(['answers', 'answer_1'], {
      scripts: replaying(recordOf({ calls }), reportOf()),
    });
    expect(stdout.match(/results\.get|results\.put|describe-context/g)).toEqual(['results.get']);
    expect(stdout).toContain('found before, for the same library');
    expect(stdout).toContain('UNAVAILABLE: The disk is full.');
    expect(stdout).toContain('3 calls that only keep books are not shown');
  });

  it('says where another answer departs, and ends with 1', async () => {
    const report = reportOf({
      verdict: 'different',
      firstDifference: { path: 'result.citations[0].quote', before: 'Ada', now: null },
      missing: [{ name: 'retriever.search', input: { query: 'y' } }],
      unused: 2,
    });
    const { exitCode, stdout } = await runArbiter(['answers', 'answer_1'], { scripts: replaying(recordOf(), report) });
    expect(exitCode).toBe(1);
    expect(stdout.split('\n').slice(-7, -1)).toEqual([
      'Run again from the record, without asking anybody: another answer.',
      'first at result.citations[0].quote:',
      '  before  "Ada"',
      '  now     null',
      'not in the record: retriever.search {"query":"y"}',
      'recorded calls that were not made: 2',
    ]);
  });

  it('compares with today', async () => {
    const [citation] = answered().citations;
    const comparison = {
      status: { before: 'answered' as const, now: 'declined' as const },
      confidence: { before: 0.9, now: null },
      sameText: false,
      citations: { lost: citation ? [citation] : [], gained: [] },
      claims: { lost: ['Ada keeps the light.'], gained: [] },
      durationMs: { before: 20, now: 30 },
      calls: [
        { name: 'validator.validate', before: 1, now: 0 },
        { name: 'retriever.search', before: 1, now: 1 },
      ],
    };
    const report = reportOf({ live: true, verdict: 'different', comparison });
    const { stdout } = await runArbiter(['answers', 'answer_1', '--live'], { scripts: replaying(recordOf(), report) });
    for (const line of ['answered → declined', '90 % → unchecked', '- claims    Ada keeps the light.']) {
      expect(stdout).toContain(line);
    }
    expect(stdout).toContain('validator.validate: 1 → 0');
    expect(stdout).not.toContain('retriever.search: 1 → 1');
  });

  it('shows a failure as one, what was cut, and a record without calls', async () => {
    const error = { code: 'INTERNAL' as const, message: 'The validator broke.', details: {} };
    const failed = recordOf({ result: null, error, cut: { calls: 1, events: 0, result: false } });
    const scripts = replaying(failed, reportOf({ answer: null, error }));
    const { stdout } = await runArbiter(['answers', 'answer_1'], { scripts });
    expect(stdout).toContain('INTERNAL: The validator broke.');
    expect(stdout).toContain('Cut, since the record would have been too large: 1 calls.');
    expect(stdout).toContain('the same failure.');
    const old = replaying(recordOf(null), reportOf());
    expect((await runArbiter(['answers', 'answer_1'], { scripts: old })).stdout).toContain('Kept by another version');
  });

  it('ends with 2 for an answer that is not there', async () => {
    const scripts = { 'orchestrator.get-answer': new ArbiterError('NOT_FOUND', 'There is no answer "answer_9".') };
    expect((await runArbiter(['answers', 'answer_9'], { scripts })).exitCode).toBe(2);
  });
});

describe('arbiter ask --trace', () => {
  it('shows the calls under the answer', async () => {
    const scripts = {
      'orchestrator.query': { events: [], output: answered() },
      'orchestrator.get-answer': { output: recordOf() },
    };
    const { stdout } = await runArbiter(['ask', 'x', '--trace'], { scripts });
    expect(stdout.indexOf('Ada keeps the light [1].')).toBeLessThan(stdout.indexOf('Trace'));
    expect(stdout).toContain('retriever.search');
  });
});

describe('arbiter answers', () => {
  it('lists answers, and says how to see more', async () => {
    const scripts = { 'orchestrator.list-answers': { output: { answers: [SUMMARY], next: 'answer_1' } } };
    const { stdout, stderr } = await runArbiter(['answers', '-n', '1'], { scripts });
    expect(stdout).toBe('answer_1  2026-01-01T00:00:00.000Z · answered · 13 ms  Who keeps the lamp?\n');
    expect(stderr).toContain('arbiter answers --before answer_1');
  });
});

describe('arbiter costs', () => {
  it('shows sums, and models without a price', async () => {
    const usage = { model: 'a/b', inputTokens: 1_000, outputTokens: 200, cachedInputTokens: 0, cacheWriteTokens: 0 };
    const sum = {
      answers: 2,
      tokens: [usage],
      costs: [{ amount: 0.006, currency: 'USD', unpriced: ['c/d'] }],
      unreckoned: 1,
    };
    const scripts = {
      'orchestrator.costs': { output: { by: 'key', entries: [{ key: null, ...sum }], total: sum } },
    };
    const { stdout } = await runArbiter(['costs', '--by', 'key'], { scripts });
    const line =
      '2 answers · a/b 1000 in, 200 out · USD 0.0060 (without c/d, no price known) · 1 without a price table';
    expect(stdout).toBe(`no key  ${line}\ntotal  ${line}\n`);
  });
});
