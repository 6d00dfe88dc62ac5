import { describe, expect, it } from '@jest/globals';
import { passage } from '../../test/passages.js';
import { bridgeQuery } from './bridge-query.js';

const BUBYE = passage('Bubye River', 'The Bubye River is a river in southern Zimbabwe. It rises near West Nicholson.');
const LIGHT = passage('Gull Point Light', 'The lighthouse on Gull Point was built by Odo Finch in 1811.');
const GUILD = passage('Ropemakers', 'The Ropemakers Guild was founded by Ada Wren.');
const CLONBROOK = passage('Clonbrook', 'Clonbrook is a village in Guyana, on the coast.');

const followed = (question: string, of: typeof BUBYE) => bridgeQuery(question, of)?.question;

describe('a followed question', () => {
  it.each([
    ['Which waterfall lies in the country where the Bubye River is found?', BUBYE, 'Which waterfall lies in Zimbabwe?'],
    ['Who taught the man who built the lighthouse on Gull Point?', LIGHT, 'Who taught Odo Finch?'],
    ['Where was the man who built the lighthouse on Gull Point born?', LIGHT, 'Where was Odo Finch born?'],
    ['In which town was the founder of the Ropemakers Guild born?', GUILD, 'In which town was Ada Wren born?'],
    ["Who taught the Ropemakers Guild's founder?", GUILD, 'Who taught Ada Wren?'],
    [
      'When did the country where Clonbrook is located become a republic?',
      CLONBROOK,
      'When did Guyana become a republic?',
    ],
  ])('of %p has the name in the place of the description', (question, of, expected) => {
    expect(followed(question, of)).toBe(expected);
  });

  it.each([
    [
      'describes nothing',
      'Which waterfall is near the Bubye River?',
      BUBYE,
      'Which waterfall is near the Bubye River (Zimbabwe)?',
    ],
    [
      'asks for what is described',
      'Who was the founder of the Ropemakers Guild?',
      GUILD,
      'Who was the founder of the Ropemakers Guild (Ada Wren)?',
    ],
    [
      'hides its verb in the description',
      'When did the man who built the lighthouse on Gull Point leave?',
      LIGHT,
      'When did the man who built the lighthouse on Gull Point leave (Odo Finch)?',
    ],
  ])('has the name in brackets where the question %s', (_, question, of, expected) => {
    expect(followed(question, of)).toBe(expected);
  });

  it.each(['?', 'the of the of', 'the a who who', `the man who ${'x '.repeat(3_990)}`])(
    'is not broken by %j',
    (question) => {
      expect(() => followed(question, LIGHT)).not.toThrow();
    },
  );
});
