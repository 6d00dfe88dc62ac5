import { decodeBytes, decodeText, encodingOf, isCompoundFile } from '@arbiter/adapter-kit/documents';
import type { Address } from 'postal-mime';
import type { Message, MessageAttachment } from '../message.js';
import { BrokenCompoundFile, readCompoundFile, type Storage } from './compound-file.js';
import { decompressRtf } from './decompress-rtf.js';

/** Messages within each other that are looked at; more are named by the reader of mail. */
const MAX_DEPTH = 8;
/** Bytes before the properties of a message, of one within another, and of a recipient or an attachment (MS-OXMSG 2.4). */
const HEADER = { message: 32, inner: 24, part: 8 } as const;
/** Properties by their numbers (MS-OXPROPS). */
const TAG = {
  kind: 0x001a,
  subject: 0x0037,
  submitted: 0x0039,
  representedName: 0x0042,
  representedEmail: 0x0065,
  representedSmtp: 0x5d02,
  senderName: 0x0c1a,
  senderEmail: 0x0c1f,
  senderSmtp: 0x5d01,
  delivered: 0x0e06,
  shownTo: 0x0e04,
  shownCc: 0x0e03,
  shownBcc: 0x0e02,
  text: 0x1000,
  richText: 0x1009,
  html: 0x1013,
  name: 0x3001,
  email: 0x3003,
  smtp: 0x39fe,
  recipientKind: 0x0c15,
  data: 0x3701,
  shortFileName: 0x3704,
  fileName: 0x3707,
  mediaType: 0x370e,
  contentId: 0x3712,
  isHidden: 0x7ffe,
  pageEncoding: 0x3fde,
  encoding: 0x3ffd,
} as const;

/** A stream that every message has. */
const PROPERTIES = '__properties_version1.0';
const NAME = Buffer.from(PROPERTIES, 'utf16le');

/** Whether a file is a message of Outlook, by its directory. */
export function isOutlookMessage(bytes: Uint8Array): boolean {
  if (!isCompoundFile(bytes)) return false;
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(NAME)) return false;
  try {
    return readCompoundFile(bytes).streams.has(PROPERTIES);
  } catch {
    return false;
  }
}

/**
 * Reads a message of Outlook (MS-OXMSG).
 *
 * @throws BrokenCompoundFile
 */
export function readOutlookMessage(bytes: Uint8Array): Message {
  const root = readCompoundFile(bytes);
  if (!root.streams.has(PROPERTIES)) throw new BrokenCompoundFile('no properties');
  return messageIn(root, HEADER.message, 1);
}

function messageIn(storage: Storage, header: number, depth: number): Message {
  const own = new Properties(storage, header);
  const encoding = own.number(TAG.encoding);
  const parts = [...storage.storages].sort(([a], [b]) => (a < b ? -1 : 1));
  const recipients = parts
    .filter(([name]) => name.startsWith('__recip_version1.0_'))
    .map(([, part]) => new Properties(part, HEADER.part, encoding));
  const addressed = (kind: number, shown: number): Address[] => {
    const some = recipients.filter((recipient) => (recipient.number(TAG.recipientKind) ?? 1) === kind).map(recipientOf);
    if (some.length > 0) return some;
    return own
      .text(shown)
      .split(';')
      .map((name) => ({ name: name.trim(), address: '' }))
      .filter(({ name }) => name !== '');
  };
  const represented = addressOf(own, [TAG.representedName, TAG.representedSmtp, TAG.representedEmail]);
  const sender = addressOf(own, [TAG.senderName, TAG.senderSmtp, TAG.senderEmail]);
  const from = represented ?? sender;
  const date = own.date(TAG.submitted) ?? own.date(TAG.delivered);
  const text = own.text(TAG.text);
  const html = own.page();
  const richText = text === '' && html === '' ? decompressRtf(own.bytes(TAG.richText)) : new Uint8Array();
  const kind = own.text(TAG.kind);
  return {
    subject: own.text(TAG.subject),
    ...(from && { from }),
    ...(sender && from && sender.address !== from.address && { sender }),
    to: addressed(1, TAG.shownTo),
    cc: addressed(2, TAG.shownCc),
    bcc: addressed(3, TAG.shownBcc),
    ...(date !== undefined && { date }),
    ...(text !== '' && { text }),
    ...(html !== '' && { html }),
    ...(richText.length > 0 && { richText }),
    attachments: parts
      .filter(([name]) => name.startsWith('__attach_version1.0_'))
      .map(([, part]) => attachmentIn(part, { encoding, html, depth })),
    warnings: [
      ...own.warnings,
      ...(kind === '' || /^(?:IPM\.Note|REPORT)\b/i.test(kind)
        ? []
        : [
            `It is an item of Outlook of the kind ${kind.slice(0, 80)}: only its text, people and attachments were read.`,
          ]),
    ],
  };
}

