import { describe, expect, it } from '@jest/globals';
import { documentOf, graphOf, logOf, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { currencyOf } from './currency.js';
import { readTarget } from './question-target.js';
import { stateStatementOf } from './state-statement.js';

const RECORD = 'Petra Holm leads the Weir Guild from today. The Great Wheel is broken.';
const graph = graphOf([
  ...TOWN,
  documentOf('person/petra-holm.md', 'Petra Holm', 'Petra Holm is a carpenter.'),
  documentOf('sessions/02.md', 'Minutes', RECORD, { session: 2 }),
]);
const log = logOf(statusIn(1, 'low-sedge', 'destroyed'), statusIn(2, 'great-wheel', 'broken'), {
  session_id: 2,
  relationship_updates: [
    { from: 'weir-guild', to: 'anton-rask', old_status: 'led_by', new_status: 'none' },
    { from: 'weir-guild', to: 'petra-holm', old_status: 'none', new_status: 'led_by' },
    { from: 'great-wheel', to: 'petra-holm', old_status: 'none', new_status: 'operated_by' },
    { from: 'great-wheel', to: 'orsolya-beck', old_status: 'none', new_status: 'operated_by' },
  ],
});
const world = worldOf(graph, log);

describe('stateStatementOf', () => {
  it.each([
    ['Who leads the Weir Guild now?', 'Weir Guild is led by Petra Holm since session 2.'],
    ['Is the Great Wheel still running?', 'No: Great Wheel is broken since session 2.'],
    ['What has become of Low Sedge?', 'Low Sedge is destroyed since session 1.'],
  ])('answers %p', (question, text) => {
    expect(stateStatementOf(question, readTarget(question, graph), world)?.text).toBe(text);
  });

  it.each([
    ['who was in office before', 'Who led the Weir Guild before?'],
    ['what only the documents say', 'Who keeps the Grey Mill?'],
    ['a thing that nothing has changed', 'Is Gull Rock still open?'],
    ['a question that names nothing', 'Who leads now?'],
    ['what has two answers', 'Who operates the Great Wheel?'],
    ['a relation that it does not word', 'Who taught the Weir Guild?'],
  ])('leaves %s to the search', (_what, question) => {
    expect(stateStatementOf(question, readTarget(question, graph), world)).toBeNull();
  });
});

describe('currencyOf', () => {
  const factor = (question: string, documentId: string, text: string): number =>
    currencyOf(readTarget(question, graph), world, { documentId, start: 0, end: 200, text });
  const HAMLET = 'Low Sedge is a hamlet.';

  it('lowers a sentence about what is gone, for a question about the present alone', () => {
    expect(factor('Where can we sleep?', 'id-place/low-sedge.md', HAMLET)).toBeLessThan(1);
    expect(factor('Where did the miller sleep?', 'id-place/low-sedge.md', HAMLET)).toBe(1);
  });

  it('raises what is to be done once something is gone', () => {
    const rule = 'If Low Sedge is closed, guests go to Gull Rock.';
    expect(factor('Where can we sleep?', 'id-place/low-sedge.md', rule)).toBeGreaterThan(1);
  });

  it('lowers a relation that has ended and raises the record of the one that holds', () => {
    const question = 'Who leads the Weir Guild?';
    expect(factor(question, 'id-organisation/weir-guild.md', 'It is led by Anton Rask.')).toBeLessThan(1);
    expect(factor(question, 'id-sessions/02.md', RECORD)).not.toBeLessThan(
      factor(question, 'id-place/gull-rock.md', ''),
    );
  });

  it('is 1 where nothing has changed', () => {
    expect(factor('Who keeps the Grey Mill?', 'id-place/grey-mill.md', 'It is kept by Orsolya Beck.')).toBe(1);
  });
});
