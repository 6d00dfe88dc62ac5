import { describe, expect, it } from '@jest/globals';
import { AttemptRecord, type ClaimVerdict, type ValidationResult } from '@arbiter/contracts';
import { ManualClock } from '@arbiter/ports/testing';
import { ask, MISSING, pipelineOver, result, verdict, written } from '../../test/query-pipeline.js';
import { wideningOf } from '../retrieval/widen-search.js';

/** Passages that the first attempt asks for. */
const { limit: FIRST_LIMIT } = wideningOf(0);
const TRUE = 'Mara keeps the lamp.';
const INVENTED = 'She paints seascapes.';

/** What the validator says of an answer in which these sentences are not supported. */
function unsupported(answer: string, sentences: readonly string[], confidence = 0.55): ValidationResult {
  const perClaim = sentences.map((text): ClaimVerdict => {
    const start = answer.indexOf(text);
    const claim = { text, type: 'fact' as const, confidence: 0.9, start, end: start + text.length };
    return { claim, support: 'no_support', score: 0.1, reasoning: 'The sources do not say so.', sourceIds: [] };
  });
  return verdict({
    isSupported: false,
    confidence,
    recommendation: 'retry',
    correction: {
      instruction: 'rewrite_grounded',
      reason: 'Not so.',
      unsupported: [...sentences],
      missing: [],
      steps: [],
    },
    issues: sentences.map((claim) => ({ type: 'hallucination', severity: 'error', message: 'Not so.', claim })),
    checks: { ...verdict().checks, support: { token: 'partially_supported', reasoning: '', perClaim } },
  });
}

const judgeInvented = ({ answer }: { readonly answer: string }): ValidationResult =>
  answer.includes(INVENTED) ? unsupported(answer, [INVENTED]) : verdict();

