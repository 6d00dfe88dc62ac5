import { describe, expect, it } from '@jest/globals';
import { acceptStated, entryOf, proposeChanges } from './propose-changes.js';
import type { KnownWorld } from './session-changes.js';

const ENTITIES: KnownWorld['entities'] = [
  { id: 'bridge', name: 'The Stone Bridge', type: 'place' },
  { id: 'tavern', name: 'The Drowned Heron', type: 'place' },
  { id: 'ward', name: 'Dunlin Ward', type: 'ward' },
  { id: 'lift-a', name: 'Lift A', type: 'lift' },
  { id: 'lift-b', name: 'Lift B', type: 'lift' },
  { id: 'p-201', name: 'P-201', type: 'equipment', aliases: ['Pump P-201'] },
  { id: 'p-202', name: 'P-202', type: 'equipment', aliases: ['Pump P-202'] },
  { id: 'xv-7', name: 'Valve XV-7', type: 'equipment', aliases: ['XV-7'] },
  { id: 'wp-9', name: 'Permit WP-9', type: 'permit', aliases: ['WP-9'] },
  { id: 'annis', name: 'Dutch Annis', type: 'person' },
  { id: 'osk', name: 'Reedmother Osk', type: 'person', aliases: ['Osk'] },
  { id: 'brede', name: 'Lucan Brede', type: 'person', aliases: ['Mr Brede'] },
  { id: 'oyelar', name: 'Ruth Oyelar', type: 'person' },
  { id: 'crown', name: 'The Iron Crown', type: 'item' },
  { id: 'guild', name: "The Pilots' Guild", type: 'faction' },
  { id: 'party', name: 'The party', type: 'party' },
  { id: 'acme', name: 'Acme Linen', type: 'organisation' },
  { id: 'whitlock', name: 'Whitlock Laundry', type: 'organisation' },
  { id: 'list', name: 'Thursday list', type: 'list' },
];
const RELATIONS: NonNullable<KnownWorld['relations']> = [
  { from: 'guild', type: 'led_by', to: 'brede' },
  { from: 'crown', type: 'held_by', to: 'osk' },
  { from: 'tavern', type: 'kept_by', to: 'annis' },
  { from: 'ward', type: 'supplied_by', to: 'acme' },
];

function read(text: string, world: Partial<KnownWorld> = {}) {
  const session = {
    id: 'sessions/05.md',
    title: 'Notes',
    text,
    sections: [],
    blocks: text.split('\n\n').map((paragraph, index, all) => {
      const start = all.slice(0, index).join('\n\n').length + (index > 0 ? 2 : 0);
      return { kind: 'paragraph', start, end: start + paragraph.length };
    }),
    metadata: { session: 5, date: '2026-05-20' },
  };
  return proposeChanges(session, {
    entities: ENTITIES,
    relations: RELATIONS,
    ...world,
  });
}
/** "lift-a: closed", "?annis: dead", "crown held_by osk", each as it is proposed. */
function changesOf(text: string, world?: Partial<KnownWorld>): string[] {
  return read(text, world).proposals.map(({ certainty, entityUpdate, relationshipUpdate: relation }) => {
    const mark = certainty === 'doubtful' ? '?' : '';
    return entityUpdate
      ? `${mark}${entityUpdate.entity_id}: ${entityUpdate.status ?? ''}`
      : `${mark}${relation.from} ${relation.new_status}${relation.new_status === 'none' ? ` (${relation.old_status ?? ''})` : ''} ${relation.to}`;
  });
}

