import { isUtf8 } from 'node:buffer';
import { decodeText, ParsedDocumentBuilder, singleLine } from '@arbiter/adapter-kit/documents';
import { ACCESS_GROUPS, ArbiterError, strayAccessField } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

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
 * Reads an electronic mail: subject, sender, recipients, date, its text (or else its HTML), and the attachments that can be read,
 * each as a section of its name. Other attachments are named in warnings.
 */
export class MailParser implements DocumentParser {
  readonly name = 'mail';
  readonly mediaType = 'message/rfc822';
  readonly extensions = ['.eml'];

  constructor(private readonly readers: PartReaders) {}

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    request.signal.throwIfAborted();
    const builder = new ParsedDocumentBuilder();
    if (request.bytes.length === 0) return builder.build();
    const { bytes, warning } = inUtf8(request);
    if (warning !== undefined) builder.warn(warning);
    const mail = await parseMail({ ...request, bytes });
    await this.write(mail, builder, { request, depth: 1 });
    return builder.build({ title: mail.subject ?? '', metadata: metadataOf(mail) });
  }

  private async write(mail: Email, builder: ParsedDocumentBuilder, part: Part): Promise<void> {
    const { signal } = part.request;
    const { from, to, cc, date } = mail;
    builder.heading(mail.subject ?? '', part.depth);
    const facts = { From: from ? [from] : [], To: to ?? [], Cc: cc ?? [] };
    for (const [name, addresses] of Object.entries(facts))
      if (addresses.length > 0) builder.append('list_item', `${name}: ${addresses.map(shownAddress).join(', ')}`);
    if (date !== undefined) builder.append('list_item', `Date: ${shownDate(date)}`);
    const text = mail.text ?? '';
    if (text.trim() === '' && mail.html !== undefined) {
      const bytes = new TextEncoder().encode(mail.html);
      await this.append({ name: 'message.html', bytes }, builder, part);
    } else {
      for (const paragraph of text.replace(/\r\n?/g, '\n').split(PARAGRAPH_BREAK)) {
        builder.append(/^\s*>/.test(paragraph) ? 'quote' : 'paragraph', paragraph);
      }
    }
    const attached = mail.attachments.filter(({ related }) => !related);
    for (const attachment of attached.slice(0, MAX_ATTACHMENTS)) {
      signal.throwIfAborted();
      await this.attach(attachment, builder, part);
    }
    if (attached.length > MAX_ATTACHMENTS)
      builder.warn(`Only the first ${MAX_ATTACHMENTS} of ${attached.length} attachments were read.`);
  }

  private async attach(attachment: Attachment, builder: ParsedDocumentBuilder, part: Part): Promise<void> {
    const bytes = bytesOf(attachment);
    const isMessage = attachment.mimeType === 'message/rfc822' || /\.eml$/i.test(attachment.filename ?? '');
    if (!isMessage) {
      const name = singleLine(attachment.filename ?? '').replaceAll('/', '_');
      await this.append({ name, bytes, heading: name }, builder, part);
    } else if (part.depth >= MAX_MESSAGES) {
      builder.warn(`A message inside ${MAX_MESSAGES} others was not read.`);
    } else {
      const request = { ...part.request, bytes };
      await this.write(await parseMail(request), builder, { request, depth: part.depth + 1 });
    }
  }

  private async append(
    { name, bytes, heading }: { readonly name: string; readonly bytes: Uint8Array; readonly heading?: string },
    builder: ParsedDocumentBuilder,
    { request: { language, signal }, depth }: Part,
  ): Promise<void> {
    const shown = name === '' ? 'An attachment without a name' : `The attachment ${name}`;
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

/** A message that names no encoding at all, as old programs wrote them, in UTF-8; which it then is read as. */
function inUtf8(request: ParseRequest): { readonly bytes: Uint8Array; readonly warning?: string } {
  const { bytes } = request;
  if (isUtf8(bytes) || CHARSET.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')))
    return { bytes };
  const { text, warning } = decodeText(request);
  return { bytes: new TextEncoder().encode(text), ...(warning !== undefined && { warning }) };
}

async function parseMail({ bytes, name, signal }: ParseRequest): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_PARTS,
      maxHeadersSize: MAX_HEADER_BYTES,
    });
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${name} is not a readable message: it is broken or nested too deep.`, {
      details: { name },
      cause,
    });
  } finally {
    signal.throwIfAborted();
  }
}

function metadataOf({ from, date, subject }: Email): Record<string, string> {
  return {
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

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}
