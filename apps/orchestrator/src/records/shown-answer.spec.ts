import { getAnswer, type Principal, type QueryEvent } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { describe, expect, it } from '@jest/globals';
import { agentOver, decisions, run } from '../../test/agent.js';
import { type Arms, contextOf, MISSING } from '../../test/query-pipeline.js';
import { askRecorded, recordedOver } from '../../test/recorded.js';
import { ownSession } from '../access/ownership.js';
import { AnswersService } from './answers.service.js';

const live = new AbortController().signal;
const asker = { signal: live, principal: null };
const desk: Principal = { name: 'desk', role: 'reader', tenant: null, groups: null };

/** A question of a caller in its session, with the events as the client got them. */
async function asked(arms: Arms = {}, principal: Principal | null = null) {
  const stage = await recordedOver(arms);
  const stream = stage.pipeline.answer(
    { query: 'Who keeps the lamp?', mode: 'standard', validate: true, includeProvenance: true, sessionId: 's-1' },
    { ...contextOf(), principal },
  );
  const events: QueryEvent[] = [];
  for (let next = await stream.next(); ; next = await stream.next()) {
    if (next.done) return { ...stage, events, answer: next.value };
    events.push(next.value);
  }
}

describe('an answer that is opened again', () => {
  it.each([
    ['answered', {}],
    ['declined', { judge: () => MISSING }],
  ] as const)('is %s whole, as its caller got it, with the steps to it', async (status, arms) => {
    const { service, answer, events } = await asked(arms, desk);
    const request = { answerId: answer.id, withoutFlight: true };
    const shown = getAnswer.output.parse(await service.show(request, { signal: live, principal: desk }));
    expect(answer.status).toBe(status);
    expect([answer.citations, answer.closest ?? [], answer.history].map(({ length }) => length > 0)).toEqual([
      status === 'answered',
      status === 'declined',
      true,
    ]);
    expect(shown.shown).toEqual({ answer, events });
    expect(shown.shown?.answer.sessionId).toBe('s-1');
    expect(shown.flight).toBeNull();
  });

  it('is found by what its session says of it', async () => {
    const { service, answer, sessions } = await asked({}, desk);
    const messages = await sessions.recent(ownSession(desk, 's-1'), 9, live);
    expect(messages?.map(({ metadata }) => metadata.answer_id)).toEqual([undefined, answer.id]);
    const answerId = messages?.[1]?.metadata.answer_id ?? '';
    const open = (principal: OperationContext['principal']) =>
      service.show({ answerId, withoutFlight: false }, { signal: live, principal });
    expect(await open(desk)).toMatchObject({ id: answer.id, flight: { formatVersion: 1 } });
    for (const other of [
      { ...desk, name: 'gate' },
      { ...desk, tenant: 'other' },
    ])
      await expect(open(other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
});
