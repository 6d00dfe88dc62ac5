import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, isCompoundFile, ParsedDocumentBuilder, singleLine } from '@arbiter/adapter-kit/documents';
import { ACCESS_GROUPS, ArbiterError, strayAccessField } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import PostalMime, { type Address, type Attachment } from 'postal-mime';
import type { Message, MessageAttachment } from './message.js';
import { isOutlookMessage, readOutlookMessage } from './outlook/read-outlook.js';

/** Messages within each other that are read, the outermost included: what people forward is seldom forwarded thrice. */
const MAX_MESSAGES = 4;
/** Attachments of one message that are read; the others are counted. */
const MAX_ATTACHMENTS = 50;
/** MIME parts within each other: mail programs write some five. */
const MAX_PARTS = 64;
const MAX_HEADER_BYTES = 256 * 1_024;
/** A charset of a part (RFC 2045, 5.1) or of an encoded word (RFC 2047, 2). */
const CHARSET = /charset\s{0,8}=|=\?[\w-]{1,40}\?[bq]\?/i;
const PARAGRAPH_BREAK = /\n(?:[^\S\n]*\n)+/;

/** @returns the parser of a file by its name and bytes; undefined for a format that cannot be read */
export type PartReaders = (name: string, bytes: Uint8Array) => DocumentParser | undefined;

interface Part {
  readonly request: ParseRequest;
  /** Messages around this one. */
  readonly depth: number;
}

/**
 * Reads an electronic mail, or a message of Outlook: subject, sender, recipients, date, its text (or else its HTML), and the attachments that can be read,
 * each as a section of its name. Other attachments are named in warnings.
 */
export class MailParser implements DocumentParser {
  readonly name = 'mail';
  readonly mediaType = 'message/rfc822';
  readonly extensions = ['.eml', '.msg'];
  readonly otherMediaTypes = { 'application/vnd.ms-outlook': '.msg' };

  /** @param pages reads messages in HTML; by default the reader of pages among `readers` does */
  constructor(
    private readonly readers: PartReaders,
    private readonly pages?: DocumentParser,
  ) {}

  /** Messages of Outlook; a mail is known by its name. */
  recognises(bytes: Uint8Array): boolean {
    return isOutlookMessage(bytes);
  }

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    request.signal.throwIfAborted();
    const builder = new ParsedDocumentBuilder();
    if (request.bytes.length === 0) return builder.build();
    const { bytes, warning } = inUtf8(request);
    if (warning !== undefined) builder.warn(warning);
    const mail = await parseMessage({ ...request, bytes });
    await this.write(mail, builder, { request, depth: 1 });
    return builder.build({ title: mail.subject ?? '', metadata: metadataOf(mail) });
  }

  private async write(mail: Message, builder: ParsedDocumentBuilder, part: Part): Promise<void> {
    builder.heading(mail.subject ?? '', part.depth);
    for (const fact of factsOf(mail)) builder.append('list_item', fact);
    await this.writeText(mail, builder, part);
    if (mail.richText) await this.append({ name: 'message.rtf', bytes: mail.richText }, builder, part);
    for (const sentence of mail.warnings ?? []) builder.warn(sentence);
    const pictures = mail.attachments.filter(({ isShownPicture }) => isShownPicture);
    if (pictures.length > 0)
      builder.warn(
        pictures.length === 1
          ? `${shownAttachment(pictures[0]?.name ?? '', 'picture')} in the message was not read.`
          : `${pictures.length} pictures in the message were not read.`,
      );
    const attached = mail.attachments.filter(({ isShownPicture }) => !isShownPicture);
    for (const attachment of attached.slice(0, MAX_ATTACHMENTS)) {
      part.request.signal.throwIfAborted();
      await this.attach(attachment, builder, part);
    }
    if (attached.length > MAX_ATTACHMENTS)
      builder.warn(`Only the first ${MAX_ATTACHMENTS} of ${attached.length} attachments were read.`);
  }

  private async writeText(mail: Message, builder: ParsedDocumentBuilder, part: Part): Promise<void> {
    const text = mail.text ?? '';
    const page = await this.pageOf(mail, builder, part);
    const fromPage = page !== null && says(page.text, text);
    if (page && fromPage) builder.appendDocument(page);
    // A text that says other than the page, such as an invitation to look at it in a browser, is kept as well.
    if (!page || !fromPage || says(text, page.text))
      for (const paragraph of text.replace(/\r\n?/g, '\n').split(PARAGRAPH_BREAK))
        builder.append(/^\s*>/.test(paragraph) ? 'quote' : 'paragraph', paragraph);
  }

  /** The version of a message in HTML; null where there is none, or none that can be read. */
  private async pageOf({ html }: Message, builder: ParsedDocumentBuilder, part: Part): Promise<ParsedDocument | null> {
    const name = 'message.html';
    const bytes = new TextEncoder().encode(html ?? '');
    const parser = this.pages ?? this.readers(name, bytes);
    if (html === undefined || !parser) return null;
    try {
      return await parser.parse({ bytes, name, signal: part.request.signal });
    } catch (thrown) {
      part.request.signal.throwIfAborted();
      const reason = thrown instanceof ArbiterError ? thrown.message : 'its reader failed over it.';
      builder.warn(`The page of the message was not read: ${reason}`);
      return null;
    }
  }

  private async attach(
    { name, isMessage, content }: MessageAttachment,
    builder: ParsedDocumentBuilder,
    part: Part,
  ): Promise<void> {
    if (content === undefined) {
      builder.warn(`${shownAttachment(name)} was not read: it is broken or empty.`);
    } else if (content instanceof Uint8Array && !isMessage) {
      await this.append({ name, bytes: content, heading: name }, builder, part);
    } else if (part.depth >= MAX_MESSAGES) {
      builder.warn(`A message inside ${MAX_MESSAGES} others was not read.`);
    } else {
      const bytes = content instanceof Uint8Array ? content : new Uint8Array();
      const request = { ...part.request, name: name === '' ? 'The attached message' : name, bytes };
      try {
        const message = content instanceof Uint8Array ? await parseMessage(request) : content;
        await this.write(message, builder, { request, depth: part.depth + 1 });
      } catch (thrown) {
        part.request.signal.throwIfAborted();
        if (!(thrown instanceof ArbiterError)) throw thrown;
        builder.warn(`${shownAttachment(name)} was not read: ${thrown.message}`);
      }
    }
  }

  private async append(
    { name, bytes, heading }: { readonly name: string; readonly bytes: Uint8Array; readonly heading?: string },
    builder: ParsedDocumentBuilder,
    { request: { language, signal }, depth }: Part,
  ): Promise<void> {
    const shown = shownAttachment(name);
    if (isEncrypted(bytes)) {
      builder.warn(`${shown} is encrypted and was not read.`);
      return;
    }
    const parser = name === '' ? undefined : this.readers(name, bytes);
    if (!parser) {
      builder.warn(`${shown} was not read: no parser reads files of this kind.`);
      return;
    }
    try {
      const parsed = await parser.parse({ name, bytes, language, signal });
      if (ACCESS_GROUPS in parsed.metadata || strayAccessField(parsed.metadata) !== undefined) {
        builder.warn(
          `${shown} was not read: it is for the groups that it names alone, and the mail is for others as well.`,
        );
        return;
      }
      if (heading !== undefined) builder.heading(heading, depth + 1);
      builder.appendDocument(parsed);
    } catch (thrown) {
      signal.throwIfAborted();
      const reason = thrown instanceof ArbiterError ? thrown.message : 'its reader failed over it.';
      builder.warn(`${shown} was not read: ${reason}`);
    }
  }
}

