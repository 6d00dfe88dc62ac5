import { describe, expect, it } from '@jest/globals';
import { withItsLimits } from './limited-span.js';

/** The span between ‹ and ›, as it is with its limits. */
function limited(marked: string): string {
  const [start, end] = [marked.indexOf('⟨'), marked.indexOf('⟩') - 1];
  const sentence = marked.replace(/[⟨⟩]/g, '');
  const span = withItsLimits(sentence, { start, end });
  return sentence.slice(span.start, span.end);
}

describe('withItsLimits', () => {
  it.each([
    ['A member cannot have ⟨more than two⟩ boats.', 'cannot have more than two'],
    ["A member can't have ⟨more than two⟩ boats.", "can't have more than two"],
    ['A member can’t, in winter, have ⟨two boats⟩.', 'can’t, in winter, have two boats'],
    ['Boats must not under any circumstances enter after ⟨9 pm⟩.', 'not under any circumstances enter after 9 pm'],
    ['The lamp was never kept by ⟨Odo Finch⟩.', 'never kept by Odo Finch'],
    ['Nobody but ⟨Mara Fell⟩ keeps the lamp.', 'Nobody but Mara Fell'],
    ['The keeper refused ⟨the oil⟩ of the guild.', 'refused the oil'],
    ['Everybody except ⟨Mara Fell⟩ may enter.', 'except Mara Fell'],
    ['The boat leaves unless ⟨the tide is out⟩.', 'unless the tide is out'],
    ['The fee is paid in anything other than ⟨wicks⟩.', 'other than wicks'],
  ])('keeps what denies or excepts: %s', (sentence, whole) => {
    expect(limited(sentence)).toBe(whole);
  });

  it.each([
    ['A boat may lie for no more than ⟨three nights⟩ here.', 'no more than three nights'],
    ['A crew has no fewer than ⟨5 men⟩ aboard.', 'no fewer than 5 men'],
    ['A boat carries at most ⟨12 casks⟩ of oil.', 'at most 12 casks'],
    ['It costs less than ⟨5 wicks⟩ a night.', 'less than 5 wicks'],
    ['It costs less ⟨than 5 wicks⟩ a night.', 'less than 5 wicks'],
    ['The quay holds up to a total of ⟨40⟩ boats.', 'up to a total of 40'],
    ['A dog under ⟨12 pounds⟩ is free.', 'under 12 pounds'],
    ['Boats leave before the ⟨3rd of May⟩ each year.', 'before the 3rd of May'],
    ['Mara Fell kept it before ⟨Odo Finch⟩ did.', 'before Odo Finch'],
    ["The gate is open from ⟨9 o'clock⟩ on.", "from 9 o'clock on"],
    ['The gate is open from ⟨9⟩ onwards in May.', 'from 9 onwards'],
    ['Half price is for guests of ⟨65⟩ or older here.', '65 or older'],
    ['A boat lies ⟨three⟩ nights at most here.', 'three nights at most'],
  ])('keeps what bounds: %s', (sentence, whole) => {
    expect(limited(sentence)).toBe(whole);
  });

  it.each([
    'The lamp, which is not old, is kept by ⟨Mara Fell⟩.',
    'It is not Odo but ⟨Mara Fell⟩ who keeps the lamp.',
    'The inn has no bath; a bed costs ⟨4 wicks⟩.',
    'There is not only oil: ⟨tallow⟩ burns as well.',
    'The lamp stands under ⟨the bridge⟩ of Pell.',
    'The boat comes from ⟨Skerrow⟩ at noon.',
    'After the war ⟨Mara Fell⟩ kept the lamp.',
    'The lamp is named after ⟨Odo Finch⟩ of Pell.',
    'A boat more than two years old is kept by ⟨Mara Fell⟩.',
    '⟨Mara Fell⟩ keeps the lamp, and never sleeps.',
    'The rule of 9.5 casks is not new, so ⟨Mara⟩ keeps it.',
  ])('keeps a span as it is that nothing limits: %s', (sentence) => {
    expect(limited(sentence)).toBe(/⟨(.*)⟩/.exec(sentence)?.[1]);
  });

  it.each([
    ["The boat is called ⟨'Late⟩ Heron' by all.", "'Late Heron'"],
    ['The boat is called ⟨«Late⟩ Heron» by all.', '«Late Heron»'],
    ['Das Boot heißt ⟨„Später⟩ Reiher“ bei allen.', '„Später Reiher“'],
    ['Das Boot heißt ⟨‹Später⟩ Reiher› bei allen.', '‹Später Reiher›'],
    ['Das Boot heißt »Später ⟨Reiher«⟩ bei allen.', '»Später Reiher«'],
    ['The boat is called "⟨Late Heron⟩" by all.', 'Late Heron'],
    ["The boat of ⟨the boys' crew⟩ isn't here.", "the boys' crew"],
  ])('takes a quotation whole: %s', (sentence, whole) => {
    expect(limited(sentence)).toBe(whole);
  });
});
