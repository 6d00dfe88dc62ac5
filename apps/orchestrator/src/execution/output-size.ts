import type { ToolOutput } from '@arbiter/tool-sdk';

/** What an output counts for at least, in bytes: a tool that yields nothings without end is stopped, too. */
const SMALLEST_OUTPUT_BYTES = 64;

/**
 * Bytes of an output as JSON.
 *
 * @throws TypeError when it cannot be written as JSON
 */
export function sizeOf(output: ToolOutput): number {
  return Math.max(SMALLEST_OUTPUT_BYTES, Buffer.byteLength(JSON.stringify(output)));
}
