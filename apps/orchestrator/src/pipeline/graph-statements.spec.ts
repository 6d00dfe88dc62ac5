import { passageOf, type DecomposedQuery } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { ask, MISSING, pipelineOver, result, verdict, type Arms } from '../../test/query-pipeline.js';
import { singleSearch } from '../answering/ask-planner.js';
import { OVERVIEW_TOOL } from './graph-statements.js';

const QUESTION = 'What are the main conflicts?';
const passage = (id: string, text: string) => passageOf(result(id, text));
const STATEMENTS = [
  { text: 'The guild opposes the board. [1]', passages: [passage('guild', 'The guild opposes the board.')] },
  { text: 'The fen quarrels with both. [1]', passages: [passage('fen', 'The fen quarrels with both.')] },
];
const planned = (scope: DecomposedQuery['scope']) => () =>
  Promise.resolve({ ...singleSearch(QUESTION), ...(scope && { scope }) });

async function answered(arms: Arms, asked: object = {}) {
  const { pipeline, searches } = await pipelineOver(arms);
  return { ...(await ask(pipeline, { query: QUESTION, ...asked })), searches };
}

describe('a question about the documents as a whole', () => {
  const overview: Arms['overview'] = () => ({ statements: STATEMENTS, mode: 'extractive' });

  it('is answered by the communities, with a marker for each passage, and without a search', async () => {
    const sources: string[] = [];
    const judge: Arms['judge'] = (request) => {
      sources.push(...request.sources.map(({ id }) => id));
      return verdict();
    };
    const { answer, searches } = await answered({ plan: planned('global'), overview, judge });
    expect(answer).toMatchObject({
      status: 'answered',
      answer: 'The guild opposes the board. [1]\nThe fen quarrels with both. [2]',
      citations: [{ documentId: 'guild' }, { documentId: 'fen' }],
      synthesis: 'computed',
      degraded: [],
    });
    expect(searches).toEqual([]);
    expect(sources).toEqual([`tool:${OVERVIEW_TOOL}:0`, `tool:${OVERVIEW_TOOL}:1`, 'guild:0', 'fen:0']);
  });

  it('is asked in the collections and at the time of the question', async () => {
    const asked: unknown[] = [];
    const told: Arms['overview'] = (request) => {
      asked.push(request);
      return { statements: STATEMENTS, mode: 'extractive' };
    };
    await answered({ plan: planned('global'), overview: told }, { collections: ['lore'], asOfSession: 3 });
    expect(asked).toMatchObject([{ query: QUESTION, collections: ['lore'], asOfSession: 3 }]);
  });

  it('has the words of a language model judged by passages alone, and names the model that failed', async () => {
    let sources: string[] = [];
    const judge: Arms['judge'] = (request) => {
      sources = request.sources.map(({ id }) => id);
      return verdict();
    };
    const generated: Arms['overview'] = () => ({ statements: STATEMENTS, mode: 'generated' });
    const { answer } = await answered({ plan: planned('global'), overview: generated, judge });
    expect(answer.synthesis).toBe('generated');
    expect(sources).toEqual(['guild:0', 'fen:0']);
    const failed: Arms['overview'] = () => ({
      statements: STATEMENTS,
      mode: 'extractive',
      degraded: 'model-timed-out',
    });
    expect((await answered({ plan: planned('global'), overview: failed })).answer.degraded).toEqual(['language-model']);
  });

  it.each<[string, Arms]>([
    ['the planner sees none', { plan: planned(undefined), overview }],
    ['no retriever answers', { plan: planned('global') }],
    [
      'the communities hold too little',
      { plan: planned('global'), overview: () => ({ statements: [], mode: 'extractive' }) },
    ],
    [
      'the validator does not accept it',
      {
        plan: planned('global'),
        overview,
        judge: ({ answer }) => (answer.includes('guild') ? MISSING : verdict()),
      },
    ],
  ])('is searched for like any other where %s', async (_, arms) => {
    const { answer, searches } = await answered(arms);
    expect(answer).toMatchObject({ status: 'answered', answer: 'Mara keeps the lamp. [1]', synthesis: 'extractive' });
    expect(searches).not.toEqual([]);
  });

  it('is searched for where the graph cannot be read, and says so', async () => {
    const { answer } = await answered({ plan: planned('global') });
    expect(answer).toMatchObject({ status: 'answered', degraded: ['knowledge-graph'] });
  });
});

describe('a question about all things of a kind', () => {
  it('is answered by what the graph counts, and searched for where it counts nothing', async () => {
    const [statement] = STATEMENTS;
    const counted = await answered({ plan: planned('selection'), selection: () => ({ statement: statement! }) });
    expect(counted.answer).toMatchObject({ answer: statement!.text, synthesis: 'computed' });
    const none = await answered({ plan: planned('selection'), selection: () => ({ statement: null }) });
    expect(none.answer.answer).toBe('Mara keeps the lamp. [1]');
  });
});