/** Who wrote it to whom, and when: "From: Ann <ann@mail.example>". */
function factsOf({ from, to, cc, bcc, replyTo, sender, date }: Message): string[] {
  const people = { From: [from], To: to, Cc: cc, Bcc: bcc, Sender: [sender], 'Reply-To': replyTo };
  const facts = Object.entries(people).flatMap(([name, given = []]) => {
    const addresses = given.flatMap((one) => one ?? []);
    return addresses.length > 0 ? [`${name}: ${addresses.map(shownAddress).join(', ')}`] : [];
  });
  return date === undefined ? facts : [...facts, `Date: ${shownDate(date)}`];
}

/** A message that names no encoding at all, as old programs wrote them, in UTF-8; which it then is read as. */
function inUtf8(request: ParseRequest): { readonly bytes: Uint8Array; readonly warning?: string } {
  const { bytes } = request;
  if (
    isCompoundFile(bytes) ||
    isUtf8(bytes) ||
    CHARSET.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  )
    return { bytes };
  const { text, warning } = decodeText(request);
  return { bytes: new TextEncoder().encode(text), ...(warning !== undefined && { warning }) };
}

async function parseMessage({ bytes, name, signal }: ParseRequest): Promise<Message> {
  try {
    if (isCompoundFile(bytes)) {
      await nextTurn();
      signal.throwIfAborted();
      return readOutlookMessage(bytes);
    }
    const { headers, attachments, ...mail } = await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_PARTS,
      maxHeadersSize: MAX_HEADER_BYTES,
    });
    const keywords = headers.find(({ key }) => key === 'keywords')?.value ?? '';
    return { ...mail, attachments: attachments.map(attachmentOf), ...(keywords !== '' && { keywords }) };
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${name} is not a readable message: it is broken or nested too deep.`, {
      details: { name },
      cause,
    });
  } finally {
    signal.throwIfAborted();
  }
}

function attachmentOf({ filename, mimeType, related, content }: Attachment): MessageAttachment {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return {
    name: singleLine(filename ?? '').replaceAll('/', '_'),
    isShownPicture: related === true && mimeType.startsWith('image/'),
    isMessage: mimeType === 'message/rfc822' || /\.eml$/i.test(filename ?? '') || isOutlookMessage(bytes),
    content: bytes,
  };
}

/** Share of the words of a version that may be missing in the other one, by which both say the same. */
const MAX_MISSING = 0.1;

/** Whether a version of a message says what the other one does not. */
function says(version: string, other: string): boolean {
  const known = new Set(wordsIn(other));
  const words = wordsIn(version);
  const missing = words.filter((word) => !known.has(word)).length;
  return missing > MAX_MISSING * words.length;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function shownAttachment(name: string, what = 'attachment'): string {
  return name === '' ? `A ${what} without a name`.replace('A a', 'An a') : `The ${what} ${name.slice(0, 100)}`;
}

function isEncrypted(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 100)).trimStart().startsWith('-----BEGIN PGP MESSAGE');
}

function metadataOf({ from, date, subject, keywords }: Message): Record<string, string> {
  return {
    ...(keywords !== undefined && { keywords: singleLine(keywords) }),
    ...(from && { author: shownAddress(from) }),
    ...(date !== undefined && { date }),
    ...(subject !== undefined && { subject: singleLine(subject) }),
  };
}

function shownAddress(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(shownAddress).join(', ')}`;
  if (address.name === '') return address.address;
  return address.address === '' ? address.name : `${address.name} <${address.address}>`;
}

/** "2025-03-04T10:20:00.000Z" → "2025-03-04 10:20 UTC"; what is no date stays as it is. */
function shownDate(date: string): string {
  return date.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/, '$1 $2 UTC');
}
