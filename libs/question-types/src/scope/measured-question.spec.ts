import { describe, expect, it } from '@jest/globals';
import { readSelection } from './selection-question.js';

const read = (question: string) => {
  const found = readSelection(question);
  return found?.measure && [found.measure.operation, found.measure.unit, [...found.modifiers, found.noun].join(' ')];
};

describe('a question that measures all things of a kind', () => {
  it.each([
    ['Which ward has the most beds?', ['most', 'beds', 'ward']],
    ['Which of the surgical wards has the fewest beds?', ['least', 'beds', 'surgical wards']],
    ['What is the cheapest inn?', ['least', 'cost', 'inn']],
    ['the cheapest inn', ['least', 'cost', 'inn']],
    ['Which pump is the heaviest?', ['most', 'weight', 'pump']],
    ['How many beds do the wards have in total?', ['sum', 'beds', 'wards']],
    ['What is the total number of berths of all piers?', ['sum', 'berths', 'piers']],
    ['What is the average cost of the units?', ['mean', 'cost', 'units']],
    ['How many seats do the coaches have on average?', ['mean', 'seats', 'coaches']],
  ])('"%s"', (question, expected) => {
    expect(read(question)).toEqual(expected);
  });

  it.each([
    'Which ward has the most patience with visitors and the longest hours?',
    'What is the cheapest way to get there?',
    'Who has the most beds?',
    'What is the total?',
    'Which ward had the most beds in 1904?',
    'How many beds does Elm Ward have in total?',
  ])('is not "%s"', (question) => {
    expect(read(question) ?? null).toBeNull();
  });
});
