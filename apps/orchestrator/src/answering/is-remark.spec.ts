import { describe, expect, it } from '@jest/globals';
import { isRemark } from './decline.js';

describe('isRemark', () => {
  it.each([
    'Thanks!',
    'hi',
    'Hello there :)',
    'ok, thank you so much for your help',
    'Good morning, hello',
    'Danke!',
    'bye bye',
  ])('is true of %j', (message) => {
    expect(isRemark(message)).toBe(true);
  });

  it.each([
    '',
    '?',
    'good',
    'day',
    'Help',
    'Thanks, and who keeps the lamp?',
    'hello world program',
    'What does OK mean?',
    'Who said hello to the keeper?',
    'thank you letter to Mara',
    'Hi, opening hours?',
    'And where is he?',
    'Why?',
    'And then?',
    'Ok, and the morning?',
    'ok, for all?',
    'thanks?',
    'all',
    'ok button colour',
    'How many days of leave are there?',
    'What is the plumber’s number?',
    'Summarise the handbook',
    'What does error E17 mean?',
    'Who may approve a flight?',
    'price of fenwort cordial',
    'goodbye party date',
    'hey jude chords',
    'Ciao Bella opening times',
    'When is the morning tide?',
    'Is the evening ferry free for everyone?',
    'How much is a bed?',
    'A lot number 7?',
    'List every tavern in the lower town.',
    'How do I trim the lamp?',
    'Compare the north tower and the south tower.',
    '灯台は誰が守っていますか',
    'Wer ist für den Urlaub zuständig?',
    'bonjour en anglais',
    '42',
  ])('is false of %j', (message) => {
    expect(isRemark(message)).toBe(false);
  });
});
