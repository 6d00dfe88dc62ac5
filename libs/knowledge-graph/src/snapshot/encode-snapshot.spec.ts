import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { graphOf } from '../../test/towns.js';
import { snapshotByHand } from '../../test/snapshot-by-hand.js';
import { decodeSnapshot, encodeSnapshot } from './encode-snapshot.js';

const { snapshot } = graphOf();
const bytes = encodeSnapshot(snapshot, gzipSync);
const changed = (change: object): Uint8Array =>
  gzipSync(JSON.stringify({ ...(JSON.parse(gunzipSync(bytes).toString()) as object), ...change }));

describe('decodeSnapshot', () => {
  it('reads what encodeSnapshot has written', () => {
    expect(decodeSnapshot(bytes, gunzipSync)).toEqual(snapshot);
    const mentions = [1, 2, 3].map((entity): [number, number, number, number] => [
      entity,
      0,
      entity * 10,
      entity * 10 + 5,
    ]);
    const byHand = snapshotByHand(5, [[0, 1]], mentions);
    expect(decodeSnapshot(encodeSnapshot(byHand, gzipSync), gunzipSync)).toEqual(byHand);
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['no archive', Buffer.from('{"format":1}')],
    ['a cut one', bytes.slice(0, bytes.length / 2)],
    ['a damaged one', bytes.map((byte, at) => (at === 40 ? byte ^ 0xff : byte))],
    ['no JSON', gzipSync('graph')],
    ['other JSON', gzipSync('{"entities":[]}')],
    ['a newer format', changed({ format: 2 })],
    ['mentions that are no base64', changed({ mentions: '*' })],
    ['mentions cut within a number', changed({ mentions: Buffer.from([1, 2, 3]).toString('base64') })],
    ['a mention of three numbers', changed({ mentions: Buffer.from(new Uint32Array(3).buffer).toString('base64') })],
    [
      'a mention of an unknown entity',
      changed({ mentions: Buffer.from(Uint32Array.of(99, 0, 0, 1).buffer).toString('base64') }),
    ],
    [
      'a mention in an unknown document',
      changed({ mentions: Buffer.from(Uint32Array.of(0, 99, 0, 1).buffer).toString('base64') }),
    ],
    ['a relation of an unknown entity', changed({ relations: [{ ...snapshot.relations[0], to: 99 }] })],
    ['a level of too few entities', changed({ levels: [{ membership: '', partCount: 0, parents: '' }] })],
  ])('says of %s how the graph comes back', (_, damaged) => {
    expect(() => decodeSnapshot(damaged, gunzipSync)).toThrow(
      expect.objectContaining({ code: 'CONFLICT', message: expect.stringContaining('arbiter graph build') }),
    );
  });
});
