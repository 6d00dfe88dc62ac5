import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerYesNo, isYesNoQuestion } from '../yes-no.js';

describe('isYesNoQuestion', () => {
  it.each([
    'Is the mint at Mirren older than the wine fair there?',
    'does the ferry run at night',
    'Can I bring my dog?',
    'Could a self-employed nurse deduct her uniform?',
    "Isn't the ferry closed in winter?",
    'Are visitors not allowed after eight?',
    'If I lose my card, can I still enter?',
    'In winter, does the ferry run?',
    'And is there a bath?',
    'Do you know whether the ferry runs at night?',
    'Can you tell me if the port is open?',
    'Is it true that the keeper drinks?',
    'The ferry runs at night, doesn’t it?',
    'The ferry can carry carts?',
    'Does the router support IPv6 or not?',
    'Must I wait an hour or more?',
    'Is there one or two doctors on the ward?',
    'Have I got to register?',
  ])('yes or no: %s', (question) => {
    expect(isYesNoQuestion(question)).toBe(true);
  });

  it.each([
    'Is it red or blue?',
    'Which is dearer for one night, a private room or a single?',
    'Are there more inhabitants in Mirren or in the North Town?',
    'Can you tell me when the ferry leaves?',
    'Could you list the quarters of Pell?',
    'Do you know who runs the Drowned Heron?',
    'Who is the keeper?',
    'How long is the causeway?',
    'And a bath?',
    'Grey salt against white: what is the difference in price per stone?',
    'The ferry leaves when?',
    'Is it open? Who runs it?',
    'Can a closed case be opened again, and how is it done?',
    'Compare the Drowned Heron and the Gilded Eel.',
    'If the keeper is ill, who lights the lamp?',
    'The ferry is closed.',
    '',
  ])('not yes or no: %s', (question) => {
    expect(isYesNoQuestion(question)).toBe(false);
  });
});

describe('answerYesNo', () => {
  it.each<[string, string, 'yes' | 'no', string]>([
    ['Does the ferry run at night?', 'The ferry runs at night.', 'yes', 'Yes: the ferry runs at night.'],
    ['Can I bring a dog?', 'Dogs stay outside.', 'no', 'No: Dogs stay outside.'],
    ['Is Brona the keeper?', 'Brona Teel keeps the light.', 'yes', 'Yes: Brona Teel keeps the light.'],
    ["Isn't the ferry closed in winter?", 'It does not run in winter.', 'yes', 'Yes: it does not run in winter.'],
    ['Is smoking not allowed?', 'Nobody may smoke on the ward.', 'yes', 'Nobody may smoke on the ward.'],
    ['Is tax due?', 'A TAX OF 2 % IS DUE.', 'yes', 'Yes: A TAX OF 2 % IS DUE.'],
    ['Is he captain?', 'Will Turner is captain.', 'yes', 'Yes: Will Turner is captain.'],
    ['May I?', 'I may.', 'yes', 'Yes: I may.'],
    ['Is it so?', 'IT IS SO.', 'no', 'No: IT IS SO.'],
  ])('%s %s (%s)', (question, sentence, verdict, text) => {
    expect(answerYesNo(question, sentence, verdict).text).toBe(text);
  });

  it('says where the sentence stands', () => {
    const sentence = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(
        sentence,
        fc.constantFrom('yes', 'no'),
        fc.constantFrom('Is it?', 'Is it not so?'),
        (said, verdict, question) => {
          const { text, quote } = answerYesNo(question, said, verdict);
          expect(text.slice(quote.start, quote.end).toLowerCase()).toBe(said.trim().toLowerCase());
        },
      ),
    );
  });
});
