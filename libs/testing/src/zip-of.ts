import { crc32, deflateRawSync } from 'node:zlib';

/** An entry for a test; names as bytes where they are in another encoding. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: string | Uint8Array;
  /** st_mode of stat(2), such as 0o120777 for a link. */
  readonly mode?: number;
  /** General purpose flags (APPNOTE.TXT 4.4.4); bit 0 is encryption. */
  readonly flags?: number;
  /** Bytes unpacked as they are stated, where that is a lie. */
  readonly statedSize?: number;
}

const DEFLATE = 8;
const MADE_BY_UNIX = 3 << 8;

/** A ZIP archive of the entries, hostile ones included, that no honest program would write. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, flags = 0, statedSize } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const rawName = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(DEFLATE, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(statedSize ?? bytes.length, 18);
    common.writeUInt16LE(rawName.length, 22);
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), common, rawName, packed);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(mode * 0x10000, 6);
    attributes.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), versionMadeBy(), common, attributes, rawName);
    offset += 4 + common.length + rawName.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}

function versionMadeBy(): Buffer {
  const version = Buffer.alloc(2);
  version.writeUInt16LE(MADE_BY_UNIX | 20);
  return version;
}