describe('a change told as a fact', () => {
  it.each([
    ['The Drowned Heron burned to the ground.', ['tavern: burnt']],
    ['Dr Vane closed Dunlin Ward to admissions.', ['ward: closed']],
    ['Lift B is out of service.', ['lift-b: out of service']],
    ['Lift A and Lift B were shut down.', ['lift-a: shut down', 'lift-b: shut down']],
    ['06:10 – P-201 tripped on high vibration.', ['p-201: tripped']],
    ['Permit WP-9 has been revoked.', ['wp-9: revoked']],
    ['WP-9 expired at midnight.', ['wp-9: expired']],
    ['Valve XV-7 was declared inoperable.', ['xv-7: inoperable']],
    ['Dutch Annis was killed by Reedmother Osk.', ['annis: killed']],
    ['Lucan Brede was arrested at dawn.', ['brede: arrested']],
    ['Mr Brede went on leave yesterday.', ['brede: on leave']],
    ['The Stone Bridge collapsed.', ['bridge: collapsed']],
    ['They had to close the Stone Bridge.', ['bridge: closed']],
    ['The party is now at war with the Pilots’ Guild.', ['party: at war']],
    ['The motor of P-201 burnt out.', ['p-201: burned out']],
    ['RUTH: Dunlin Ward was closed last night.', ['ward: closed']],
    ['Dunlin Ward has been shut since 12 May.', ['ward: shut']],
  ])('reads "%s"', (text, expected) => {
    expect(changesOf(text)).toEqual(expected);
  });

  it.each([
    ['The Stone Bridge reopened.', { bridge: 'closed' }, ['bridge: reopened']],
    ['Lift B is back in service.', { 'lift-b': 'out of service' }, ['lift-b: back in service']],
    ['Lucan Brede was freed.', { brede: 'imprisoned' }, ['brede: freed']],
    ['Dunlin Ward is no longer closed.', { ward: 'closed' }, ['ward: no longer closed']],
    ['Lift B is out of service.', { 'lift-b': 'tripped' }, []],
    ['Lift B remains out of service.', {}, []],
    ['Lift B is still broken.', {}, []],
  ])('compares "%s" with what was so before', (text, statuses, expected) => {
    expect(changesOf(text, { statuses })).toEqual(expected);
  });
});

describe('what is no fact', () => {
  it.each([
    ['They tried to reopen the Stone Bridge, but it held.'],
    ['Two men tried to burn the Drowned Heron.'],
    ['Lift B will close on Friday.'],
    ['Lucan Brede was to be dismissed.'],
    ['Lift B is to be decommissioned next year.'],
    ['The board may close Dunlin Ward.'],
    ['If the rain goes on, the Stone Bridge will be closed.'],
    ['P-201 did not trip.'],
    ['P-201 never failed.'],
    ['The Stone Bridge was not closed.'],
    ['Nobody closed the Stone Bridge.'],
    ['Was Lift B closed?'],
    ['The Stone Bridge was closed for an hour.'],
    ['Osk asked whether Dunlin Ward could be closed.'],
    ['Ruth Oyelar closed the meeting.'],
    ['Ruth Oyelar stopped at Lift B.'],
    ['The party slept at the Drowned Heron.'],
    ['The clock in Lift B was broken.'],
    ['The closure of the Stone Bridge was discussed.'],
  ])('proposes nothing for "%s"', (text) => {
    expect(changesOf(text)).toEqual([]);
  });

  it.each([
    ['Osk says the Stone Bridge is gone.', ['?bridge: gone']],
    ['"The Stone Bridge has been destroyed!" cried the boy.', ['?bridge: destroyed']],
    ['Somebody claimed that Dunlin Ward was closed.', ['?ward: closed']],
    ['There is a rumour that Dutch Annis died.', ['?annis: dead']],
    ['Osk says the Stone Bridge is gone. It is not. The Stone Bridge is open.', []],
    ['They had heard Lift A was down. Lift A was not down.', []],
  ])('asks a person about "%s"', (text, expected) => {
    expect(changesOf(text)).toEqual(expected);
  });

  it('asks in words', () => {
    const [report] = read('Osk says the Stone Bridge is gone.').proposals;
    expect(report?.question).toBe('Is The Stone Bridge really gone, as Reedmother Osk says?');
    expect(report?.answers?.map(({ answer }) => answer)).toEqual(['yes', 'no']);
    const [rumour] = read('Dunlin Ward burned down. It is said that Dutch Annis died in the fire.').proposals.filter(
      ({ certainty }) => certainty === 'doubtful',
    );
    expect(rumour?.question).toBe('Is Dutch Annis really dead?');
    const [blow] = read('Dutch Annis was struck down.').proposals;
    expect(blow?.question).toBe('Did Dutch Annis die, or was Dutch Annis only hurt or knocked out?');
    expect(blow?.answers).toEqual([
      { answer: 'dead', becomes: null },
      { answer: 'hurt', becomes: { status: 'hurt' } },
      { answer: 'knocked out', becomes: { status: 'unconscious' } },
      { answer: 'neither', becomes: 'nothing' },
    ]);
  });
});

