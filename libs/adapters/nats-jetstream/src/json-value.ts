import type { z } from 'zod';

const [ENCODER, DECODER] = [new TextEncoder(), new TextDecoder()];

export function encodeJson(value: unknown): Uint8Array {
  return ENCODER.encode(JSON.stringify(value));
}

/** @returns null for what is not of the schema: of another version, or of somebody else */
export function decodeJson<T>(schema: z.ZodType<T>, value: Uint8Array): T | null {
  try {
    return schema.safeParse(JSON.parse(DECODER.decode(value))).data ?? null;
  } catch {
    return null;
  }
}
