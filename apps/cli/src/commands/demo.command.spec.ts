import type { QueryRequest } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { answered, declined, job } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const ingested = job({ collection: 'lantern-coast_lore', counts: { found: 78, added: 78, chunks: 300 } });

/** Says what all of the questions want to hear, unless told otherwise. */
function library(declines: (query: string) => boolean, says = '9 wicks, Harl Tunny or 63 miles [1].') {
  return {
    'orchestrator.ingest-domain': { output: { jobs: [ingested] } },
    'ingestion.list': { output: { jobs: [ingested], next: null } },
    'ingestion.watch': { output: ingested },
    'orchestrator.query': ({ query }: QueryRequest) =>
      Promise.resolve(declines(query) ? declined() : answered({ answer: says })),
  };
}

const isUnanswerable = (query: string): boolean => query.startsWith('How much did');

describe('arbiter demo', () => {
  it('reads the sample into a library of its own and asks it four questions', async () => {
    const { exitCode, stdout, calls, opened } = await runArbiter(['demo'], { scripts: library(isUnanswerable) });
    expect(exitCode).toBe(0);
    expect(opened[0]?.env.ARBITER_DATA_DIR).toBe('.arbiter/demo');
    expect(calls.filter(({ operation }) => operation === 'orchestrator.query')).toHaveLength(4);
    expect(calls.at(-1)?.input).toMatchObject({ domain: 'lantern-coast' });
    expect(stdout).toContain('places/light.md:120-140');
    expect(stdout).toContain('What to run next:');
  });

  it('waits longer than usual for what reads, unless it was told how long', async () => {
    const scripts = library(isUnanswerable);
    const timeoutIn = async (env: Readonly<Record<string, string>>) =>
      (await runArbiter(['demo'], { scripts, env })).opened[0]?.env.READER_TIMEOUT_MS;
    expect([await timeoutIn({}), await timeoutIn({ READER_TIMEOUT_MS: '700' })]).toEqual(['14000', '700']);
  });

  it('ends with 1 and says which question ended otherwise than it should', async () => {
    const { exitCode, stdout } = await runArbiter(['demo'], { scripts: library(() => false) });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      '"How much did the rebuilding of the Sounding House cost?" should have been declined and was answered',
    );
  });

  it('ends with 1 when an answer does not say what it should', async () => {
    const scripts = library(isUnanswerable, 'Harl Tunny commands, a room is 8 wicks [1].');
    const { exitCode, stdout } = await runArbiter(['demo'], { scripts });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('fenwort cordial cost?" should have said "9 wicks"');
    expect(stdout).toContain('How far is Mirren from Tallowgate?" should have said "63 miles"');
    expect(stdout).not.toContain('Which captain commands there?" should');
  });

  it('prints one JSON object with all answers', async () => {
    const threshold = { name: 'VALIDATION_CONFIDENCE_THRESHOLD', value: '0.7', arms: ['validator'] };
    const { stdout } = await runArbiter(['demo', '--json'], {
      scripts: library(isUnanswerable),
      configuration: { file: null, variables: [threshold as never] },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      asExpected: true,
      threshold: 0.7,
      ingestion: { counts: { added: 78 } },
      answers: [{ kind: 'lookup' }, { kind: 'multi-hop' }, { kind: 'lookup' }, { expected: 'declined' }],
    });
  });

  it('stops when the sample cannot be read', async () => {
    const broken = job({ state: 'failed', error: 'The disk is full.' });
    const scripts = { ...library(isUnanswerable), 'ingestion.watch': { output: broken } };
    const { exitCode, stderr, calls } = await runArbiter(['demo'], { scripts });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('The disk is full.');
    expect(calls.map(({ operation }) => operation)).not.toContain('orchestrator.query');
  });
});
