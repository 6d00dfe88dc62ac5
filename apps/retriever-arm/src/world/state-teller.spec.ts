import { tellState } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { addCollection, COAST } from '../../test/coast.library.js';
import { type WorldLibrary, worldLibraryOf } from '../../test/world.library.js';
import { UNLIMITED } from '../calls/time-budget.js';
import { StateTeller } from './state-teller.js';

const { signal } = new AbortController();
const DOCUMENTS = {
  'place/grey-mill.md': 'The Grey Mill is a mill by the river. It is kept by Orsolya Beck.',
  'organisation/weir-guild.md': 'The Weir Guild is an organisation. It is led by Anton Rask.',
  'person/anton-rask.md': 'Anton Rask is an engineer.',
  'person/petra-holm.md': 'Petra Holm is a carpenter.',
  'place/low-sedge.md': 'Low Sedge is a hamlet.',
};
/** The first sentences of session 2 name one of the two that the change is about, the third names both. */
const SESSIONS = {
  1: 'The Weir Guild and Petra Holm met at noon. Low Sedge burned to the ground in one night.',
  2:
    'The Weir Guild met at dawn. Petra Holm told of her travels at length. ' +
    'By a show of hands Petra Holm took the chair of the Weir Guild. Then it rained.',
};
const LEADS = 'Who leads the Weir Guild now?';

let library: WorldLibrary;
beforeEach(async () => {
  library = await worldLibraryOf('town', { documents: DOCUMENTS, sessions: SESSIONS });
  await library.change(1, { entity_updates: [{ entity_id: 'low-sedge', status: 'destroyed' }] });
  await library.change(2, {
    relationship_updates: [
      { from: 'weir-guild', to: 'anton-rask', old_status: 'led_by', new_status: 'none' },
      { from: 'weir-guild', to: 'petra-holm', old_status: 'none', new_status: 'led_by' },
    ],
  });
});

async function tell(query: string, more: object = {}) {
  return (await new StateTeller(library).tell(tellState.input.parse({ query, ...more }), signal, UNLIMITED)).statement;
}

describe('an answer of the changelog', () => {
  it('cites the sentence of the session that names most of its entities', async () => {
    const statement = await tell(LEADS);
    expect(statement).toMatchObject({
      text: 'Weir Guild is led by Petra Holm since session 2. [1]',
      passages: [{ source: 'session-2.md', text: 'By a show of hands Petra Holm took the chair of the Weir Guild.' }],
    });
    const [passage] = statement!.passages;
    expect(SESSIONS[2].slice(passage!.start, passage!.end)).toBe(passage!.text);
  });

  it('is of the session that told it, though another names as many', async () => {
    expect(await tell('What has become of Low Sedge?')).toMatchObject({
      text: 'Low Sedge is destroyed since session 1. [1]',
      passages: [{ source: 'session-1.md', text: 'Low Sedge burned to the ground in one night.' }],
    });
  });

  it('is none where no sentence of the session names what it is about', async () => {
    await library.change(2, { entity_updates: [{ entity_id: 'grey-mill', status: 'flooded' }] });
    expect(await tell('Is the Grey Mill still open?')).toBeNull();
  });

  it('is none before the session, for another question, and where nothing has changed', async () => {
    expect(await tell(LEADS, { asOfSession: 1 })).toBeNull();
    expect(await tell('Who led the Weir Guild before?')).toBeNull();
    expect(await tell('Who keeps the Grey Mill?')).toBeNull();
  });

  it('is looked for in each collection that is asked, past those without a graph', async () => {
    await addCollection(library, 'coast', COAST);
    expect(await tell(LEADS, { collections: ['coast', 'town'] })).not.toBeNull();
    expect(await tell(LEADS)).not.toBeNull();
    expect(await tell(LEADS, { collections: ['coast'] })).toBeNull();
  });
});
