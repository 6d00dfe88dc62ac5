import { describe, expect, it } from '@jest/globals';
import { type GlobalTopic, readGlobalQuestion } from './global-question.js';
import { scopeOf } from './question-scope.js';
import { readSelection, type SelectionQuestion } from './selection-question.js';

describe('readGlobalQuestion', () => {
  it.each<[string, GlobalTopic, string | null, string | null]>([
    ['What are the main conflicts?', 'conflicts', null, null],
    ['what conflicts are there at present?', 'conflicts', null, null],
    ['Which groups hold power here?', 'power', 'groups', null],
    ['Who really has the most influence in this region?', 'power', null, 'region'],
    ['Give me an overview of the plant', 'overview', null, 'plant'],
    ['What is this all about?', 'overview', null, null],
    ['Summarise the whole campaign.', 'overview', null, 'campaign'],
    ['What are the biggest problems at the plant right now?', 'problems', null, 'plant'],
    ['Please name the key figures', 'kind', 'figures', null],
    ['What are the main departments of the hospital?', 'kind', 'departments', 'hospital'],
    ['Who holds power on the Lantern Coast?', 'power', null, 'lantern coast'],
    ['What has changed so far?', 'changes', null, null],
  ])('reads "%s"', (question, topic, noun, whole) => {
    const read = readGlobalQuestion(question);
    expect(read).toEqual({ topic, noun, whole });
  });

  it.each([
    'What are the main ingredients of the soup?',
    'What are the main risks to the saltmarsh?',
    'What is the main gate called?',
    'Who runs the mill?',
    'Which groups were at war in 1204, and why?',
    'Summarise the refund policy.',
    'What happened at the fair?',
    'Who is the most powerful wizard?',
    'How do I get an overview of my invoices?',
  ])('leaves "%s" to passages', (question) => {
    expect(scopeOf(question)).toBe('local');
  });
});

describe('readSelection', () => {
  it.each<[string, Partial<SelectionQuestion>]>([
    ['How many wards are closed now?', { form: 'count', noun: 'wards', state: 'closed' }],
    ['Which pumps are out of service at the moment?', { form: 'list', noun: 'pumps', state: 'out of service' }],
    ['Which taverns are in Port Vane?', { form: 'list', noun: 'taverns', place: 'Port Vane' }],
    ['How many pumps are shut down in the North Hall?', { noun: 'pumps', state: 'shut down', place: 'North Hall' }],
    ['Which two cranes can still be used?', { modifiers: ['two'], noun: 'cranes', state: 'usable' }],
    ['List all closed wards', { form: 'list', modifiers: ['closed'], noun: 'wards' }],
    ['How many units under 1,000 points?', { amount: { comparison: 'below', number: 1000, unit: 'points' } }],
    ['Which wards have at least 20 beds?', { amount: { comparison: 'at-least', number: 20, unit: 'beds' } }],
  ])('reads "%s"', (question, read) => {
    expect(readSelection(question)).toMatchObject(read);
    expect(scopeOf(question)).toBe('selection');
  });

  it.each([
    'How many people live in Tallowgate?',
    'How many miles is it to Skerrow?',
    'How many lifeguards does the centre employ altogether?',
    'Which stations are staffed all day?',
    'Which places are off limits for a dog?',
    'How many patients died in the hospital in February 1784?',
    'Which ward takes her in at the moment?',
    'How many wards were closed last year?',
    'Which wards are closed, and why?',
    'How often are the wards closed?',
    `Which wards are closed ${'and '.repeat(60)}open?`,
  ])('leaves "%s" alone', (question) => {
    expect(readSelection(question)).toBeNull();
  });

  it('takes no time for a question that goes on and on', () => {
    for (const word of ['the ', 'in Port ', 'wards ', '[1] ', 'how many ', 'can be used '])
      expect(scopeOf(`How many ${word.repeat(4_000)}?`)).toBe('local');
  });
});
