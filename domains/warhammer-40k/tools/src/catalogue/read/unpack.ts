import { ArbiterError } from '@arbiter/contracts';
import { Unzip, UnzipInflate } from 'fflate';

/** Bytes of a file when it is unpacked, which no limit of the heap counts. The largest published catalogue has 8 MB. */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Compressed bytes that are unpacked at once: deflate grows them at most 1,032-fold, to 17 MB. */
const STEP = 16 * 1024;
const CATALOGUE_NAME = /\.(?:cat|gst|xml|json)$/i;

/** Whether the bytes begin like a zip archive, whatever the file is called. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * The one catalogue in a `.catz` or `.gstz` file. It is unpacked step by step, so that a file that says less of its size
 * than it holds is found out in time.
 *
 * @throws ArbiterError INVALID_REQUEST for a broken archive, one without a catalogue, or one that unpacks to too much
 */
export function unpack(bytes: Uint8Array, name: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let [length, found, ended] = [0, false, false];
  const unzip = new Unzip((file) => {
    if (found || !CATALOGUE_NAME.test(file.name)) return;
    found = true;
    file.ondata = (error, part, final) => {
      if (error instanceof Error) throw error;
      length += part.length;
      if (length <= MAX_UNPACKED_BYTES) parts.push(part);
      ended ||= final;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length && !ended; at += STEP) {
    try {
      unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
    } catch (cause) {
      throw refused(name, 'is a broken archive', cause);
    }
    if (length > MAX_UNPACKED_BYTES) throw refused(name, `unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
  }
  if (!found) throw refused(name, 'is an archive without a catalogue in it');
  if (!ended) throw refused(name, 'is an archive that breaks off');
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function refused(name: string, why: string, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `${name} ${why}.`, { details: { name }, cause });
}
