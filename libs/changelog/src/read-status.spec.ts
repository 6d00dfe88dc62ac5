import { describe, expect, it } from '@jest/globals';
import { isUnavailable, readStatus } from './read-status.js';

describe('readStatus', () => {
  it.each([
    ['deceased', 'gone'],
    ['Destroyed', 'gone'],
    ['decommissioned', 'gone'],
    ['written-off', 'gone'],
    ['merged into Rowan Ward', 'gone'],
    ['not yet open', 'closed'],
    ['closed permanently', 'gone'],
    ['closed', 'closed'],
    ['out of service', 'closed'],
    ['under repair', 'closed'],
    ['tagged out', 'closed'],
    ['awaiting inspection', 'closed'],
    ['not available', 'closed'],
    ['no longer staffed', 'closed'],
    ['suspended', 'closed'],
    ['being rebuilt', 'closed'],
    ['to be repaired', 'closed'],
    ['imprisoned', 'away'],
    ['on maternity leave', 'away'],
    ['departed', 'away'],
    ['missing', 'away'],
    ['hostile', 'hostile'],
    ['at war', 'hostile'],
    ['alive', 'available'],
    ['in force', 'available'],
    ['back in service', 'available'],
    ['reopened after the flood', 'available'],
    ['no longer closed', 'available'],
    ['burned and rebuilt', 'available'],
    ['freed', 'available'],
    ['guildmaster', 'unknown'],
    ['held by Sabeth Quill', 'unknown'],
    ['left the Order', 'unknown'],
    ['transferred to ward 4', 'unknown'],
    ['given away', 'unknown'],
    ['switched off', 'closed'],
    ['withdrawn from service', 'closed'],
    ['boarded up', 'closed'],
    ['unguarded, unstaffed', 'closed'],
    ['removed from office', 'away'],
    ['on strike', 'away'],
    ['swept away', 'gone'],
    ['a ruin', 'gone'],
    ['back into service', 'available'],
    // No negation, though it begins like one.
    ['unharmed', 'unknown'],
    ['until further notice', 'unknown'],
    ['noticed', 'unknown'],
    ['', 'unknown'],
  ])('reads "%s" as %s', (status, availability) => {
    expect(readStatus(status)).toBe(availability);
  });

  it('takes the word of a domain before that of plain English', () => {
    const vocabulary = { unavailable: ['Amber hold', 'lost'], available: ['isolated'] };
    expect(readStatus('amber  hold', vocabulary)).toBe('closed');
    expect(readStatus('isolated', vocabulary)).toBe('available');
    // What plain English knows of an unavailable status is kept.
    expect(readStatus('lost', vocabulary)).toBe('gone');
  });

  it('does not take a word apart', () => {
    expect(readStatus('deadline set')).toBe('unknown');
    expect(readStatus('Closeburn')).toBe('unknown');
  });

  it('calls everything unavailable that must not be offered', () => {
    expect((['available', 'unknown', 'gone', 'closed', 'away', 'hostile'] as const).filter(isUnavailable)).toEqual([
      'gone',
      'closed',
      'away',
      'hostile',
    ]);
  });
});
