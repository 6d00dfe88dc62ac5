import { describe, expect, it } from '@jest/globals';
import { wrongComparison } from './wrong-comparison.js';

describe('a comparison that its own amounts contradict', () => {
  it.each([
    ['in words between them', 'In winter, since 9 shillings a week are more than 14.'],
    ['in a place between them', 'The Gull, where 2 pence is below the 1½ of the Tern.'],
    ['of equal amounts', 'A mate’s 3 months are less than three.'],
    ['on both sides of "than"', 'Calm, the help at 45 marks, is dearer than Swift, the spare at 80 marks.'],
    ['set against each other', 'The great heron is the smaller of the two, 88 cm long against 49 cm.'],
    ['as a difference', 'The mate, with 16 shillings against 9, which is nine more.'],
    ['as a difference of words', 'By boat, seven miles against eleven, so five miles shorter.'],
    ['as a difference in another unit', 'It is 93 cm broader: 1.61 m against 78 cm.'],
    ['as a conclusion', 'The loft has 188 beds and the hall 124, so the hall is the larger.'],
    ['before its amounts', 'The new grave is longer: a tree grave has 75 years and a new grave 50.'],
    ['as a change', 'The fee fell from $15 to $18.'],
    ['as the size of a change', 'The fee goes up by $5, from $15 to $18.'],
    ['as a multiple', '5 pence before and 7 after, so the price has doubled.'],
  ])('%s: %j', (_, sentence) => {
    expect(wrongComparison(sentence)).not.toBeNull();
  });
});

describe('says nothing of', () => {
  it.each([
    ['what is right', 'In summer, since 14 shillings a week are more than 9.'],
    ['what is right against another', '14 weeks longer: the mother has 20 weeks against 6.'],
    ['millions said once', 'It earned 4 million more: 16 million against 12.'],
    ['a unit said at the end', '300 grams less, 1.1 against 1.4 kilos.'],
    ['other units', 'Half an hour longer: 90 minutes against 60.'],
    ['how often', 'The contact, every three years instead of two.'],
    ['what takes less time', 'Colour is quicker, with two days against five.'],
    ['who was born before', 'Vance, born in 1189, is older than Dask, born in 1197.'],
    ['degrees below zero', 'The magnolia: −22 °C, the shrub only −15 °C.'],
    ['other things beside', 'Stone costs 300,000 crowns more but lasts sixty years longer, 80 against 20.'],
    ['what it denies', 'No, 9 shillings are not more than 14.'],
    ['times of day', 'It opens at 18:15, by thirty minutes earlier than 18:45.'],
    ['times and parts', 'Sattel Peak takes 45 minutes longer, 2 h 15 as against 1 h 30.'],
    ['what more than doubles', 'About 900 sit in one and 400 in the other, so it has more than twice as many.'],
  ])('%s: %j', (_, sentence) => {
    expect(wrongComparison(sentence)).toBeNull();
  });
});
