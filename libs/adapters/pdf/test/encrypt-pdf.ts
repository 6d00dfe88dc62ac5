import { createHash } from 'node:crypto';

/** What passwords are filled up with (ISO 32000-1, 7.6.3.3). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
const PERMISSIONS = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
const KEY_BYTES = 5;

const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

/** The first cipher of the format, with a key of 40 bits (algorithms 1 to 4), and with no password for reading. */
export function encryption(): {
  readonly dictionary: string;
  readonly trailer: string;
  readonly encrypt: (text: string, objectNumber: number) => string;
} {
  const owner = rc4(md5(PADDING).subarray(0, KEY_BYTES), PADDING);
  const key = md5(PADDING, owner, PERMISSIONS, ID).subarray(0, KEY_BYTES);
  const user = rc4(key, PADDING);
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`,
    trailer: `/ID [<${ID.toString('hex')}> <${ID.toString('hex')}>]`,
    encrypt: (text, objectNumber) => {
      const salt = Buffer.from([objectNumber & 0xff, objectNumber >> 8, 0, 0, 0]);
      return rc4(md5(key, salt).subarray(0, KEY_BYTES + 5), Buffer.from(text, 'latin1')).toString('latin1');
    },
  };
}

function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (i: number, j: number): void => {
    [state[i], state[j]] = [state[j]!, state[i]!];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255;
      j = (j + state[i]!) & 255;
      swap(i, j);
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}
