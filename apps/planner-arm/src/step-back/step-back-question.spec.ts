import { describe, expect, it } from '@jest/globals';
import { stepBackQuestion } from './step-back-question.js';

describe('stepBackQuestion', () => {
  it.each([
    ['Can Terminators deep strike on turn 1?', 'What are the rules for deep strike?'],
    [
      'May a ship of the Tern Company moor after dark on 3 May 412?',
      'What are the rules for ship and moor after dark?',
    ],
    ['Is the Grey Heron allowed to carry salt this year?', 'What are the rules for carry salt?'],
    ['What happens if my boat sinks at Gull Point?', 'What are the rules for boat sinks?'],
    ['How are dues paid by the Grey Heron?', 'How are dues paid?'],
    ['How do I register a boat at Gull Point?', 'How does one register a boat?'],
  ])('asks behind %j', (query, general) => {
    expect(stepBackQuestion(query, 'simple_lookup')).toBe(general);
  });

  it.each([
    ['of a fact', 'Who keeps the light at Gull Point?'],
    ['of a past event', 'Did Mara Fell build the lighthouse?'],
    ['that is general already', 'Can ships moor after dark?'],
    ['of which nothing is left', 'Can Terminators?'],
  ])('asks nothing behind a question %s', (_, query) => {
    expect(stepBackQuestion(query, 'simple_lookup')).toBeNull();
  });

  it.each(['conversational', 'out_of_scope'] as const)('asks nothing behind what is %s', (queryType) => {
    expect(stepBackQuestion('Can Terminators deep strike on turn 1?', queryType)).toBeNull();
  });
});
