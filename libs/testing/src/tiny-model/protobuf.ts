/** A field of a Protocol Buffers message: its number, and what stands in it (protobuf.dev/programming-guides/encoding). */
export type Field = readonly [number: number, value: number | string | Uint8Array];

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** Whole numbers ≥ 0 as varints; texts, messages and bytes with their length before them. */
export function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.concat([varint((number << 3) | VARINT), varint(value)]);
      const bytes = Buffer.from(value as string);
      return Buffer.concat([varint((number << 3) | LENGTH_DELIMITED), varint(bytes.length), bytes]);
    }),
  );
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
