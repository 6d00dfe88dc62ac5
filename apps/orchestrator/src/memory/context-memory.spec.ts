import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import {
  InMemoryInsightStore,
  InMemorySessionStore,
  keptInsightOf,
  ManualClock,
  messageOf,
  SequentialIds,
} from '@arbiter/ports/testing';
import { answered, ask, MISSING, pipelineOver } from '../../test/query-pipeline.js';
import { ContextMemory } from './context-memory.js';

const live = new AbortController().signal;
const DAY_MS = 86_400_000;

function stage() {
  const [sessions, insights, clock] = [new InMemorySessionStore(), new InMemoryInsightStore(), new ManualClock()];
  return { sessions, insights, clock, sut: new ContextMemory({ sessions, insights, clock, ids: new SequentialIds() }) };
}

const asked = (question: string, sessionId: string | undefined = 's-1') => ({ sessionId, question, domain: 'lore' });
const away = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The broker is away.'));

describe('ContextMemory.open', () => {
  it('reads a follow-up in the light of its session', async () => {
    const { sut, sessions } = stage();
    const before = [
      messageOf('Who keeps the lamp of Gull Stair?'),
      messageOf('Mara Fell keeps the lamp of Gull Stair. [1]', { role: 'assistant' }),
    ];
    await sessions.append('s-1', before, live);
    const context = await sut.open(asked('Where was she born?'), live);
    expect(context).toMatchObject({
      question: 'Where was Mara Fell born?',
      replaced: [{ expression: 'she', referent: 'Mara Fell' }],
      history: before,
      shifted: false,
      unavailable: false,
    });
    expect(context.topic.map(({ word }) => word)).toContain('lamp');
  });

  it('reads a follow-up in the light of messages that come along, where no session has any', async () => {
    const { sut, sessions } = stage();
    const history = [
      { role: 'user' as const, content: 'Who keeps the lamp of Gull Stair?' },
      { role: 'assistant' as const, content: 'Mara Fell keeps the lamp of Gull Stair. [1]' },
    ];
    const followUp = asked('Where was she born?');
    const read = async (more: object) => (await sut.open({ ...followUp, ...more }, live)).question;
    expect(await read({ sessionId: undefined, history })).toBe('Where was Mara Fell born?');
    expect(await read({ history })).toBe('Where was Mara Fell born?');
    const refused = [history[0]!, { ...history[1]!, declined: true as const }];
    expect(await read({ history: refused })).toBe('Where was she born?');
    const others = [messageOf('Who sells salt?'), messageOf('Ines Vane sells salt. [1]', { role: 'assistant' })];
    await sessions.append('s-1', others, live);
    expect(await read({ history })).toBe('Where was Ines Vane born?');
    sessions.recent = away;
    expect(await sut.open({ ...followUp, history }, live)).toMatchObject({
      question: 'Where was Mara Fell born?',
      unavailable: true,
    });
  });

  it('does not point back over a change of topic', async () => {
    const { sut, sessions } = stage();
    const texts = ['Who keeps the lamp of Gull Stair?', 'Mara Fell keeps it.', 'Which eels spawn inland?', 'None do.'];
    const roles = ['user', 'assistant'] as const;
    await sessions.append(
      's-1',
      texts.map((text, index) => messageOf(text, { role: roles[index % 2]! })),
      live,
    );
    expect(await sut.open(asked('Where was she born?'), live)).toMatchObject({ question: 'Where was she born?' });
    const question = 'What does salt cost?';
    expect(await sut.open(asked(question), live)).toMatchObject({ question, shifted: true });
  });

  it('recalls nothing for a question of no session', async () => {
    const { sut, insights } = stage();
    await insights.save(keptInsightOf('a'), live);
    expect(
      await sut.open({ sessionId: undefined, question: 'Who keeps the lamp?', domain: 'lore' }, live),
    ).toMatchObject({
      names: [],
      history: [],
    });
  });

  it('recalls insights of the domain as hints: their names', async () => {
    const { sut, insights } = stage();
    await insights.save(keptInsightOf('a', { summary: 'Mara Fell keeps the lamp.' }), live);
    await insights.save(keptInsightOf('b', { summary: 'Eels swim.', context: 'Asked: What do eels do?' }), live);
    await insights.save(keptInsightOf('c', {}, { domain: 'law' }), live);
    const context = await sut.open(asked('Who keeps the lamp?'), live);
    expect(context.names).toEqual(['Mara Fell']);
    expect((await insights.ofDomain('lore', 10, live))[0]?.insight.usageCount).toBe(1);
  });

  it('lets the question stand as it was asked where the store is away', async () => {
    const { sut, sessions } = stage();
    sessions.recent = away;
    expect(await sut.open(asked('Where was she born?'), live)).toMatchObject({
      question: 'Where was she born?',
      unavailable: true,
    });
  });

  it('does not hide a fault in itself, nor the end of the call', async () => {
    const { sut, sessions } = stage();
    sessions.recent = () => Promise.reject(new TypeError('broken'));
    await expect(sut.open(asked('Why?'), live)).rejects.toThrow('broken');
    await expect(stage().sut.open(asked('Why?'), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('reads the end of a session of 10,000 messages', async () => {
    const { sut, sessions } = stage();
    const messages = Array.from({ length: 10_000 }, (_, index) =>
      messageOf(`Is lamp ${index} lit?`, { role: index % 2 === 0 ? 'user' : 'assistant' }),
    );
    await sessions.append('s-1', messages, live);
    const { history } = await sut.open(asked('Why?'), live);
    expect(history).toEqual(messages.slice(-20));
  });
});

describe('ContextMemory.remember', () => {
  it('keeps an accepted answer as an insight, once', async () => {
    const { sut, insights, clock } = stage();
    const exchange = {
      answer: answered({ sessionId: 's-1' }),
      domain: 'lore',
      toolsUsed: ['hybrid-search'],
      documents: ['light'],
    };
    expect(await sut.remember(exchange, live)).toBe(true);
    clock.advance(DAY_MS);
    await sut.remember({ ...exchange, answer: answered({ sessionId: 's-2', id: 'answer_2' }) }, live);
    const kept = await insights.ofDomain('lore', 10, live);
    expect(kept).toMatchObject([
      {
        insight: { summary: 'Mara keeps the lamp.', usageCount: 1, lastAccessed: '2026-01-02T00:00:00.000Z' },
        origin: { sessionId: 's-1', documents: ['light'] },
      },
    ]);
    expect(kept[0]?.insight.context).toContain('Asked: Who keeps the lamp?');
  });

  it.each([
    ['declined', { status: 'declined', confidence: 0.9 }, 0],
    ['declined without a draft', { status: 'declined', confidence: null }, 0],
    ['unsure', { confidence: 0.6 }, 0.6],
    ['not checked', { validation: null, confidence: null }, undefined],
  ] as const)('keeps how sure an answer is that was %s', async (_, change, confidence) => {
    const { sut, sessions } = stage();
    const answer = { ...answered({ sessionId: 's-1' }), ...change };
    await sut.remember({ answer, domain: 'lore', toolsUsed: [], documents: [] }, live);
    const [, kept] = (await sessions.recent('s-1', 10, live)) ?? [];
    expect(kept?.metadata.confidence).toBe(confidence);
  });

  it.each([
    ['declined', { status: 'declined' }],
    ['not checked', { validation: null, confidence: null }],
    ['not sure', { confidence: 0.6 }],
    ['without sources', { citations: [] }],
  ] as const)('learns nothing from an answer that is %s, but remembers it', async (_, change) => {
    const { sut, insights, sessions } = stage();
    const answer = {
      ...answered({ sessionId: 's-1' }),
      ...change,
      citations: [...('citations' in change ? change.citations : answered({}).citations)],
    };
    await sut.remember({ answer, domain: 'lore', toolsUsed: [], documents: [] }, live);
    expect(await insights.ofDomain('lore', 10, live)).toEqual([]);
    expect(await sessions.recent('s-1', 10, live)).toHaveLength(2);
  });

  it('says that it could not', async () => {
    const { sut, sessions } = stage();
    sessions.append = away;
    expect(
      await sut.remember({ answer: answered({ sessionId: 's-1' }), domain: null, toolsUsed: [], documents: [] }, live),
    ).toBe(false);
  });
});

describe('a session in the pipeline', () => {
  it('plans and searches the resolved question, and answers the one that was asked', async () => {
    const { pipeline, searches } = await pipelineOver({});
    await ask(pipeline, { query: 'Who keeps the lamp of Gull Stair?', sessionId: 's1' });
    const { answer } = await ask(pipeline, { query: 'How bright is it?', sessionId: 's1' });
    expect(answer).toMatchObject({
      query: 'How bright is it?',
      resolvedQuery: 'How bright is the lamp of Gull Stair?',
      degraded: [],
    });
    expect(searches.map(({ query }) => query)).toContain('How bright is the lamp of Gull Stair?');
  });

  it('has no resolved question where nothing was resolved', async () => {
    const { pipeline } = await pipelineOver({ judge: () => MISSING });
    expect((await ask(pipeline, { sessionId: 's1' })).answer).not.toHaveProperty('resolvedQuery');
  });

  it.each([
    ['deep', ['Who keeps the lamp?', 'Who keeps the lamp? Mara Fell']],
    ['standard', ['Who keeps the lamp?']],
  ] as const)(
    'in mode %s, searches with the names that insights recall and never answers from them',
    async (mode, all) => {
      const { pipeline, insights, searches, syntheses } = await pipelineOver({ judge: () => MISSING });
      const learnt = keptInsightOf('a', { summary: 'The lamp is kept by Mara Fell.' }, { domain: 'lore' });
      await insights.save(learnt, live);
      await ask(pipeline, { sessionId: 's1', collections: ['lore'], mode });
      expect(searches.map(({ query }) => query).sort()).toEqual(all);
      expect(JSON.stringify(syntheses)).not.toContain('Mara Fell');
    },
  );

  it('that cannot be read or written costs no answer, and the answer says so', async () => {
    const { pipeline, sessions } = await pipelineOver({});
    sessions.recent = away;
    sessions.append = away;
    const { answer } = await ask(pipeline, { sessionId: 's1' });
    expect(answer).toMatchObject({ status: 'answered', degraded: ['memory'] });
  });
});
