import { placeIn, type SynthesizeResponse } from '@arbiter/contracts';
import { deletionOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { ask, pipelineOver, result, verdict, written } from '../../test/query-pipeline.js';

const { signal } = new AbortController();
const SAID = 'Mara keeps the lamp.';

/** An answer whose citation names both documents that hold its sentence, as it was shown and kept. */
async function kept(isShown: boolean) {
  const arms = await pipelineOver({
    find: () => [result('light', SAID), result('copy', SAID)],
    write: ({ passages }): SynthesizeResponse => {
      const answer = written([SAID], passages);
      const other = passages[1]!;
      return { ...answer, citations: answer.citations.map((one) => ({ ...one, alsoAt: [placeIn(other, other)] })) };
    },
    ...(!isShown && { judge: () => verdict({ confidence: 0.1, recommendation: 'reject' }) }),
  });
  const { answer } = await ask(arms.pipeline, { sessionId: 's-1' });
  return { ...arms, answer };
}

describe('an answer whose one citation names two documents', () => {
  it.each(['light', 'copy'])('is forgotten with %s, though the other remains', async (gone) => {
    const { answers, sessions, insights, answer } = await kept(true);
    expect(answer.status).toBe('answered');
    expect(await insights.ofSession('s-1', signal)).toHaveLength(1);
    const deleted = deletionOf(gone);
    await answers.redact(deleted, signal);
    await sessions.redact(deleted, signal);
    await insights.deleteOfDocuments(deleted, signal);
    expect(await answers.get(answer.id, signal)).toMatchObject({
      query: '',
      answer: '',
      shownDocuments: [gone === 'light' ? 'copy' : 'light'],
    });
    const said = (await sessions.recent('s-1', 9, signal)) ?? [];
    expect(said.map(({ content }) => content).join('')).not.toContain(SAID);
    expect(await insights.ofSession('s-1', signal)).toEqual([]);
  });

  it.each(['light', 'copy'])('is forgotten with %s where it was only offered', async (gone) => {
    const { answers, answer } = await kept(false);
    expect(answer.closest?.[0]?.alsoAt).toHaveLength(1);
    await answers.redact(deletionOf(gone), signal);
    expect(await answers.get(answer.id, signal)).toMatchObject({ query: '', answer: '' });
  });
});
