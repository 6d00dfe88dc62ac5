import { ArbiterError, passageOf, tellState } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { describe, expect, it } from '@jest/globals';
import { ask, contextOf, MISSING, pipelineOver, result, verdict, type Arms } from '../../test/query-pipeline.js';
import { STATE_TOOL, stateStatements } from './state-statements.js';

const QUESTION = 'Who leads the guild now?';
const RECORD = 'By a show of hands Petra Holm took the chair of the guild.';
const STATEMENT = {
  text: 'The guild is led by Petra Holm since session 2. [1]',
  passages: [passageOf(result('session-2', RECORD))],
};
const told: NonNullable<Arms['state']> = () => ({ statement: STATEMENT });

async function answered(arms: Arms, asked: object = {}) {
  const { pipeline, searches } = await pipelineOver(arms);
  return { ...(await ask(pipeline, { query: QUESTION, ...asked })), searches };
}

describe('a question of how one thing stands', () => {
  it('is answered by the changelog with its record, without a search', async () => {
    const { answer, searches } = await answered({ state: told });
    expect(answer).toMatchObject({
      ...{ status: 'answered', answer: STATEMENT.text, synthesis: 'computed', degraded: [] },
      citations: [{ marker: 1, documentId: 'session-2', quote: RECORD }],
    });
    expect(searches).toEqual([]);
  });

  it('has its answer judged by the changelog and the record', async () => {
    let sources: string[] = [];
    const judge: Arms['judge'] = (request) => {
      sources = request.sources.map(({ id }) => id);
      return verdict();
    };
    await answered({ state: told, judge });
    expect(sources).toEqual([`tool:${STATE_TOOL}:0`, 'session-2:0']);
  });

  it('is answered as of its session and from its collections alone', async () => {
    // A changelog that knows of the change in one collection, from session 2 on.
    const state: Arms['state'] = ({ collections, asOfSession = Infinity }) => ({
      statement: asOfSession >= 2 && (collections ?? ['lore']).includes('lore') ? STATEMENT : null,
    });
    const searched = async (asked: object) => (await answered({ state }, asked)).searches.length > 0;
    expect(await searched({})).toBe(false);
    expect(await searched({ collections: ['lore'], asOfSession: 2 })).toBe(false);
    expect(await searched({ asOfSession: 1 })).toBe(true);
    expect(await searched({ collections: ['hills'] })).toBe(true);
  });

  it.each<[string, Arms]>([
    ['no retriever answers', {}],
    [
      'the changelog cannot be read',
      {
        state: () => {
          throw new ArbiterError('CONFLICT', 'The graph is of a newer format.');
        },
      },
    ],
    ['the changelog does not tell', { state: () => ({ statement: null }) }],
    [
      'the validator does not accept what it tells',
      { state: told, judge: ({ answer }) => (answer.includes('Petra') ? MISSING : verdict()) },
    ],
  ])('is searched for like any other where %s', async (_, arms) => {
    const { answer, searches } = await answered(arms);
    expect(answer).toMatchObject({ status: 'answered', answer: 'Mara keeps the lamp. [1]', synthesis: 'extractive' });
    expect(searches).not.toEqual([]);
  });
});

describe('stateStatements', () => {
  it('asks of the collections that have changes, and nobody where there are none', async () => {
    let calls = 0;
    const statement = await statementsOver(told, undefined, () => (calls += 1));
    expect(await statement([])).toEqual([]);
    expect(calls).toBe(0);
    expect(await statement(['lore'])).toEqual([{ ...STATEMENT, tool: STATE_TOOL }]);
    expect(calls).toBe(1);
  });

  it('stops with the call, though a failure is otherwise searched past', async () => {
    const stopping = new AbortController();
    const statement = await statementsOver(() => {
      stopping.abort(new Error('enough'));
      throw new ArbiterError('UNAVAILABLE', 'The store does not answer.');
    }, stopping.signal);
    await expect(statement(['lore'])).rejects.toThrow('enough');
  });
});

/** Asks a retriever that tells of states, over real messaging. */
async function statementsOver(tell: NonNullable<Arms['state']>, signal?: AbortSignal, onCall?: () => void) {
  const bus = new InProcessBus();
  const dispatcher = new OperationDispatcher(onCall ? { onCall } : {});
  dispatcher.register(tellState, (request) => Promise.resolve(request).then(tell));
  await bus.start(dispatcher);
  const client = new InProcessOperationClient(bus);
  return (collections: readonly string[]) =>
    stateStatements(client, { question: QUESTION, collections, asOfSession: undefined }, contextOf(signal));
}
