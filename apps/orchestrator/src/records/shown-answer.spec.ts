import { getAnswer, type Principal, type QueryEvent } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { agentOver, decisions, run } from '../../test/agent.js';
import { type Arms, contextOf, MISSING, result, written } from '../../test/query-pipeline.js';
import { askRecorded, recordedOver } from '../../test/recorded.js';
import { ownSession } from '../access/ownership.js';
import { AnswersService } from './answers.service.js';

const live = new AbortController().signal;
const asker = { signal: live, principal: null };
const desk: Principal = { name: 'desk', role: 'reader', tenant: null, groups: null };

describe('an answer that is opened again', () => {
  it.each([
    ['answered', {}],
    ['declined', { judge: () => MISSING }],
  ] as const)('is %s whole, as its caller got it, with the steps to it', async (status, arms: Arms) => {
    const { pipeline, service, sessions } = await recordedOver(arms);
    const request = { query: 'Who keeps the lamp?', mode: 'standard', validate: true, sessionId: 's-1' } as const;
    const stream = pipeline.answer({ ...request, includeProvenance: true }, { ...contextOf(), principal: desk });
    const events: QueryEvent[] = [];
    let next = await stream.next();
    for (; !next.done; next = await stream.next()) events.push(next.value);
    const answer = next.value;
    expect([answer.status, answer.history.length > 0]).toEqual([status, true]);
    expect((status === 'answered' ? answer.citations : answer.closest)?.length).toBeGreaterThan(0);

    const messages = await sessions.recent(ownSession(desk, 's-1'), 9, live);
    const answerId = messages?.[1]?.metadata.answer_id ?? '';
    const open = (principal: Principal, withoutFlight = false) =>
      service.show({ answerId, withoutFlight }, { signal: live, principal });
    const { shown, flight } = getAnswer.output.parse(await open(desk, true));
    expect([shown, shown?.answer.sessionId, flight]).toEqual([{ answer, events }, 's-1', null]);
    expect(await open(desk)).toMatchObject({ id: answer.id, flight: { formatVersion: 1 } });
    for (const other of [{ name: 'gate' }, { tenant: 'other' }])
      await expect(open({ ...desk, ...other })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of an agent has its events, with the results of its tools in place', async () => {
    const SEARCH = { tool: 'hybrid_search', inputs: { query: 'Who keeps the lamp?' } };
    const { agent, answers } = await agentOver({
      next: decisions(SEARCH, { tool: 'text_response', should_end: true }),
    });
    const { events, outcome } = await run(agent);
    const service = new AnswersService({ answers, costs: null, answering: agent });
    const { shown } = await service.show({ answerId: outcome.answer!.id, withoutFlight: true }, asker);
    expect(shown).toEqual({ answer: outcome.answer, events });
  });

  it('is not there any more where its documents were deleted', async () => {
    const stage = await recordedOver();
    const { answer, record } = await askRecorded(stage);
    const deleted = { documents: record.documents ?? [], at: '2026-02-01T00:00:00.000Z', jobId: null };
    expect(await stage.answers.redact(deleted, live)).toBe(1);
    const { shown, query } = await stage.service.show({ answerId: answer.id, withoutFlight: false }, asker);
    expect([shown, query]).toEqual([null, '']);
  });

  it('keeps what it shows of other documents when one is deleted that it only read', async () => {
    const stage = await recordedOver({
      find: () => [result('light', 'Mara keeps the lamp.'), result('gone', 'The Quibblefish sings.')],
      write: ({ passages }) => written(['Mara keeps the lamp.'], passages.slice(0, 1)),
    });
    const { answer } = await askRecorded(stage);
    const show = () => stage.service.show({ answerId: answer.id, withoutFlight: false }, asker);
    expect((await stage.service.get(answer.id, asker)).flight).not.toBeNull();
    const at = '2026-02-01T00:00:00.000Z';
    expect(await stage.answers.redact({ documents: ['gone'], at, jobId: null }, live)).toBe(1);
    const left = getAnswer.output.parse(await show());
    const { citations, confidence, cost } = answer;
    expect(citations.length).toBeGreaterThan(0);
    expect(left).toMatchObject({ query: answer.query, flight: null, evidence: '', redacted: { at } });
    expect(left.shown).toMatchObject({ answer: { answer: answer.answer, citations, confidence, cost }, events: [] });
    expect(JSON.stringify(left)).not.toMatch(/gone|Quibblefish/);
    await stage.answers.redact({ documents: ['other'], at, jobId: null }, live);
    expect((await show()).shown).toEqual(left.shown);
    await stage.answers.redact({ documents: ['light'], at, jobId: null }, live);
    expect(await show()).toMatchObject({ query: '', answer: '', shown: null });
    expect(JSON.stringify(await stage.service.get(answer.id, asker))).not.toMatch(/Mara/);
  });
});
