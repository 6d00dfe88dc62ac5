import { offeredTools } from './tool-catalog.js';

const encoder = new TextEncoder();

/** What a client is told of each tool. @param mayIngest whether it may change the library */
export function listedTools(mayIngest: boolean): object[] {
  return offeredTools(mayIngest).map(({ run: _, ...shown }) => shown);
}

/** The same as the result of `tools/list`, serialised once: it has some 70 KB, and every session asks for it. */
const SERIALISED = new Map<boolean, Uint8Array>();

export function serialisedToolList(mayIngest: boolean): Uint8Array {
  const known = SERIALISED.get(mayIngest);
  if (known) return known;
  const made = encoder.encode(JSON.stringify({ tools: listedTools(mayIngest) }));
  SERIALISED.set(mayIngest, made);
  return made;
}
