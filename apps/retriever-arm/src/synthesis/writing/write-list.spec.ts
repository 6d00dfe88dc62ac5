import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { composeAnswer } from '../sentences/compose-answer.js';
import { writeList } from './write-list.js';

const RANKS = passage(
  'ranks',
  'The watch has four ranks.\n\nRecruit of the watch\nSergeant at arms\nCaptain of a ship\nMarshal of all',
);
const write = (passages: readonly Passage[], judgements: Judgements, maxSentences = 12) =>
  writeList({ query: 'Which are they?', passages, whole: judgedOf(passages, judgements), parts: [], maxSentences });
const said = (...args: Parameters<typeof write>): string[] =>
  write(...args).chosen.map(({ candidate }) => candidate.text);

describe('writeList', () => {
  it('gives the list of a source whole where the best sentence is one of its items, and nothing that is none', () => {
    const items = ['Recruit of the watch', 'Sergeant at arms', 'Captain of a ship', 'Marshal of all'];
    expect(said([RANKS], { Sergeant: 0.6, four: 0.3 })).toEqual(items);
    expect(write([RANKS], { Sergeant: 0.6 })).toMatchObject({ layout: 'lines', hasShortAnswer: false });
  });

  it('gathers sentences that answer about as well over all sources, best first', () => {
    const passages = [
      passage('light', 'Gull Point has a light. Boats are blue.'),
      passage('rock', 'Skerrow Rock carries a lantern. Seals sleep there.'),
    ];
    expect(said(passages, { Gull: 0.5, lantern: 0.8, Seals: 0.1 })).toEqual([
      'Skerrow Rock carries a lantern.',
      'Gull Point has a light.',
    ]);
  });

  it('names those of one section that hold the words of the question, and none that lacks one', () => {
    const dogs = passage(
      'dogs',
      'Bramble. It is a herding dog of the hills.\n\nFen hound. It is a hunting dog.\n\nTarn. It is a herding dog of the pass.\n\nMoss heeler. It is a herding dog for cattle.',
    );
    const judgements = { Bramble: 0.8, hunting: 0.6, Tarn: 0.7, cattle: 0.1 };
    const ask = (query: string): string[] =>
      writeList({
        query,
        passages: [dogs],
        whole: judgedOf([dogs], judgements),
        parts: [],
        maxSentences: 9,
      }).chosen.map(({ candidate }) => candidate.text);
    expect(ask('Which dogs are herding dogs?')).toEqual([
      'Bramble. It is a herding dog of the hills.',
      'Tarn. It is a herding dog of the pass.',
      'Moss heeler. It is a herding dog for cattle.',
    ]);
    // With one sentence that holds it, a word tells nothing of the others.
    expect(ask('Which are of the hills?')).toHaveLength(3);
  });

  it('names no item twice, though two sources do', () => {
    const passages = [
      passage('light', 'Gull Point has a light.'),
      passage('guide', 'Gull Point has a light. Skerrow Rock carries a lantern.'),
    ];
    const both = said(passages, { Gull: 0.8, lantern: 0.7 });
    expect(both).toEqual(['Gull Point has a light.', 'Skerrow Rock carries a lantern.']);
  });

  it('is no list where one sentence says it', () => {
    const passages = [passage('light', 'The lights are Gull Point and Skerrow. Boats are blue.')];
    expect(write(passages, { lights: 0.8 })).toMatchObject({ layout: 'prose', hasShortAnswer: true });
  });

  describe('over sections', () => {
    const HEADINGS = ['Kinds of leave', 'Tide leave', 'Storm leave', 'Long leave'];
    /** A section with three of its own, each of two sentences, with the offsets of one document. */
    const sections = (lead: string): Passage[] => {
      let start = 0;
      return HEADINGS.map((heading, index) => {
        const subject = index === 3 ? heading : 'It';
        const text = index === 0 ? lead : `${subject} is granted for ${index} days. Ask the bailiff.`;
        start += heading.length + 2;
        const section = index === 0 ? [heading] : ['Kinds of leave', heading];
        const at = { start, end: start + text.length, section, chunkId: `leave:${index}` };
        start = at.end + 2;
        return { ...passage('leave', text), ...at };
      });
    };
    const answer = (query: string, passages: readonly Passage[], judgements: Judgements): string => {
      const whole = judgedOf(passages, judgements);
      const composition = writeList({ query, passages, whole, parts: [], maxSentences: 12 });
      return composeAnswer(composition).text.replace(/ \[\d\]/g, '');
    };
    const WHOLE =
      'The office grants three kinds of leave.\n- Tide leave: It is granted for 1 days.\n- Storm leave: It is granted for 2 days.\n- Long leave is granted for 3 days.';
    const LEAD = 'The office grants three kinds of leave. Ask early.';
    const ASKED = 'Which kinds of leave does the office grant?';

    it('names each with its first sentence where the section above them is asked for', () => {
      expect(answer(ASKED, sections(LEAD), { three: 0.8 })).toBe(WHOLE);
      // A part that answers best is one of the items.
      expect(answer(ASKED, sections(LEAD), { '2 days': 0.8 })).toBe(WHOLE.split('\n').slice(1).join('\n'));
      expect(answer(ASKED, [...sections(LEAD)].reverse(), { three: 0.8 })).toBe(WHOLE);
    });

    it('names none where one is missing in between, or another thing is asked for', () => {
      const [lead, tide, , long] = sections(LEAD);
      const best = 'The office grants three kinds of leave.';
      if (lead && tide && long) expect(answer(ASKED, [lead, tide, long], { three: 0.8 })).toBe(best);
      expect(answer('Who decides on the kinds of leave?', sections(LEAD), { three: 0.8 })).toBe(best);
      expect(answer('List the kinds of leave.', sections(LEAD), { three: 0.8 })).toBe(WHOLE);
      expect(answer('Which forms does the office want for leave?', sections(LEAD), { three: 0.8 })).toBe(best);
    });
  });

  it('keeps to the items that are wanted, and says nothing where nothing promises', () => {
    expect(said([RANKS], { Sergeant: 0.6 }, 2)).toHaveLength(2);
    expect(said([RANKS], {})).toEqual([]);
  });
});