describe('self-correction, published cases', () => {
  it('low confidence → retry triggered', async () => {
    const { pipeline, searches } = await pipelineOver({ judge: () => MISSING });
    const { answer, events } = await ask(pipeline);
    expect(answer.attempts).toBeGreaterThan(1);
    expect(searches.length).toBeGreaterThan(1);
    expect(events.map(({ stage }) => stage)).toContain('correct');
  });

  it('a retry that raises confidence → accepted', async () => {
    const { pipeline } = await pipelineOver({
      find: ({ limit = 0 }) =>
        limit < FIRST_LIMIT ? [] : [limit > FIRST_LIMIT ? result('log', 'The log names Odo.') : result('light', TRUE)],
      judge: ({ answer }) => (answer.includes('Odo') ? verdict() : MISSING),
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'answered', answer: 'The log names Odo. [1]', confidence: 0.95 });
    expect(answer.confidenceGain).toBeCloseTo(0.95 - MISSING.confidence, 12);
    expect(answer.history).toMatchObject([
      { number: 1, change: null, confidence: MISSING.confidence, recommendation: 'retry', kept: false },
      { number: 2, change: { instruction: 'complete' }, confidence: 0.95, recommendation: 'accept', kept: true },
    ]);
  });

  it('still low after two → declined, with what comes closest', async () => {
    const { pipeline } = await pipelineOver({
      find: ({ limit = 0 }) => (limit < FIRST_LIMIT ? [] : [result(`page-${limit}`, `Page ${limit} is about eels.`)]),
      judge: () => MISSING,
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', attempts: 3, confidenceGain: 0 });
    expect(answer.closest?.length).toBeGreaterThan(0);
    expect(answer.history.map(({ answer: text }) => text)).toEqual([
      'Page 16 is about eels. [1]',
      expect.stringContaining('Page 30 is about eels.'),
      expect.stringContaining('Page 48 is about eels.'),
    ]);
  });

  it('hallucination detected → regenerate with grounding', async () => {
    const { pipeline, syntheses } = await pipelineOver({
      write: ({ passages, correction }) => written(correction ? [TRUE] : [TRUE, INVENTED], passages, 'generated'),
      judge: judgeInvented,
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'answered', answer: 'Mara keeps the lamp. [1]', synthesis: 'generated' });
    expect(syntheses.map(({ correction }) => correction)).toEqual([
      undefined,
      { unsupported: [INVENTED], missing: [] },
    ]);
    expect(answer.history[1]?.change).toMatchObject({ instruction: 'rewrite_grounded' });
  });
});

describe('self-correction', () => {
  it('keeps the words that answer where they stand once a sentence before them is left out', async () => {
    const { pipeline } = await pipelineOver({
      write: ({ passages }) => {
        const draft = written([INVENTED, TRUE], passages);
        const start = draft.text.indexOf('Mara');
        return { ...draft, shortAnswer: 'Mara', highlights: [{ start, end: start + 4 }] };
      },
      judge: judgeInvented,
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ answer: `${TRUE} [1]`, shortAnswer: 'Mara', highlights: [{ start: 0, end: 4 }] });
  });

  it('leaves out what the sources do not support, and has the rest checked again', async () => {
    const checked: string[] = [];
    const { pipeline, syntheses, searches } = await pipelineOver({
      write: ({ passages }) => written([INVENTED, TRUE], passages),
      judge: (request) => {
        checked.push(request.answer);
        return judgeInvented(request);
      },
    });
    const { answer } = await ask(pipeline);
    expect(checked).toEqual(['She paints seascapes. [1] Mara keeps the lamp. [2]', 'Mara keeps the lamp. [1]']);
    expect(answer).toMatchObject({ status: 'answered', answer: 'Mara keeps the lamp. [1]' });
    expect(answer.citations).toMatchObject([{ marker: 1, quote: TRUE }]);
    expect(answer.history[1]?.change).toEqual({
      instruction: 'rewrite_grounded',
      detail: 'leaving out "She paints seascapes."',
    });
    expect([syntheses.length, searches.length]).toEqual([1, 1]);
  });

  it('leaves nothing out of what a language model wrote: it is shown whole, and says what is not clearly supported, or not at all', async () => {
    const write: Parameters<typeof pipelineOver>[0]['write'] = ({ passages, extract }) =>
      written([TRUE, INVENTED], passages, extract ? 'extractive' : 'generated');
    const rejected = await pipelineOver({ write, judge: judgeInvented });
    const { answer: extracted } = await ask(rejected.pipeline);
    expect(extracted.history.filter(({ answer }) => answer === `${TRUE} [1]`)).toEqual([]);

    const marked = await pipelineOver({
      write,
      judge: ({ answer }) => ({ ...judgeInvented({ answer }), recommendation: 'accept', issues: [] }),
    });
    const { answer } = await ask(marked.pipeline);
    expect(answer).toMatchObject({ status: 'answered', synthesis: 'generated', attempts: 1 });
    expect(answer.unsupported?.map(({ start, end }) => answer.answer.slice(start, end))).toEqual([INVENTED]);
    expect(answer.notices).toEqual([`Not clearly supported by the sources: “${INVENTED}”`]);
  });

  it('shows a text whole, with what is unsupported marked, once writing it again has not bettered it', async () => {
    const judge = ({ answer }: { readonly answer: string }): ValidationResult => {
      const found = judgeInvented({ answer });
      return found.correction ? { ...found, correction: { ...found.correction, mayStandMarked: true } } : found;
    };
    const stubborn = await pipelineOver({
      write: ({ passages, extract }) => written([TRUE, INVENTED], passages, extract ? 'extractive' : 'generated'),
      judge,
    });
    const { answer } = await ask(stubborn.pipeline);
    expect(answer).toMatchObject({ status: 'answered', synthesis: 'generated', attempts: 2 });
    expect(answer.answer).toContain(INVENTED);
    expect(answer.notices).toEqual([`Not clearly supported by the sources: “${INVENTED}”`]);
    expect(answer.history.map(({ kept }) => kept)).toEqual([true, false]);
    const docile = await pipelineOver({
      write: ({ passages, correction }) => written(correction ? [TRUE] : [TRUE, INVENTED], passages, 'generated'),
      judge,
    });
    expect((await ask(docile.pipeline)).answer.answer).not.toContain(INVENTED);
  });

  it('takes the sentences of the sources where those of a language model may not be shown, and says so', async () => {
    const { pipeline, syntheses } = await pipelineOver({
      write: ({ passages, extract }) =>
        extract ? written([TRUE], passages) : written([INVENTED, TRUE], passages, 'generated'),
      judge: judgeInvented,
    });
    const { answer } = await ask(pipeline);
    // Without its first sentence, a text that begins with the answer is half of one.
    expect(answer).toMatchObject({ status: 'answered', answer: `${TRUE} [1]`, synthesis: 'extractive' });
    expect(answer.notices).toEqual([expect.stringContaining('What the language model wrote is not supported')]);
    expect(syntheses.map(({ extract }) => extract)).toEqual([undefined, undefined, true]);
  });

  it('does not ask a language model again that failed, and tells why the text is not its own', async () => {
    const reason = 'It wrote nothing.';
    const { pipeline, syntheses } = await pipelineOver({
      find: ({ limit = 0 }) => [limit > FIRST_LIMIT ? result('log', 'The log names Odo.') : result('light', TRUE)],
      write: ({ passages, extract }) => {
        const text = written(
          [passages.some(({ chunkId }) => chunkId.includes('log')) ? 'The log names Odo.' : TRUE],
          passages,
        );
        return extract ? text : { ...text, degraded: 'model-unavailable', reason };
      },
      judge: ({ answer }) => (answer.includes('Odo') ? verdict() : MISSING),
    });
    const { answer } = await ask(pipeline);
    expect(syntheses.map(({ extract }) => extract)).toEqual([undefined, true]);
    expect(answer).toMatchObject({
      status: 'answered',
      answer: 'The log names Odo. [1]',
      degraded: ['language-model'],
    });
    expect(answer.notices).toEqual([reason]);
  });

  it('takes the sources’ own sentences at once for a text that found no end', async () => {
    const { pipeline, syntheses } = await pipelineOver({
      write: ({ passages, extract }) =>
        extract ? written([TRUE], passages) : { ...written([INVENTED], passages, 'generated'), degraded: 'cut-off' },
      judge: judgeInvented,
    });
    expect((await ask(pipeline)).answer).toMatchObject({ answer: `${TRUE} [1]`, synthesis: 'extractive' });
    expect(syntheses.map(({ extract }) => extract)).toEqual([undefined, true]);
  });

  it('tells how the text that is shown was made, not that of another attempt', async () => {
    const reason = 'The whole index was not searched.';
    const { pipeline } = await pipelineOver({
      write: ({ passages, correction }) =>
        correction ? written([TRUE], passages, 'generated') : { ...written([INVENTED], passages, 'generated'), reason },
      judge: judgeInvented,
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ answer: `${TRUE} [1]`, synthesis: 'generated' });
    expect(answer.notices ?? []).not.toContain(reason);
  });

  it('takes none where the model found no answer, nor where they may not be shown either', async () => {
    const nothing = await pipelineOver({
      write: () => ({ text: '', citations: [], sentences: [], mode: 'generated' }),
      judge: () => ({ ...MISSING, recommendation: 'reject' }),
    });
    expect((await ask(nothing.pipeline)).answer.status).toBe('declined');
    expect(nothing.syntheses.some(({ extract }) => extract)).toBe(false);
    const worse = await pipelineOver({
      write: ({ passages, extract }) => written([INVENTED], passages, extract ? 'extractive' : 'generated'),
      judge: judgeInvented,
    });
    const { answer } = await ask(worse.pipeline);
    expect(answer.status).toBe('declined');
    expect(answer).not.toHaveProperty('notices');
  });

  it('keeps the better attempt when a correction lowers the confidence', async () => {
    const { pipeline } = await pipelineOver({
      find: ({ limit = 0 }) => [limit > 16 ? result('eels', 'Eels swim.') : result('light', TRUE)],
      judge: ({ answer }) => (answer.includes('Eels') ? { ...MISSING, confidence: 0.1 } : MISSING),
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', validation: MISSING, confidenceGain: 0 });
    expect(answer.history.map(({ kept }) => kept)).toEqual([true, false, false]);
  });

  it('searches for what is missing, without losing the subject of the question', async () => {
    const { pipeline, searches, syntheses } = await pipelineOver({ judge: () => MISSING });
    await ask(pipeline, { query: 'Which shoe size has Mara?' });
    expect(searches.map(({ query }) => query)).toContain('Which shoe size has Mara? shoe size');
    // The answer is asked for as before: words alone draw sentences that hold them and say nothing.
    for (const { subQueries } of syntheses) expect(subQueries).toEqual(['Which shoe size has Mara?']);
  });

  it('finds on the second search what the first held back', async () => {
    const { pipeline } = await pipelineOver({
      find: ({ limit = 0 }) => (limit > 16 ? [result('light', TRUE)] : []),
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'answered', confidenceGain: 0.95 });
    expect(answer.history).toMatchObject([
      { answer: '', passages: 0, confidence: null, kept: false },
      { change: { instruction: 'retrieve_more' }, passages: 1, kept: true },
    ]);
  });

  it('begins no correction for which no time is left, and says so', async () => {
    const clock = new ManualClock(Date.now());
    const { pipeline } = await pipelineOver({
      clock,
      judge: () => {
        clock.advance(20_000);
        return MISSING;
      },
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', attempts: 1, degraded: ['self-correction'] });
  });

  it('makes one attempt where it is turned off', async () => {
    const { pipeline } = await pipelineOver({ judge: () => MISSING, settings: { maxRetries: 0 } });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', attempts: 1, confidenceGain: null });
    expect(answer.history.map((record) => AttemptRecord.parse(record))).toHaveLength(1);
  });
});

describe('a language model that finds no answer, or writes none', () => {
  const refuses = (found: number, wider: number) =>
    pipelineOver({
      find: ({ limit = 0 }) =>
        Array.from({ length: limit > FIRST_LIMIT ? wider : found }, (_, at) =>
          result(`eel-${at}`, `Eel ${at} is long.`),
        ),
      write: ({ passages }) => written([], passages, 'generated'),
      judge: () => MISSING,
    });

  it('is believed where it was shown ten passages', async () => {
    const { pipeline, syntheses } = await refuses(10, 20);
    expect((await ask(pipeline)).answer).toMatchObject({ status: 'declined', attempts: 1 });
    expect(syntheses).toHaveLength(1);
  });

  it('is not asked again about the same passages', async () => {
    const { pipeline, syntheses } = await refuses(4, 4);
    expect((await ask(pipeline)).answer.status).toBe('declined');
    expect(syntheses).toHaveLength(1);
  });

  it('is not shown more than ten passages for having written what may not be shown: they speak for themselves', async () => {
    const { pipeline, syntheses, searches } = await pipelineOver({
      find: () => Array.from({ length: 10 }, (_, at) => result(`eel-${at}`, `Eel ${at} is long.`)),
      write: ({ passages, extract }) => written([TRUE], passages, extract ? 'extractive' : 'generated'),
      judge: () => MISSING,
    });
    expect((await ask(pipeline)).answer.status).toBe('declined');
    expect(syntheses.map(({ extract }) => extract)).toEqual([undefined, true]);
    expect(new Set(searches.map(({ limit = 0 }) => limit > FIRST_LIMIT))).toEqual(new Set([false]));
  });

  it('is shown what a wider search adds to few', async () => {
    const { pipeline, syntheses } = await refuses(4, 6);
    await ask(pipeline);
    expect(syntheses.map(({ passages }) => passages.length)).toEqual([4, 6]);
  });
});
