/** What a compound file begins with (MS-CFB 2.2). */
const SIGNATURE = 'd0cf11e0a1b11ae1';
const HEADER_BYTES = 512;
/** Numbers of sectors from here on are marks: free, end of a chain, parts of the tables. */
const LAST_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const ENTRY_BYTES = 128;
/** Table sectors whose numbers stand in the header. */
const HEADER_TABLES = 109;
/** Tables beyond twice those that its sectors need. */
const SPARE_TABLES = 8;
/** Entries of one file; messages with hundreds of recipients have some ten thousand. */
const MAX_ENTRIES = 100_000;

/** A compound file that no program wrote in good faith. */
export class BrokenCompoundFile extends Error {}

/** A folder of a compound file. */
export interface Storage {
  readonly streams: ReadonlyMap<string, Stream>;
  readonly storages: ReadonlyMap<string, Storage>;
}

export interface Stream {
  readonly size: number;
  /** @throws BrokenCompoundFile where its sectors are not those of a stream of its size, or more is read than the file has bytes */
  read(): Uint8Array;
}

interface Entry {
  readonly name: string;
  readonly kind: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/**
 * Reads the folders of a compound file, the format of old Office documents and of messages of Outlook (MS-CFB). A chain may be no
 * longer than the file has sectors, each entry is read once, and all streams together are no longer than the file. So a small or
 * circular file cannot cost more than its length.
 *
 * @throws BrokenCompoundFile
 */
export function readCompoundFile(bytes: Uint8Array): Storage {
  return new CompoundFile(bytes).root;
}

class CompoundFile {
  readonly root: Storage;
  private readonly view: Buffer;
  private readonly sectorBytes: number;
  private readonly miniBytes: number;
  private readonly miniCutoff: number;
  private readonly table: number[];
  private readonly miniTable: number[];
  private readonly miniSectors: number[];
  private left: number;

  constructor(bytes: Uint8Array) {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = view;
    if (view.length < HEADER_BYTES || view.toString('hex', 0, 8) !== SIGNATURE)
      throw new BrokenCompoundFile('no header');
    const [shift, miniShift] = [view.readUInt16LE(30), view.readUInt16LE(32)];
    if ((shift !== 9 && shift !== 12) || miniShift !== 6) throw new BrokenCompoundFile('sizes of sectors');
    this.sectorBytes = 1 << shift;
    this.miniBytes = 1 << miniShift;
    this.miniCutoff = view.readUInt32LE(56);
    this.left = view.length;
    this.table = this.numbersIn(this.tableSectors());
    this.miniTable = this.numbersIn(this.chain(view.readUInt32LE(60), this.table));
    const entries = this.entries(view.readUInt32LE(48));
    const [root] = entries;
    if (!root) throw new BrokenCompoundFile('no root');
    this.miniSectors = this.chain(root.start, this.table);
    this.root = this.storages(entries);
  }

  private get sectorCount(): number {
    return Math.ceil(this.view.length / this.sectorBytes);
  }

  /** Sectors of the table of sectors: some stand in the header, the others in a chain of their own. */
  private tableSectors(): number[] {
    const { view } = this;
    const sectors: number[] = [];
    const take = (at: number): void => {
      const sector = view.readUInt32LE(at);
      if (sector <= LAST_SECTOR) sectors.push(sector);
    };
    for (let index = 0; index < HEADER_TABLES; index++) take(76 + 4 * index);
    let next = view.readUInt32LE(68);
    for (let read = 0; next <= LAST_SECTOR; read++) {
      if (read > this.sectorCount) throw new BrokenCompoundFile('a circle of tables');
      const from = this.offsetOf(next);
      if (from + this.sectorBytes > view.length) break;
      for (let at = from; at < from + this.sectorBytes - 4; at += 4) take(at);
      next = view.readUInt32LE(from + this.sectorBytes - 4);
    }
    const needed = Math.ceil((4 * this.sectorCount) / this.sectorBytes);
    if (sectors.length > 2 * needed + SPARE_TABLES) throw new BrokenCompoundFile('more tables than sectors');
    return sectors;
  }

