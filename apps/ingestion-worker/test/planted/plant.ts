import { zipOf } from '@arbiter/testing';

/** A document with a marked word in one construct of its format. */
export interface Plant {
  /** Ending of the file. */
  readonly ending: string;
  readonly construct: string;
  readonly make: (word: string) => string | Uint8Array;
  /** What a warning says of the kind, where the construct is not read but named. Absent: it is read. */
  readonly named?: RegExp;
}

type Row = readonly [construct: string, make: Plant['make'], named?: RegExp | undefined];

/** Plants of one format. @param rows construct, document, and what is said where it is not read */
export function plants(ending: string, rows: readonly Row[]): Plant[] {
  return rows.map(([construct, make, named]) => ({ ending, construct, make, ...(named && { named }) }));
}

/** Plants of one format whose documents differ in one part. */
export function plantsIn(ending: string, around: (part: string) => string | Uint8Array, rows: readonly Row[]): Plant[] {
  return plants(
    ending,
    rows.map(([construct, make, named]) => [construct, (word) => around(String(make(word))), named]),
  );
}

/** A ZIP archive of files by their paths. */
export function zip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return new Uint8Array(zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))));
}
