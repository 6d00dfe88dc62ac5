/** A folder of a compound file: streams are bytes. */
export interface CompoundFolder {
  readonly [name: string]: Uint8Array | CompoundFolder;
}

const SECTOR = 512;
const MINI = 64;
const CUTOFF = 4_096;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const TABLE = 0xfffffffd;

interface Entry {
  readonly name: string;
  readonly kind: number;
  right: number;
  child: number;
  start: number;
  readonly content: Uint8Array;
}

const filled = (bytes: Uint8Array, unit: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((unit - (bytes.length % unit)) % unit)]);
const numbers = (values: readonly number[], fill: number): Buffer => {
  const bytes = Buffer.alloc(4 * Math.ceil(values.length / 128) * 128);
  for (let at = 0; at < bytes.length / 4; at++) bytes.writeUInt32LE(values[at] ?? fill, 4 * at);
  return bytes;
};

/** A compound file of version 3, whose entries hang to the right of one another (MS-CFB). */
export function makeCompoundFile(root: CompoundFolder): Uint8Array {
  const entries: Entry[] = [];
  const add = (name: string, kind: number, content: Uint8Array): Entry => {
    const entry = { name, kind, right: FREE, child: FREE, start: END, content };
    entries.push(entry);
    return entry;
  };
  const fill = (folder: CompoundFolder, holder: Entry): void => {
    let before: Entry | undefined;
    for (const [name, content] of Object.entries(folder)) {
      const isStream = content instanceof Uint8Array;
      const id = entries.length;
      const entry = add(name, isStream ? 2 : 1, isStream ? content : new Uint8Array());
      if (before) before.right = id;
      else holder.child = id;
      before = entry;
      if (!isStream) fill(content, entry);
    }
  };
  const rootEntry = add('Root Entry', 5, new Uint8Array());
  fill(root, rootEntry);

  const table: number[] = [];
  const sectors: Buffer[] = [];
  const store = (bytes: Uint8Array): number => {
    const count = Math.ceil(bytes.length / SECTOR);
    if (count === 0) return END;
    const start = table.length;
    for (let at = 0; at < count; at++) table.push(at === count - 1 ? END : start + at + 1);
    sectors.push(filled(bytes, SECTOR));
    return start;
  };
  const miniTable: number[] = [];
  const minis: Buffer[] = [];
  for (const entry of entries.filter(({ content }) => content.length > 0)) {
    if (entry.content.length >= CUTOFF) entry.start = store(entry.content);
    else {
      const count = Math.ceil(entry.content.length / MINI);
      entry.start = miniTable.length;
      for (let at = 0; at < count; at++) miniTable.push(at === count - 1 ? END : entry.start + at + 1);
      minis.push(filled(entry.content, MINI));
    }
  }
  const miniStream = Buffer.concat(minis);
  rootEntry.start = store(miniStream);
  const miniStart = store(numbers(miniTable, FREE));
  const directory = Buffer.alloc(128 * entries.length);
  for (const [id, entry] of entries.entries()) {
    const at = 128 * id;
    const name = Buffer.from(`${entry.name}\0`, 'utf16le');
    name.copy(directory, at);
    directory.writeUInt16LE(name.length, at + 64);
    directory.writeUInt8(entry.kind, at + 66);
    directory.writeUInt8(1, at + 67);
    directory.writeUInt32LE(FREE, at + 68);
    directory.writeUInt32LE(entry.right, at + 72);
    directory.writeUInt32LE(entry.child, at + 76);
    directory.writeUInt32LE(entry.start, at + 116);
    directory.writeUInt32LE(id === 0 ? miniStream.length : entry.content.length, at + 120);
  }
  const directoryStart = store(directory);
  let tables = 1;
  while (Math.ceil((table.length + tables) / 128) > tables) tables += 1;
  const tableStart = table.length;
  for (let at = 0; at < tables; at++) table.push(TABLE);
  sectors.push(numbers(table, FREE));

  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(CUTOFF, 56);
  header.writeUInt32LE(miniStart, 60);
  header.writeUInt32LE(Math.ceil(miniTable.length / 128), 64);
  header.writeUInt32LE(END, 68);
  for (let at = 0; at < 109; at++) header.writeUInt32LE(at < tables ? tableStart + at : FREE, 76 + 4 * at);
  return new Uint8Array(Buffer.concat([header, ...sectors]));
}

type Value = string | number | Date | Uint8Array | CompoundFolder;

/** A storage of properties by their numbers; its stream of fixed ones begins with as many bytes as its place asks for. */
export function outlookProperties(
  header: number,
  values: Readonly<Record<number, Value>>,
  parts: CompoundFolder = {},
): CompoundFolder {
  const folder: Record<string, Uint8Array | CompoundFolder> = {};
  const fixed: Buffer[] = [Buffer.alloc(header)];
  for (const [tag, value] of Object.entries(values)) {
    const entry = Buffer.alloc(16);
    const put = (type: number): void => {
      entry.writeUInt16LE(type, 0);
      entry.writeUInt16LE(Number(tag), 2);
      fixed.push(entry);
    };
    const name = `__substg1.0_${Number(tag).toString(16).toUpperCase().padStart(4, '0')}`;
    if (typeof value === 'number') {
      entry.writeInt32LE(value, 8);
      put(0x0003);
    } else if (value instanceof Date) {
      entry.writeBigUInt64LE((BigInt(value.getTime()) + 11_644_473_600_000n) * 10_000n, 8);
      put(0x0040);
    } else if (typeof value === 'string') {
      folder[`${name}001F`] = Buffer.from(value, 'utf16le');
      put(0x001f);
    } else if (value instanceof Uint8Array) {
      folder[`${name}0102`] = value;
      put(0x0102);
    } else {
      folder[`${name}000D`] = value;
      put(0x000d);
    }
  }
  return { '__properties_version1.0': new Uint8Array(Buffer.concat(fixed)), ...folder, ...parts };
}

/** The parts of a message: recipients and attachments, each a storage of properties. */
export function outlookParts(
  recipients: readonly CompoundFolder[],
  attachments: readonly CompoundFolder[] = [],
): CompoundFolder {
  const number = (at: number): string => at.toString(16).toUpperCase().padStart(8, '0');
  return Object.fromEntries([
    ...recipients.map((each, at) => [`__recip_version1.0_#${number(at)}`, each] as const),
    ...attachments.map((each, at) => [`__attach_version1.0_#${number(at)}`, each] as const),
  ]);
}
