import { describe, expect, it } from '@jest/globals';
import { definitionScore } from './definition-score.js';
import { hasCondition } from './has-condition.js';
import { isSelfContained } from './self-contained.js';

describe('isSelfContained', () => {
  it.each([
    'The Drowned Heron sleeps twenty.',
    'Bettany Roe runs the house.',
    'It is forbidden to smoke on the ward.',
    'It takes an hour to cross the causeway.',
    'There is a bath in the yard.',
    'All guests must register.',
    'Each of the keepers is paid in oil.',
    'Some routers restart at night.',
    'When he died, Corin Ash left a son.',
    'If the patient faints, lay him down.',
    'Still water breeds fever.',
    'To reset the router, hold the button for ten seconds.',
    'A taxpayer may deduct her uniform.',
    'Both parents sign the form.',
    '1. Open the lid.',
    'Before 374 the penalty was death.',
    'In winter the ferry does not run.',
    'Next week the fair begins.',
  ])('alone: %s', (sentence) => {
    expect(isSelfContained(sentence)).toBe(true);
  });

  it.each([
    'She runs the house.',
    'It sleeps twenty.',
    'They must register within a week.',
    'His son was hanged.',
    'This is forbidden.',
    'These must be reported.',
    'This fee is waived for residents.',
    'However, the ferry does not run in winter.',
    'Otherwise the lamp goes out.',
    'Then press the button.',
    'Also, a bath is one wick.',
    'But not on Sundays.',
    'In that case the patient is moved.',
    'The latter is dearer.',
    'Both are closed.',
    'Neither of them pays.',
    'Such a fine is rare.',
    'For example, a nurse may deduct her uniform.',
    'When she died, they wept.',
    '- It restarts.',
    '“He did it,” said Orr.',
    '',
  ])('not alone: %s', (sentence) => {
    expect(isSelfContained(sentence)).toBe(false);
  });
});

describe('hasCondition', () => {
  it.each([
    'Unless a storm is up, the ferry leaves at noon.',
    'Children pay nothing, except on market days.',
    'This applies only if the form is signed.',
    'However, residents pay half.',
    'But not on Sundays.',
    'Only with a licence.',
    'If the income exceeds 12,000, the rate is 20 %.',
    'Otherwise the port stays closed.',
    'The rule does not apply to guests.',
    'In winter it does not run.',
    'The exception is salt.',
    'It is free, provided that you book ahead.',
  ])('limits: %s', (next) => {
    expect(hasCondition(next)).toBe(true);
  });

  it.each([
    'The ferry leaves at noon.',
    'She is not only a nurse but also a mother.',
    'Bettany Roe runs the house.',
    'If you have questions, ask the porter.',
    'Only three of them are left.',
    'Notes are kept in the office.',
    '',
  ])('limits nothing: %s', (next) => {
    expect(hasCondition(next)).toBe(false);
  });
});

describe('definitionScore', () => {
  it.each<[string, string, number]>([
    ['A wick is a silver coin worth 20 scales.', 'wick', 1],
    ['Wicks are silver coins.', 'wick', 0.8],
    ['The wick is the silver coin of the coast.', 'the wick', 0.8],
    ['In medicine, sepsis is a reaction of the body to an infection.', 'Sepsis', 1],
    ['Taxable income means income less allowances.', 'taxable income', 0.95],
    ['SSID stands for the name of a network.', 'SSID', 0.95],
    ['Allowance: what may be earned free of tax.', 'allowance', 0.9],
    ['**Bridge mode** – the router passes all traffic on.', 'bridge mode', 0.9],
    ['A network for visitors is called a guest network.', 'guest network', 0.85],
    ['Brona Teel, the keeper of Skerrow Light, drinks.', 'Brona Teel', 0.7],
    ['Brona Teel is a keeper.', 'Brona Teel', 1],
    ['The keeper of the light is Brona Teel.', 'Brona Teel', 0.6],
    ['Advantage means that you roll twice.', 'advantage', 0.95],
    ['The old wick is a coin.', 'wick', 0.75],
    ['Bell-sisters are women who ring in the dead.', 'bell sister', 0.8],
    ['Café tax is a duty on coffee.', 'cafe tax', 1],
  ])('%s defines %s: %d', (sentence, term, score) => {
    expect(definitionScore(sentence, term)).toBeCloseTo(score, 5);
  });

  it.each([
    ['A bed costs 4 wicks.', 'wick'],
    ['Sepsis is a problem on every ward.', 'sepsis'],
    ['Brona Teel was born in 350.', 'Brona Teel'],
    ['Wickett is a keeper.', 'wick'],
    ['The Heron is closed.', 'heron'],
    ['Wick: 20', 'wick'],
    ['A wick is a coin.', ''],
    ['', 'wick'],
    ['Anything (', '(.*'],
  ])('%s does not define %s', (sentence, term) => {
    expect(definitionScore(sentence, term)).toBe(0);
  });
});