  private numbersIn(sectors: readonly number[]): number[] {
    const numbers: number[] = [];
    for (const sector of sectors) {
      const from = this.offsetOf(sector);
      for (let at = from; at < from + this.sectorBytes && at + 4 <= this.view.length; at += 4)
        numbers.push(this.view.readUInt32LE(at));
    }
    return numbers;
  }

  private offsetOf(sector: number): number {
    return (sector + 1) * this.sectorBytes;
  }

  /** The sectors from one on. @param length most that are wanted */
  private chain(start: number, table: readonly number[], length = Infinity): number[] {
    const sectors: number[] = [];
    for (let next = start; next <= LAST_SECTOR && sectors.length < length; next = table[next] ?? NO_ENTRY) {
      if (sectors.length > table.length) throw new BrokenCompoundFile('sectors in a circle');
      sectors.push(next);
    }
    return sectors;
  }

  private entries(start: number): Entry[] {
    const { view } = this;
    const entries: Entry[] = [];
    for (const sector of this.chain(start, this.table)) {
      const from = this.offsetOf(sector);
      for (let at = from; at + ENTRY_BYTES <= Math.min(from + this.sectorBytes, view.length); at += ENTRY_BYTES) {
        const nameBytes = Math.min(64, view.readUInt16LE(at + 64));
        entries.push({
          name: view.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
          kind: view.readUInt8(at + 66),
          left: view.readUInt32LE(at + 68),
          right: view.readUInt32LE(at + 72),
          child: view.readUInt32LE(at + 76),
          start: view.readUInt32LE(at + 116),
          size: view.readUInt32LE(at + 120),
        });
      }
      if (entries.length > MAX_ENTRIES) throw new BrokenCompoundFile('too many entries');
    }
    return entries;
  }

  /** The tree of folders; an entry that several name belongs to the first. */
  private storages(entries: readonly Entry[]): Storage {
    const seen = new Set<number>([0]);
    const root = { streams: new Map<string, Stream>(), storages: new Map<string, Storage>() };
    const open: { readonly id: number; readonly into: typeof root }[] = [
      { id: entries[0]?.child ?? NO_ENTRY, into: root },
    ];
    for (let next = open.pop(); next; next = open.pop()) {
      const { id, into } = next;
      const entry = entries[id];
      if (!entry || seen.has(id)) continue;
      seen.add(id);
      open.push({ id: entry.left, into }, { id: entry.right, into });
      if (entry.kind === 2) into.streams.set(entry.name, { size: entry.size, read: () => this.read(entry) });
      if (entry.kind !== 1) continue;
      const inner = { streams: new Map<string, Stream>(), storages: new Map<string, Storage>() };
      into.storages.set(entry.name, inner);
      open.push({ id: entry.child, into: inner });
    }
    return root;
  }

  private read({ start, size }: Entry): Uint8Array {
    if (size > this.left) throw new BrokenCompoundFile('more streams than bytes');
    this.left -= size;
    const isMini = size < this.miniCutoff;
    const unit = isMini ? this.miniBytes : this.sectorBytes;
    const count = Math.ceil(size / unit);
    const sectors = this.chain(start, isMini ? this.miniTable : this.table, count);
    if (sectors.length < count) throw new BrokenCompoundFile('a stream without its end');
    const content = new Uint8Array(size);
    for (const [index, sector] of sectors.entries()) {
      const from = isMini ? this.miniOffset(sector) : this.offsetOf(sector);
      const part = this.view.subarray(from, from + Math.min(unit, size - index * unit));
      content.set(part, index * unit);
    }
    return content;
  }

  private miniOffset(sector: number): number {
    const at = sector * this.miniBytes;
    const holder = this.miniSectors[Math.floor(at / this.sectorBytes)];
    if (holder === undefined) throw new BrokenCompoundFile('a small stream outside of their sectors');
    return this.offsetOf(holder) + (at % this.sectorBytes);
  }
}