function attachmentIn(
  storage: Storage,
  { encoding, html, depth }: { readonly encoding: number | undefined; readonly html: string; readonly depth: number },
): MessageAttachment {
  const own = new Properties(storage, HEADER.part, encoding);
  const name = own.text(TAG.fileName) || own.text(TAG.shortFileName) || own.text(TAG.name);
  const id = own.text(TAG.contentId);
  const isPicture = /^image\//i.test(own.text(TAG.mediaType)) || /\.(?:png|jpe?g|gif|bmp|webp|svg)$/i.test(name);
  const isShownPicture =
    isPicture && ((id !== '' && html.includes(`cid:${id}`)) || ((own.number(TAG.isHidden) ?? 0) & 1) === 1);
  const inner = storage.storages.get(streamName(TAG.data, '000D'));
  const content = (): Uint8Array | Message | undefined => {
    if (inner?.streams.has(PROPERTIES) === true)
      return depth < MAX_DEPTH ? messageIn(inner, HEADER.inner, depth + 1) : undefined;
    const bytes = own.bytes(TAG.data);
    return bytes.length === 0 ? undefined : bytes;
  };
  const read = orMissing(content);
  const isMessage = read instanceof Uint8Array && (/\.eml$/i.test(name) || isOutlookMessage(read));
  return { name, isShownPicture, isMessage, content: read };
}

/** A broken attachment costs no message. */
function orMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof BrokenCompoundFile) return undefined;
    throw error;
  }
}

function recipientOf(own: Properties): Address {
  return addressOf(own, [TAG.name, TAG.smtp, TAG.email]) ?? { name: '', address: '' };
}

/** The first address that is one of the internet; that of a company's directory says nothing. */
function addressOf(own: Properties, [name, ...addresses]: readonly [number, ...number[]]): Address | undefined {
  const said = own.text(name);
  const address = addresses.map((tag) => own.text(tag)).find((each) => each.includes('@')) ?? '';
  if (said === '' && address === '') return undefined;
  return { name: said === address ? '' : said, address };
}

function streamName(tag: number, type: string): string {
  return `__substg1.0_${tag.toString(16).toUpperCase().padStart(4, '0')}${type}`;
}

/** The properties of a message, a recipient or an attachment. */
class Properties {
  readonly warnings: string[] = [];
  private readonly fixed = new Map<number, Buffer>();
  private readonly encoding: string;

  /** @param around the code page of the message around it */
  constructor(
    private readonly storage: Storage,
    header: number,
    around?: number,
  ) {
    const stream = storage.streams.get(PROPERTIES)?.read() ?? new Uint8Array();
    const view = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
    for (let at = header; at + 16 <= view.length; at += 16)
      this.fixed.set(view.readUInt16LE(at + 2), view.subarray(at + 8, at + 16));
    this.encoding = encodingOfPage(this.number(TAG.encoding) ?? around) ?? 'windows-1252';
  }

  /** A text on one or more lines; empty where there is none. */
  text(tag: number): string {
    const unicode = this.stream(tag, '001F');
    const text = unicode
      ? new TextDecoder('utf-16le').decode(unicode)
      : decodeBytes(this.stream(tag, '001E') ?? new Uint8Array(), this.encoding);
    return (text.split('\0', 1)[0] ?? '').trim();
  }

  bytes(tag: number): Uint8Array {
    return this.stream(tag, '0102') ?? new Uint8Array();
  }

  number(tag: number): number | undefined {
    return this.fixed.get(tag)?.readInt32LE(0);
  }

  /** A time in tenths of microseconds since 1601 (MS-DTYP 2.3.3), as ISO 8601. */
  date(tag: number): string | undefined {
    const ticks = this.fixed.get(tag)?.readBigUInt64LE(0) ?? 0n;
    const time = new Date(Number(ticks / 10_000n) - 11_644_473_600_000);
    return ticks === 0n || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  }

  /** The version of a message in HTML, in the encoding that it states. */
  page(): string {
    const binary = this.bytes(TAG.html);
    if (binary.length === 0) return this.text(TAG.html);
    const encoding = encodingOfPage(this.number(TAG.pageEncoding));
    if (encoding !== undefined) return decodeBytes(binary, encoding);
    return decodeText({ bytes: binary, name: 'message.html' }).text;
  }

  private stream(tag: number, type: string): Uint8Array | undefined {
    return this.storage.streams.get(streamName(tag, type))?.read();
  }
}

/** Code pages of Windows (MS-UCODEREF 2.2.1) as the Encoding Standard calls them. */
const PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20127: 'windows-1252',
  20866: 'koi8-r',
  28591: 'windows-1252',
  28592: 'iso-8859-2',
  28605: 'iso-8859-15',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  54936: 'gb18030',
  65001: 'utf-8',
};

function encodingOfPage(page: number | undefined): string | undefined {
  if (page === undefined) return undefined;
  return PAGES[page] ?? encodingOf(page < 1_000 && page !== 874 ? `ibm${page}` : `windows-${page}`);
}
