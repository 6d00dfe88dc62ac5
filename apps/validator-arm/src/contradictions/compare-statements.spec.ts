import { describe, expect, it } from '@jest/globals';
import { compareStatements, statementOf } from './compare-statements.js';

const compare = (a: string, b: string) =>
  compareStatements(
    statementOf({ sourceId: 'a', start: 0, end: a.length, text: a }),
    statementOf({ sourceId: 'b', start: 0, end: b.length, text: b }),
  )?.conflict ?? null;

describe('compareStatements', () => {
  it.each([
    ['negation', 'The harbour opens at night.', 'The harbour does not open at night.'],
    ['negation', 'No ship of the guild carries oil.', 'A ship of the guild carries oil.'],
    ['negation', 'Mara has never kept the lamp.', 'Mara kept the lamp.'],
    ['antonym', 'The north gate is open.', 'The north gate is closed.'],
    ['antonym', 'Trading in whale oil is allowed.', 'Trading in whale oil is forbidden.'],
    ['number', 'The lamp weighs 40 pounds.', 'The lamp weighs 50 pounds.'],
    ['number', 'The tower of Gull Point is 70 feet high.', 'The tower of Gull Point is ninety feet high.'],
    ['number', 'The Watch has 120 members.', 'The Watch has 90 members.'],
    ['number', 'The crossing takes 3 to 5 days.', 'The crossing takes 9 days.'],
    ['date', 'The lighthouse was built in 1341.', 'The lighthouse was built in 1352.'],
    ['date', 'Mara Fell was born on 3 March 1810.', 'Mara Fell was born on 3 May 1810.'],
    ['name', 'The capital of the coast is Ostreach.', 'The capital of the coast is Verrin.'],
    ['name', 'The lamp was made by Ada Wren.', 'The lamp was made by Gregor Hask.'],
  ])('finds a conflict of %s: %s / %s', (conflict, a, b) => {
    expect(compare(a, b)).toBe(conflict);
    expect(compare(b, a)).toBe(conflict);
  });

  it.each([
    ['the same in other words', 'The gate is not open.', 'The gate is closed.'],
    ['two rooms', 'The loft costs 3 pence a night.', 'The attic costs 8 pence a night.'],
    ['two rooms of many words', 'The loft room costs 3 pence a night.', 'The attic room costs 8 pence a night.'],
    ['two people', 'Mara Fell has 3 ships.', 'Gregor Hask has 8 ships.'],
    ['two seasons', 'The room costs 3 pence in winter.', 'The room costs 8 pence in summer.'],
    ['a season and none', 'A private room costs 3 pence.', 'A private room costs 8 pence in summer.'],
    ['two years', 'The town had 500 people in 1341.', 'The town had 700 people in 1352.'],
    ['what happens again', 'The harbour froze in 1341.', 'The harbour froze in 1352.'],
    ['then and now', 'The gate was once open.', 'The gate is closed.'],
    ['a condition', 'The gate opens if the bell rings.', 'The gate does not open.'],
    ['some and none', 'Some ships carry oil.', 'Ships do not carry oil.'],
    ['two measures', 'The lamp is 40 pounds heavy.', 'The lamp is 70 feet high.'],
    ['overlapping ranges', 'The crossing takes 3 to 5 days.', 'The crossing takes 4 days.'],
    ['number words', 'The crossing takes four days.', 'The crossing takes 4 days.'],
    ['a part and the whole', 'The north gate has 2 towers.', 'The gate has 9 towers.'],
    ['a figure of nothing', 'Costs 3 pence.', 'The attic costs 8 pence.'],
    ['members of a group', 'Bo is a keeper of the lamp.', 'Cy is a keeper of the lamp.'],
    ['one of several names', 'The lamp was made by Ada Wren.', 'The lamp was made by Ada Wren and Gregor Hask.'],
    ['different things denied', 'The harbour opens at night.', 'The market does not open at night.'],
    ['nothing in common', 'Whales sing.', 'The gate is closed.'],
    ['the same twice', 'The lamp weighs 40 pounds.', 'The lamp weighs 40 pounds.'],
  ])('finds none between %s: %s / %s', (_, a, b) => {
    expect(compare(a, b)).toBeNull();
    expect(compare(b, a)).toBeNull();
  });
});
