import { describe, expect, it } from '@jest/globals';
import { documentOf, type Entry, graphOf, logOf, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { outdatedIn } from './currency.js';

const RECORDS = [2, 3, 4].map((session) =>
  documentOf(`session-${session}.md`, `Session ${session}`, 'We saw Gull Rock, and Anton Rask of the Weir Guild.', {
    session,
  }),
);
const graph = graphOf([...TOWN, ...RECORDS]);
const GONE = 'Gull Rock is destroyed since session 3.';

/** What no longer holds of a whole document, after some entries. */
function outdated(path: string, ...entries: readonly Entry[]) {
  const { id, title, text } = [...TOWN, ...RECORDS].find(({ source }) => source === path)!;
  return outdatedIn(worldOf(graph, logOf(...entries)), {
    ...{ documentId: id, start: 0, end: text.length, text, headings: [title] },
  });
}

const ENDS = { from: 'weir-guild', to: 'anton-rask' };

describe('what the changelog has changed of a passage', () => {
  it('is how things stand that it names, where it was written before', () => {
    const destroyed = statusIn(3, 'gull-rock', 'destroyed');
    expect(outdated('place/gull-rock.md', destroyed)).toEqual([GONE]);
    expect(outdated('session-2.md', destroyed)).toEqual([GONE]);
    expect(outdated('place/low-sedge.md', destroyed)).toEqual([]);
  });

  it('is nothing for the record of the change itself, and for later ones', () => {
    const destroyed = statusIn(3, 'gull-rock', 'destroyed');
    expect(outdated('session-3.md', destroyed)).toEqual([]);
    expect(outdated('session-4.md', destroyed)).toEqual([]);
  });

  it('is nothing of what can be used again', () => {
    expect(
      outdated('place/gull-rock.md', statusIn(1, 'gull-rock', 'closed'), statusIn(2, 'gull-rock', 'open')),
    ).toEqual([]);
  });

  it('is a relation that it words and that has ended', () => {
    const update = { ...ENDS, old_status: 'led_by', new_status: 'none' };
    const left = { session_id: 3, entity_updates: [], relationship_updates: [update] };
    const no = 'Since session 3 it no longer holds that Weir Guild is led by Anton Rask.';
    expect(outdated('organisation/weir-guild.md', left)).toEqual([no]);
    expect(outdated('session-2.md', left)).toEqual([no]);
    expect(outdated('session-3.md', left)).toEqual([]);
    expect(outdated('person/anton-rask.md', left)).toEqual([]);
    const again = { ...left, session_id: 4, relationship_updates: [{ ...ENDS, new_status: 'led_by' }] };
    expect(outdated('organisation/weir-guild.md', left, again)).toEqual([]);
  });
});
