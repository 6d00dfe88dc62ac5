import { describe, expect, it } from '@jest/globals';
import { ArbiterError, type DecomposedQuery, type SubQuery } from '@arbiter/contracts';
import { passage, searchOf } from '../../test/passages.js';
import { retrievePlan } from './retrieve-plan.js';

const SETTINGS = { limit: 16, minRelevance: 0.3, followsBridges: true };
const READS_NOTHING = () => Promise.resolve(null);

function planOf(
  queryType: DecomposedQuery['queryType'],
  originalQuery: string,
  ...parts: (readonly [query: string, ...dependencies: string[]])[]
): DecomposedQuery {
  const subQueries = parts.map(([query, ...dependencies], index): SubQuery => ({
    id: `q${index + 1}`,
    query,
    suggestedTool: 'hybrid-search',
    dependencies,
    priority: index + 1,
  }));
  const [independent, dependent] = [true, false].map((first) =>
    subQueries.filter(({ dependencies }) => (dependencies.length === 0) === first).map(({ id }) => id),
  );
  const batches = [independent ?? [], dependent ?? []].filter((batch) => batch.length > 0);
  return {
    originalQuery,
    queryType,
    subQueries,
    executionPlan: { strategy: 'sequential', batches },
    synthesisRequired: true,
  };
}

const LIGHT = passage('The light', 'The light was built by Odo Finch.');
const FINCH = passage('Odo Finch', 'Odo Finch was taught by Ada Wren.');
const WREN = passage('Ada Wren', 'Ada Wren lived in Selden.');
const QUESTION = 'Where lived the teacher of the man who built the light?';

describe('retrievePlan', () => {
  it('resolves a description by the name that its search found, and follows that', async () => {
    const plan = planOf('multi_hop', QUESTION, ['the man who built the light'], [QUESTION, 'q1']);
    const { search, asked } = searchOf((query) =>
      query.includes('Wren') ? [WREN] : query.includes('Finch') ? [FINCH] : [LIGHT],
    );
    const { passages, queries, followed } = await retrievePlan(search, plan, SETTINGS, READS_NOTHING);
    expect(new Set(passages.map(({ title }) => title))).toEqual(new Set(['The light', 'Odo Finch', 'Ada Wren']));
    expect(queries).toEqual(['the man who built the light', 'Where lived the teacher of Odo Finch?']);
    expect(asked.some(({ query }) => query.includes('Ada Wren'))).toBe(true);
    expect(followed).toEqual([
      'Where lived the teacher of Odo Finch?',
      'Where lived the teacher of the man who built the light (Odo Finch)?',
    ]);
    expect(asked.length).toBeLessThanOrEqual(plan.subQueries.length + 5);
  });

  it('asks on with what was read, where a reader finds what a description stands for', async () => {
    const built = passage('The light', 'Lea Brook paid for the light that Odo Finch built.');
    const plan = planOf('multi_hop', QUESTION, ['the man who built the light'], [QUESTION, 'q1']);
    const { search } = searchOf(() => [built]);
    const read: unknown[] = [];
    const readHop = (description: string, passages: readonly { readonly title: string }[]) => {
      read.push([description, passages.map(({ title }) => title)]);
      return Promise.resolve('Odo Finch');
    };
    const { queries } = await retrievePlan(search, plan, SETTINGS, readHop);
    expect(queries[1]).toBe('Where lived the teacher of Odo Finch?');
    // What no other part builds on is read once, with the answer.
    expect(read).toEqual([['the man who built the light', ['The light']]]);
  });

  it.each([
    ['in the place of the description', QUESTION, 'Where lived the teacher of Odo Finch or Lea Brook?'],
    [
      'in brackets where it holds none',
      'Where did that person live?',
      'Where did that person live (Odo Finch, Lea Brook)?',
    ],
  ])('asks a question with all the names that a search found, %s', async (_, dependent, expected) => {
    const built = passage('The light', 'The light was built by Odo Finch and paid for by Lea Brook.');
    const plan = planOf('multi_hop', QUESTION, ['the man who built the light'], [dependent, 'q1']);
    const { search } = searchOf(() => [built]);
    const { queries } = await retrievePlan(search, plan, SETTINGS, READS_NOTHING);
    expect(queries[1]).toBe(expected);
  });

  it('searches for each side of a comparison and for the whole question', async () => {
    const plan = planOf('comparative', 'Which is older, A or B?', ['Which is older, A?'], ['Which is older, B?']);
    const { search, asked } = searchOf(() => []);
    await retrievePlan(search, plan, SETTINGS, READS_NOTHING);
    expect(asked.map(({ query }) => query).sort()).toEqual([
      'Which is older, A or B?',
      'Which is older, A?',
      'Which is older, B?',
    ]);
  });

  it.each<[string, DecomposedQuery['queryType'], boolean]>([
    ['a procedure', 'procedural', true],
    ['a list', 'list_building', true],
    ['anything in fast mode', 'multi_hop', false],
  ])('follows no names for %s', async (_, queryType, followsBridges) => {
    const { search, asked } = searchOf(() => [LIGHT]);
    const plan = planOf(queryType, QUESTION, [QUESTION]);
    const { followed, passages } = await retrievePlan(search, plan, { ...SETTINGS, followsBridges }, READS_NOTHING);
    expect({ asked: asked.length, followed, passages }).toEqual({ asked: 1, followed: [], passages: [LIGHT] });
  });

  it('hands on what any of the searches had to do without', async () => {
    const plan = planOf('simple_lookup', QUESTION, [QUESTION]);
    const search = {
      search: (query: string) =>
        Promise.resolve({
          passages: [LIGHT],
          degraded: query === QUESTION ? [] : ['vector'],
          notices: query === QUESTION ? ['A notice.'] : [],
        }),
    };
    expect(await retrievePlan(search, plan, SETTINGS, READS_NOTHING)).toMatchObject({
      degraded: ['vector'],
      notices: ['A notice.'],
    });
  });

  it('gives up when a search fails', async () => {
    const search = { search: () => Promise.reject(new ArbiterError('UNAVAILABLE', 'gone')) };
    const plan = planOf('comparative', 'A or B?', ['A?'], ['B?']);
    await expect(retrievePlan(search, plan, SETTINGS, READS_NOTHING)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
