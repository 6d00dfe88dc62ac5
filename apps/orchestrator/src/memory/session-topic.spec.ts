import { describe, expect, it } from '@jest/globals';
import { continueTopic, leavesTopic, NO_TOPIC } from './follow-session.js';

const LAMP = continueTopic(NO_TOPIC, { question: 'Who keeps the lamp?', answer: 'Mara keeps it in the tower.' });
const weightOf = (word: string, topic = LAMP) => topic.find((one) => one.word === word)?.weight;

describe('continueTopic', () => {
  it('weighs what was asked more than what was answered, and forgets words of form', () => {
    expect(weightOf('lamp')).toBe(1);
    expect(weightOf('tower')).toBe(0.5);
    expect(weightOf('Who')).toBeUndefined();
  });

  it('lets what is not spoken of fade, until it is gone', () => {
    const exchange = { question: 'What do eels eat?', answer: '' };
    let topic = continueTopic(LAMP, exchange);
    expect(weightOf('lamp', topic)).toBeCloseTo(0.55, 12);
    expect(topic[0]?.weight).toBe(1);
    for (let turn = 0; turn < 7; turn += 1) topic = continueTopic(topic, exchange);
    expect(weightOf('lamp', topic)).toBeUndefined();
  });
});

describe('leavesTopic', () => {
  it.each([
    ['another subject', 'Which eels spawn inland?', true],
    ['a word of the question', 'What oil do lamps burn?', false],
    ['a word of the answer', 'Which towers are open?', false],
    ['a longer form of a word', 'Who is the lamplighter of Ferrow?', false],
    ['what is taken for known', 'How long is the stair?', false],
    ['no subject at all', 'Why?', false],
  ])('of a question with %s', (_, question, leaves) => {
    expect(leavesTopic(LAMP, question)).toBe(leaves);
  });

  it('cannot be said of the first question', () => {
    expect(leavesTopic(NO_TOPIC, 'Which eels spawn inland?')).toBe(false);
  });
});
