import { describe, expect, it } from '@jest/globals';
import { AttemptRecord, type ClaimVerdict, type ValidationResult } from '@arbiter/contracts';
import { ManualClock } from '@arbiter/ports/testing';
import { ask, type Arms, MISSING, pipelineOver, verdict, written } from '../../test/query-pipeline.js';

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
  const stubborn: Arms['write'] = ({ passages, extract }) =>
    written([INVENTED], passages, extract ? 'extractive' : 'generated');

  it('low confidence → retry triggered', async () => {
    const { pipeline, searches, syntheses } = await pipelineOver({ write: stubborn, judge: judgeInvented });
    const { answer, events } = await ask(pipeline);
    expect(answer.attempts).toBeGreaterThan(1);
    expect([searches.length, syntheses.length]).toEqual([1, answer.attempts]);
    expect(events.map(({ stage }) => stage)).toContain('correct');
  });

  it('a retry that raises confidence → accepted', async () => {
    const { pipeline } = await pipelineOver({
      write: ({ passages }) => written([INVENTED, TRUE], passages),
      judge: judgeInvented,
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'answered', answer: `${TRUE} [1]`, confidence: 0.95 });
    expect(answer.confidenceGain).toBeCloseTo(0.95 - 0.55, 12);
    expect(answer.history).toMatchObject([
      { number: 1, change: null, confidence: 0.55, recommendation: 'retry', kept: false },
      {
        number: 2,
        change: { instruction: 'rewrite_grounded' },
        confidence: 0.95,
        recommendation: 'accept',
        kept: true,
      },
    ]);
  });

  it('still low after two → declined, with what comes closest', async () => {
    const { pipeline } = await pipelineOver({ write: stubborn, judge: judgeInvented });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', attempts: 3, confidenceGain: 0 });
    expect(answer.closest?.length).toBeGreaterThan(0);
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
      write: ({ passages }) => written([INVENTED, TRUE], passages),
      judge: ({ answer }) =>
        answer.includes(INVENTED) ? unsupported(answer, [INVENTED]) : unsupported(answer, [TRUE], 0.1),
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', validation: { confidence: 0.55 }, confidenceGain: 0 });
    expect(answer.history.map(({ kept }) => kept)).toEqual([true, false]);
  });

  it.each([
    ['whose passages hold no answer', {}],
    ['for which nothing was found', { find: () => [] } satisfies Arms],
  ])('searches once for a question %s: a wider search of the same words finds none', async (_, over: Arms) => {
    const { pipeline, searches } = await pipelineOver({ judge: () => MISSING, ...over });
    expect((await ask(pipeline)).answer).toMatchObject({ status: 'declined', attempts: 1 });
    expect(searches).toHaveLength(1);
  });

  it('begins no correction for which no time is left, and says so', async () => {
    const clock = new ManualClock(Date.now());
    const { pipeline } = await pipelineOver({
      clock,
      write: ({ passages }) => written([INVENTED, TRUE], passages),
      judge: ({ answer }) => {
        clock.advance(20_000);
        return unsupported(answer, [INVENTED]);
      },
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', attempts: 1, degraded: ['self-correction'] });
  });

  it('makes one attempt where it is turned off', async () => {
    const { pipeline } = await pipelineOver({
      write: ({ passages }) => written([INVENTED, TRUE], passages),
      judge: judgeInvented,
      settings: { maxRetries: 0 },
    });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', attempts: 1, confidenceGain: null });
    expect(answer.history.map((record) => AttemptRecord.parse(record))).toHaveLength(1);
  });
});

describe('a language model that finds no answer, or writes none', () => {
  it('is believed', async () => {
    const write: Arms['write'] = ({ passages }) => written([], passages, 'generated');
    const { pipeline, syntheses } = await pipelineOver({ write, judge: () => MISSING });
    expect((await ask(pipeline)).answer).toMatchObject({ status: 'declined', attempts: 1 });
    expect(syntheses).toHaveLength(1);
  });

  it('gives way to the sources’ own sentences where it wrote what may not be shown', async () => {
    const { pipeline, syntheses } = await pipelineOver({
      write: ({ passages, extract }) => written([TRUE], passages, extract ? 'extractive' : 'generated'),
      judge: () => MISSING,
    });
    expect((await ask(pipeline)).answer.status).toBe('declined');
    expect(syntheses.map(({ extract }) => extract)).toEqual([undefined, true]);
  });
});
