import { describe, expect, it } from '@jest/globals';
import { agentOver, decisions, run } from '../../test/agent.js';
import { expansionOf, type GraphArm, previewOf } from '../../test/graph-arm.js';
import { written } from '../../test/query-pipeline.js';
import { ExpandEntitiesTool, PreviewEntitiesTool } from '../tools/graph/expansion.tools.js';

const STATE = 'Inn is destroyed since session 2.';
const PREVIEW = { tool: 'preview_entities', inputs: { query: 'What stood by the mole?' } };
const EXPAND = { tool: 'expand_entities', inputs: { ids: ['inn'] } };
const ANSWER = { tool: 'text_response', should_end: true };
const GRAPH: GraphArm = {
  entities: [previewOf('inn', { availability: 'gone', reason: STATE, isNamed: true })],
  expansions: [expansionOf('inn', 'The inn stood by the mole.', [STATE])],
};

const agentWith = (graph: GraphArm, next: () => ReturnType<ReturnType<typeof decisions>>) =>
  agentOver(
    { graph, next, find: () => [], write: ({ passages }) => written([passages[0]?.text ?? ''], passages, 'generated') },
    (client) => [new PreviewEntitiesTool(client), new ExpandEntitiesTool(client)],
  );

describe('an agent with a knowledge graph', () => {
  it('previews, expands what it chooses, and answers from it with citations', async () => {
    const { agent, syntheses } = await agentWith(GRAPH, decisions(PREVIEW, EXPAND, ANSWER));
    const { events, outcome } = await run(agent);
    expect(events.flatMap((event) => (event.type === 'result' ? [[event.tool, event.payload_type]] : []))).toEqual([
      ['preview_entities', 'entity'],
      ['expand_entities', 'entity'],
      ['expand_entities', 'chunks'],
      ['text_response', 'result'],
    ]);
    expect(outcome.answer).toMatchObject({
      ...{ status: 'answered', answer: 'The inn stood by the mole. [1]' },
      citations: [{ documentId: 'inn', quote: 'The inn stood by the mole.' }],
    });
    expect(syntheses[0]?.expansions).toMatchObject([{ name: 'inn', text: `${STATE} The inn stood by the mole. [1]` }]);
  });

  it('is told which of its tools wait for a graph or a preview', async () => {
    const unavailable: string[][] = [];
    const agentThat = (graph: GraphArm) =>
      agentOver(
        {
          graph,
          next: (request) => {
            unavailable.push(request.unavailable.map(({ name }) => name));
            return decisions({ ...ANSWER, impossible: true })();
          },
        },
        (client) => [new PreviewEntitiesTool(client), new ExpandEntitiesTool(client)],
      );
    await run((await agentThat(GRAPH)).agent);
    await run((await agentThat({ ...GRAPH, withGraph: [] })).agent);
    expect(unavailable).toEqual([
      ['expand_entities', 'text_response'],
      ['preview_entities', 'expand_entities', 'text_response'],
    ]);
  });
});
