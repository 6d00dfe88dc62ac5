import { describe, expect, it } from '@jest/globals';
import { texts } from '../../test/compare.js';
import { findMismatches } from './find-mismatches.js';

const kinds = (claim: string, source: string, context = ''): string[] =>
  findMismatches(texts(claim, source, context)).map(({ kind }) => kind);

describe('findMismatches', () => {
  it.each([
    ['number', 'The lamp is 71 feet high.', 'The lamp is 70 feet high.'],
    ['number', 'The blow deals 3d6 damage.', 'The blow deals 2d6 damage.'],
    ['number', 'The crew has twelve men and nine women.', 'The crew has nine men and twelve women.'],
    ['number', 'Thirteen keepers live there.', 'Twelve keepers live there. Thirteen ships lie in the harbour.'],
    ['unit', 'The lamp is 70 miles high.', 'The lamp is 70 feet high.'],
    ['unit', 'The siege lasted 3 weeks.', 'The siege lasted 3 days.'],
    ['date', 'The lamp was lit in 1341.', 'The lamp was lit in 1314.'],
    ['date', 'The lamp was lit on 12 March 1341.', 'The lamp was lit on 12 April 1341.'],
    ['name', 'The lamp was lit by Gregor Hask.', 'The lamp was lit by Mara Fell.'],
    ['name', 'The lamp was lit by Gregor Fell.', 'The lamp was lit by Mara Fell.'],
    ['role', 'Gregor Hask betrayed Mara Fell at the harbour.', 'Mara Fell betrayed Gregor Hask at the harbour.'],
    ['role', 'Mara Fell was betrayed by Gregor Hask.', 'Mara Fell betrayed Gregor Hask.'],
    ['unit', 'A watchman earns two wicks a month.', 'A watchman earns 2 beacons a month.'],
    ['role', 'It is Gregor Hask that commands Mara Fell.', 'Mara Fell commands Gregor Hask.'],
    ['role', 'Mara Fell is kept by Gregor Hask in a tower.', 'Mara Fell keeps Gregor Hask in a tower.'],
    ['comparative', 'Bail is not less than 3 and not less than 60.', 'Bail is not less than 3 and not more than 60.'],
    ['comparative', 'The younger keeper fled.', 'The elder keeper fled.'],
    ['negation', 'The harbour opens at night.', 'The harbour does not open at night.'],
    ['negation', 'The harbour does not open at night.', 'The harbour opens at night.'],
    ['negation', 'The harbour never opens at night.', 'The harbour opens at night.'],
    ['comparative', 'The old lamp burns longer.', 'The old lamp burns shorter.'],
    ['comparative', 'The tower is taller than the mill.', 'The mill is taller than the tower.'],
    ['antonym', 'The guild bought the mill.', 'The guild sold the mill.'],
    ['quantifier', 'All keepers live in the tower.', 'Some keepers live in the tower.'],
    ['quantifier', 'Only the keepers live in the tower.', 'The keepers live in the tower.'],
    ['enumeration', 'They sell rope, tar and lanterns.', 'They sell rope, tar and candles.'],
    ['unit', 'A loaded cart pays 1 beacon.', 'A loaded cart pays 1 wick.'],
    ['unit', 'The vote took 2 years, the second in June.', 'The vote took two rounds, the second in June.'],
    ['number', 'He raised the fee nine times.', 'He raised the fee twice.'],
    ['comparative', 'He rules in no less than three days.', 'He rules within three days.'],
    ['comparative', 'It fell greater than 3 weeks later.', 'It fell less than three weeks later.'],
    [
      'comparative',
      'He lights his house with the most expensive rushlights.',
      'He lights his house with the cheapest rushlights.',
    ],
    ['name', 'It is Toby Hale that takes passengers.', 'Ulla Renn takes passengers.'],
    [
      'name',
      'Fell also paid the son of the guildmaster Basil Fell.',
      'Fell also paid the son of the guildmaster Joram Hask.',
    ],
    [
      'role',
      'They got a loan from Mara Fell, the grandfather of Basil Fell.',
      "Mara Fell's grandfather, Basil Fell, gave them a loan.",
    ],
    ['negation', 'The infirmary is not in the charge of Ambry Fell.', 'Ambry Fell runs the infirmary.'],
    ['arithmetic', 'The warband totals 250 points.', 'The archers cost 100 points. The riders cost 130 points.'],
  ])('sees a %s: %p where the source has %p', (kind, claim, source) => {
    expect(kinds(claim, source)).toContain(kind);
  });

  it.each([
    ['the same number in words', 'The lamp is seventy feet high.', 'The lamp is 70 feet high.'],
    ['a bound that holds', 'More than 50% of the crew fell ill.', 'In all, 89% of the crew fell ill.'],
    ['a number inside a name', 'The sliding of kinesin-8 is slow.', 'In kinesin-5 cells the sliding is slow.'],
    [
      'a total that is right',
      'The warband totals 230 points.',
      'The archers cost 100 points. The riders cost 130 points.',
    ],
    ['how often', 'He raised the fee two times.', 'He raised the fee twice.'],
    [
      'another word for how the counted are',
      'She is one of the 3 wealthiest people.',
      'She is one of the three richest people.',
    ],
    ['nobody for no one', 'Nobody has bought the mill.', 'No one has bought the mill.'],
    [
      'the sides of an equation',
      'The landlady of the inn on the Ropewalk is Mara Fell.',
      'Mara Fell is the landlady of the inn on the Ropewalk.',
    ],
    [
      'a clause after a comma',
      'Ships wait, since the ponds are fresh and deep.',
      'Ships wait, because the ponds are fresh and deep.',
    ],
    ['part of a name', 'Amy Winehouse died of poisoning.', 'Winehouse died of poisoning.'],
    ['a name that a pronoun stands for', 'Henri Kontinen won the open.', 'He won the open.'],
    ['a passive', 'Gregor Hask was betrayed by Mara Fell.', 'Mara Fell betrayed Gregor Hask.'],
    [
      'clauses in another order',
      'Gregor Hask fled after Mara Fell lit the lamp.',
      'After Mara Fell lit the lamp, Gregor Hask fled.',
    ],
    ['a negation in both', 'The harbour never opens at night.', 'The harbour does not open at night.'],
    [
      'a negation of something else',
      'Pets comfort lonely adults.',
      'Pets comfort lonely adults who do not have neighbours.',
    ],
    ['a share', 'One in three of her family rests there.', 'A third of her family lies there.'],
    ['another spelling of a unit', 'The station is 230 metres deep.', 'The station is 230 meters deep.'],
    ['another word for what is cheapest', 'He burns the least expensive oil.', 'He burns the cheapest oil.'],
    ['a bound in other words', 'His ruling comes in no more than three days.', 'He rules within three days.'],
    [
      'two bounds of one value',
      'More than five feet off it moves within 5 feet.',
      'More than 5 feet off it moves within 5 feet.',
    ],
    [
      'a negation in other words',
      'Others signed four, but she never put a seal to one.',
      'Others signed four, but she never signed.',
    ],
    ['a passive of another verb', 'Jory Hext was once taken in by Harl Tunny.', 'Harl Tunny once arrested Jory Hext.'],
    ['names side by side', 'A parliament for Norland and Sudland met.', 'A parliament for Sudland and Norland met.'],
    [
      'whose kin somebody is',
      'They got a loan from Basil Fell, the grandfather of Mara Fell.',
      "Mara Fell's grandfather, Basil Fell, gave them a loan.",
    ],
    [
      'a list of clauses',
      'Hask, an uncle, resides in Ostreach and sails.',
      'Hask, an uncle, lives in Ostreach and sails.',
    ],
    ['a short form of a name', 'Tim Roth is an actor.', 'Timothy Simon Roth is an actor.'],
    ['the initials of a name', 'She led a party in the UK.', 'She led a party in the United Kingdom.'],
    ['a negation that is a name', 'The band Never Shout plays.', 'The band Never Shout plays there.'],
    ['another word for the first', 'It is the first proof that it holds.', 'It is the first check that it holds.'],
    ['a conjunction at the head', 'Till June 2017 the lamp burned.', 'Until June 2017 the lamp burned.'],
    ['neither and nor', 'The inn sells no rope or tar.', 'The inn sells neither rope nor tar.'],
    ['a name in the title', 'Gull Point burns whale oil.', 'The lamp burns whale oil.', 'Gull Point'],
  ])('passes over %s', (_, claim, source, context = '') => {
    expect(kinds(claim, source, context)).toEqual([]);
  });

  it('finds nothing between a sentence and itself', () => {
    const sentence =
      'On 12 March 1341 Mara Fell did not sell 70 lamps, ropes and sails to Gregor Hask for more than 3 marks.';
    expect(findMismatches(texts(sentence, sentence))).toEqual([]);
  });

  it.each([
    ['a name', 'The lamp of Gull Point burns whale oil.', 'The lamp burns whale oil.'],
    ['a number', 'The mill was founded by two people.', 'The mill was founded by Mara Fell.'],
  ])('takes %s that stands nowhere for missing, and for no contradiction', (_, claim, source) => {
    expect(findMismatches(texts(claim, source))).toMatchObject([{ missing: true }]);
  });

  it('says what the source has instead', () => {
    const [mismatch] = findMismatches(texts('The lamp is 71 feet high.', 'The lamp is 70 feet high.'));
    expect(mismatch?.message).toBe('the source says "70 feet", not "71 feet"');
  });
});
