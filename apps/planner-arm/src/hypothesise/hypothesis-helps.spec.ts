import { describe, expect, it } from '@jest/globals';
import { hypothesisHelps } from './hypothesis.task.js';

describe('a hypothetical passage', () => {
  it.each(['What happens when it gets dark?', 'How do ships pay?', 'why is the water brown'])(
    'helps with %j',
    (query) => {
      expect(hypothesisHelps(query, 'simple_lookup').helps).toBe(true);
    },
  );

  it.each([
    ['a name', 'Who keeps the light at Gull Point?', 'Gull Point'],
    ['a number', 'Who paid 40 marks?', 'number'],
    ['a date', 'What burned down on 12 March 1412?', 'date'],
    ['a code', 'What is error e-404b?', 'code'],
    ['a quotation', 'Where does it say "keep to the left"?', 'quotes'],
    ['a quotation in single marks', "Where does it say 'keep to the left'?", 'quotes'],
    [
      'words enough',
      'which tax does a fishing boat owner pay for landing herring barrels outside the harbour wall',
      'words',
    ],
  ])('does not help with %s, and says so', (_, query, why) => {
    expect(hypothesisHelps(query, 'simple_lookup')).toEqual({
      helps: false,
      reason: expect.stringContaining(why) as unknown,
    });
  });

  it.each(['comparative', 'multi_hop', 'conversational', 'out_of_scope'] as const)(
    'does not help with what is %s',
    (type) => {
      expect(hypothesisHelps('What happens when it gets dark?', type).helps).toBe(false);
    },
  );
});