describe('a change between entities', () => {
  it.each([
    ['Osk gave the Iron Crown to Dutch Annis.', ['crown none (held_by) osk', 'crown held_by annis']],
    ['Dutch Annis took the Iron Crown from Osk.', ['crown none (held_by) osk', 'crown held_by annis']],
    ['The Iron Crown was stolen.', ['crown: stolen']],
    [
      'Ruth Oyelar takes over the Drowned Heron from Dutch Annis.',
      ['tavern none (kept_by) annis', 'tavern kept_by oyelar'],
    ],
    ['Ruth Oyelar leads the Thursday list from today.', ['list led_by oyelar']],
    ['Ruth Oyelar was elected guildmaster.', ['guild none (led_by) brede', 'guild led_by oyelar']],
    ['Whitlock Laundry replaces Acme Linen.', ['acme: replaced']],
  ])('reads "%s"', (text, expected) => {
    expect(changesOf(text)).toEqual(expected);
  });

  it('takes the relation type of the pack', () => {
    expect(changesOf('Ruth Oyelar leads the Thursday list.', { relationTypes: ['headed_by', 'located_in'] })).toEqual([
      'list headed_by oyelar',
    ]);
  });
});

describe('what the text goes back to', () => {
  it.each([
    ['Osk spoke of Dunlin Ward. The ward was closed at noon.', ['ward: closed']],
    ['They reached the Drowned Heron. The tavern burned down.', ['tavern: destroyed']],
    ['Pump P-201 is old. It tripped at six.', ['p-201: tripped']],
  ])('reads "%s"', (text, expected) => {
    expect(changesOf(text)).toEqual(expected);
  });
});

describe('the order of a session', () => {
  it('lets the last word count', () => {
    expect(changesOf('02:10 Lift A stopped. 04:00 Lift A is running again.')).toEqual([]);
    expect(changesOf('Permit WP-9 was issued. Later WP-9 was suspended.')).toEqual(['wp-9: suspended']);
  });
});

describe('proposals', () => {
  it('point at the words that say so', () => {
    const text = 'It rained. Lift B is out of service. Nobody minded.';
    const [proposal] = read(text).proposals;
    const [span] = proposal?.evidence ?? [];
    expect(text.slice(span?.start, span?.end)).toBe('Lift B is out of service.');
  });

  it('make the entry of the session; the doubtful wait', () => {
    const told = read('Lift B is out of service. Osk says the Stone Bridge is gone.');
    const { accepted, waiting } = acceptStated(told.proposals);
    expect(waiting).toHaveLength(1);
    expect(entryOf(told, accepted)).toEqual({
      session_id: 5,
      date: '2026-05-20',
      entity_updates: [{ entity_id: 'lift-b', entity_type: 'lift', status: 'out of service' }],
      relationship_updates: [],
    });
    expect(entryOf(told, [])).toBeNull();
  });

  it('use the words of the pack for statuses', () => {
    expect(changesOf('Dunlin Ward is on divert.', { vocabulary: { unavailable: ['on divert'] } })).toEqual([
      'ward: on divert',
    ]);
  });

  it('read a table of states', () => {
    const text =
      'Equipment: P-201; Status: out of service; Since: May\nEquipment: P-202; Status: available; Since: May';
    const start = text.indexOf('\n') + 1;
    const session = {
      id: 's',
      title: '',
      text,
      sections: [],
      blocks: [
        { kind: 'table_row', start: 0, end: start - 1 },
        { kind: 'table_row', start, end: text.length },
      ],
      metadata: { session: 1 },
    };
    expect(
      proposeChanges(session, { entities: ENTITIES }).proposals.map(({ entityUpdate }) => entityUpdate?.entity_id),
    ).toEqual(['p-201']);
  });
});

it('names no type of a thing that only a changelog knows', () => {
  const entities = [{ id: 'grey-gull', name: 'The Grey Gull', type: '' }];
  const [sunk] = read('The Grey Gull was destroyed by fire.', { entities }).proposals;
  expect(sunk?.entityUpdate).toEqual({ entity_id: 'grey-gull', status: 'destroyed' });
});
