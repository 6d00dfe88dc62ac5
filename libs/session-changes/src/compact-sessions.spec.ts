import { describe, expect, it } from '@jest/globals';
import { compactSessions } from './compact-sessions.js';
import { proposeChanges } from './propose-changes.js';
import type { Session } from './session-changes.js';

const KNOWN = {
  entities: [
    { id: 'mill', name: 'The Mill', type: 'place' },
    { id: 'vane', name: 'Corporal Vane', type: 'person' },
  ],
};
const FILLER = 'The rain fell on the roofs and the river rose a little more. '.repeat(30);

function sessionOf(number: number, ...scenes: string[]) {
  const parts = scenes.map((scene, index) => ({ heading: `Scene ${index + 1}`, body: `${scene} ${FILLER}` }));
  let text = '';
  const sections = parts.map(({ heading, body }) => {
    const start = text.length;
    text += `${heading}\n\n${body}\n\n`;
    return { heading, level: 2, start };
  });
  const session: Session = { id: `${number}.md`, title: '', text, sections, blocks: [], metadata: { session: number } };
  return { session, proposals: proposeChanges(session, KNOWN).proposals };
}
const SESSIONS = [
  sessionOf(1, 'The Mill burned down.', 'There is a rumour that Corporal Vane died.'),
  sessionOf(2, 'Everybody slept.', 'They ate.'),
  sessionOf(3, 'They went on.'),
];
const tokensOf = (compacted: ReturnType<typeof compactSessions>): number =>
  compacted.reduce((sum, { tokens }) => sum + tokens, 0);

describe('compactSessions', () => {
  it('leaves everything whole that fits', () => {
    expect(compactSessions(SESSIONS).every(({ isWhole }) => isWhole)).toBe(true);
  });

  it('reduces the oldest first, and stops where it fits', () => {
    const whole = tokensOf(compactSessions(SESSIONS));
    expect(compactSessions(SESSIONS, whole - 10).map(({ isWhole }) => isWhole)).toEqual([false, true, true]);
  });

  it('keeps the sentences that tell a change, verbatim, and the changes', () => {
    const [first] = compactSessions(SESSIONS, 0);
    const text = SESSIONS[0]?.session.text ?? '';
    const [burned] = compactSessions(SESSIONS, tokensOf(compactSessions(SESSIONS)) - 10)[0]?.scenes ?? [];
    expect(burned?.kept.map(({ start, end }) => text.slice(start, end))).toEqual(['The Mill burned down.']);
    expect(first?.proposals.map(({ entityUpdate }) => entityUpdate?.entity_id)).toEqual(['mill', 'vane']);
  });

  it('keeps an open scene and the newest session whole, whatever the budget', () => {
    const [first, second, third] = compactSessions(SESSIONS, 0);
    expect(first?.scenes.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    const [burned, open] = first?.scenes ?? [];
    expect(burned?.kept).toEqual([]);
    expect(open?.kept).toEqual([{ document: '1.md', start: open?.start, end: open?.end }]);
    expect(second?.scenes.flatMap(({ kept }) => kept)).toEqual([]);
    expect(third?.isWhole).toBe(true);
  });

  it('keeps every record of the newest session whole', () => {
    const both = [...SESSIONS, sessionOf(3, 'They ate again.')];
    expect(compactSessions(both, 0).map(({ isWhole }) => isWhole)).toEqual([false, false, true, true]);
  });
});
