import type { expand, OperationInput, validate } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { communityOf, expansionOf, type GraphArm, previewOf } from '../../test/graph-arm.js';
import { ask, type Arms, MISSING, pipelineOver, result, verdict, written } from '../../test/query-pipeline.js';

const STATE = 'Inn is destroyed since session 2.';
const NAMED_INN = previewOf('inn', { isNamed: true });
const INN = expansionOf('inn', 'The inn stood by the mole.', [STATE]);

/** A pipeline whose language model says what the first passage says, with what the validator was asked. */
async function asked(graph: GraphArm, arms: Partial<Arms> = {}, request: object = {}) {
  const log: { name: string; input: unknown }[] = [];
  const judged: OperationInput<typeof validate>[] = [];
  const { pipeline, syntheses } = await pipelineOver({
    graph: { entities: [NAMED_INN], expansions: [INN], asked: log, ...graph },
    write: ({ passages }) => written([passages[0]?.text ?? ''], passages, 'generated'),
    judge: (input) => {
      judged.push(input);
      return verdict();
    },
    ...arms,
  });
  const { answer } = await ask(pipeline, { query: 'What stands by the mole?', ...request });
  return { answer, syntheses, judged, log };
}

const expandCalls = (log: readonly { name: string; input: unknown }[]) =>
  log.filter(({ name }) => name === 'retriever.expand').map(({ input }) => input as OperationInput<typeof expand>);

describe('a question that a language model answers', () => {
  it('is written from passages and what the knowledge graph tells of what it names', async () => {
    const { syntheses, log } = await asked({});
    expect(syntheses[0]?.expansions).toEqual([
      { name: 'inn', text: INN.text, passages: [expect.objectContaining({ chunkId: 'inn:0', score: 0.8 })] },
    ]);
    expect(expandCalls(log)).toMatchObject([{ collection: 'lore', ids: ['inn'], includePassages: true }]);
  });

  it('is told nothing of what only passages mention, nor of what belongs together, however well that answers', async () => {
    const entities = [previewOf('mill', { score: 0.95 }), NAMED_INN];
    const expansions = [INN, expansionOf('mill', 'The mill grinds.'), expansionOf('0-1', 'Inn and mill.')];
    const { syntheses, log } = await asked({ entities, communities: [communityOf('0-1')], expansions });
    expect(expandCalls(log).map(({ ids }) => ids)).toEqual([['inn']]);
    expect(syntheses[0]?.expansions?.map(({ name }) => name)).toEqual(['inn']);
    expect(expandCalls((await asked({ entities: entities.slice(0, 1), expansions })).log)).toEqual([]);
  });

  it('is judged against passages of expansions and against changes, and against no relation that rules have read', async () => {
    const told = ['Mill is closed since session 3.'];
    const write: Arms['write'] = ({ passages }) => ({ ...written(['Yes.'], passages, 'generated'), states: told });
    const { judged } = await asked({}, { write });
    expect(judged[0]?.sources.map(({ id, content }) => [id, content])).toEqual([
      ['state:0', told[0]],
      ['state:1', STATE],
      ['light:0', 'Mara keeps the lamp.'],
      ['inn:0', 'The inn stood by the mole.'],
    ]);
  });

  it('asks about the world of its session', async () => {
    const { log } = await asked({}, {}, { asOfSession: 1 });
    expect(log.map(({ input }) => input)).toMatchObject([{ asOfSession: 1 }, { asOfSession: 1 }]);
  });

  it('rests on the expansions where no passage was found', async () => {
    const { answer } = await asked({}, { find: () => [] });
    expect(answer).toMatchObject({ status: 'answered', answer: 'The inn stood by the mole. [1]' });
    expect(answer.citations[0]).toMatchObject({ documentId: 'inn', quote: 'The inn stood by the mole.' });
  });

  it('keeps its expansions when it is corrected, and does not look for them again', async () => {
    const { syntheses, log } = await asked(
      {},
      {
        judge: () => MISSING,
        find: ({ query }) => [
          result('light', 'Mara keeps the lamp.'),
          ...(query.includes('shoe') ? [result('x', 'X.')] : []),
        ],
        write: ({ passages }) => written([`${passages.length} passages.`], passages, 'generated'),
      },
    );
    expect(syntheses.length).toBeGreaterThan(1);
    for (const { expansions } of syntheses) expect(expansions).toHaveLength(1);
    expect(expandCalls(log)).toHaveLength(1);
  });

  it('expands each collection by itself, within the tokens for all', async () => {
    const mill = previewOf('mill', { collection: 'hills', expansionTokens: 600, isNamed: true });
    const entities = [NAMED_INN, mill];
    const { log } = await asked({ withGraph: ['lore', 'hills'], entities });
    const calls = expandCalls(log);
    expect(calls.map(({ collection, ids }) => [collection, ids])).toEqual([
      ['lore', ['inn']],
      ['hills', ['mill']],
    ]);
    expect(calls.reduce((sum, { maxTokens }) => sum + maxTokens, 0)).toBeLessThanOrEqual(3_000);
  });

  it.each<[string, GraphArm, object]>([
    ['sentences are extracted', { writer: 'extractive' }, {}],
    ['no collection has a graph', { withGraph: [] }, {}],
    ['the question is to be answered fast', {}, { mode: 'fast' }],
  ])('costs nothing where %s', async (_, graph, request) => {
    const { syntheses, log, answer } = await asked(graph, {}, request);
    expect(log).toEqual([]);
    expect(syntheses[0]?.expansions).toBeUndefined();
    expect(answer.status).toBe('answered');
  });

  it('does without where nothing is worth it, and where the retriever does not answer', async () => {
    expect((await asked({ entities: [] })).syntheses[0]?.expansions).toBeUndefined();
    const { pipeline, syntheses } = await pipelineOver({});
    expect((await ask(pipeline)).answer.status).toBe('answered');
    expect(syntheses[0]?.expansions).toBeUndefined();
  });
});

describe('an extracted text', () => {
  it('is judged against its passages alone, also if the language model was to write', async () => {
    const write: Arms['write'] = ({ passages }) => written(['Yes.'], passages);
    const { judged } = await asked({}, { write });
    expect(judged[0]?.sources.map(({ id }) => id)).toEqual(['light:0']);
  });
});
