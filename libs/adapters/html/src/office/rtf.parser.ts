import { setImmediate as nextTurn } from 'node:timers/promises';
import { ParsedDocumentBuilder, startOf } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';

/** Groups of a document that hold no text of it (Rich Text Format Specification 1.9.1, "Destinations"). */
const SILENT: ReadonlySet<string> = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'themedata',
  'datastore',
  'latentstyles',
  'listtable',
  'listoverridetable',
  'rsidtbl',
  'generator',
  'header',
  'headerl',
  'headerr',
  'headerf',
  'footer',
  'footerl',
  'footerr',
  'footerf',
  'fldinst',
  'bkmkstart',
  'bkmkend',
  'xmlnstbl',
  'mmathPr',
  'annotation',
  'atnauthor',
  'atnid',
  'filetbl',
  'revtbl',
  'pnseclvl',
  'nonshppict',
]);
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
};
/** Encodings of code pages as the Encoding Standard names them. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '10000': 'macintosh',
  '65001': 'utf-8',
  '866': 'ibm866',
  '874': 'windows-874',
};
const MAX_DEPTH = 1_000;
const TOKENS_PER_TURN = 100_000;
/** A control word, a byte, a control symbol, a brace, or text. */
const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/g;

interface Group {
  readonly isSilent: boolean;
  readonly isStruck: boolean;
  /** Characters behind a Unicode one that stand for it in old programs. */
  readonly fallback: number;
}

/** Reads rich text (RTF): its paragraphs and the rows of its tables. Struck-out and hidden words are left out, with a warning. */
export class RtfParser implements DocumentParser {
  readonly name = 'rtf';
  readonly mediaType = 'application/rtf';
  readonly extensions = ['.rtf'];
  readonly otherMediaTypes = { 'text/rtf': '.rtf' };

  recognises(bytes: Uint8Array): boolean {
    return startOf(bytes).startsWith('{\\rtf');
  }

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    await nextTurn();
    signal.throwIfAborted();
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    if (!source.startsWith('{\\rtf'))
      throw new ArbiterError(
        'INVALID_REQUEST',
        `${name} is not a readable RTF file: it is broken or of another format.`,
        {
          details: { name },
        },
      );
    const builder = new ParsedDocumentBuilder();
    const writer = new RtfWriter(builder, decoderOf(source));
    let tokens = 0;
    for (const token of source.matchAll(TOKEN)) {
      if (++tokens % TOKENS_PER_TURN === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      if (!writer.take(token)) {
        builder.warn('It is nested too deep; the rest was left out.');
        break;
      }
    }
    writer.end();
    return builder.build();
  }
}

class RtfWriter {
  private readonly groups: Group[] = [];
  private group: Group = { isSilent: false, isStruck: false, fallback: 1 };
  private text = '';
  private cells: string[] = [];
  private inTable = false;
  private bytes: number[] = [];
  private skipped = 0;
  private isCut = false;

  constructor(
    private readonly builder: ParsedDocumentBuilder,
    private readonly decode: (bytes: Uint8Array) => string,
  ) {}

  /** @returns false when groups are nested too deep */
  take([, word, parameter, hex, symbol, brace, text]: RegExpMatchArray): boolean {
    if (hex !== undefined) {
      if (this.skipped > 0) this.skipped -= 1;
      else this.bytes.push(Number.parseInt(hex, 16));
      return true;
    }
    this.flushBytes();
    if (brace === '{') {
      if (this.groups.length >= MAX_DEPTH) return false;
      this.groups.push(this.group);
    } else if (brace === '}') {
      this.group = this.groups.pop() ?? this.group;
      this.skipped = 0;
    } else if (text !== undefined) {
      const shown = text.slice(this.skipped);
      this.skipped = Math.max(0, this.skipped - text.length);
      this.write(this.decode(Buffer.from(shown, 'latin1')));
    } else if (word !== undefined) this.control(word, parameter);
    else if (symbol === '*') this.group = { ...this.group, isSilent: true };
    else if (symbol === '~') this.write(' ');
    else if (symbol === '_') this.write('-');
    else if (symbol !== undefined && '\\{}'.includes(symbol)) this.write(symbol);
    return true;
  }

  end(): void {
    this.flushBytes();
    this.paragraph();
    this.row();
    if (this.isCut) this.builder.warn('Struck-out or hidden words were left out.');
  }

  private control(word: string, parameter: string | undefined): void {
    const isOn = parameter !== '0';
    if (SILENT.has(word)) this.group = { ...this.group, isSilent: true };
    else if (word === 'u') {
      const unit = Number(parameter);
      this.write(String.fromCharCode(unit < 0 ? unit + 65_536 : unit));
      this.skipped = this.group.fallback;
    } else if (word === 'uc') this.group = { ...this.group, fallback: Math.min(8, Math.max(0, Number(parameter))) };
    else if (word === 'strike' || word === 'striked' || word === 'v' || word === 'deleted')
      this.group = { ...this.group, isStruck: isOn };
    else if (word === 'plain') this.group = { ...this.group, isStruck: false };
    else if (word === 'intbl') this.inTable = true;
    else if (word === 'pard') this.inTable = false;
    else if (word === 'cell' || word === 'nestcell') {
      this.cells.push(this.text.trim());
      this.text = '';
    } else if (word === 'row' || word === 'nestrow') this.row();
    else if (word === 'par' || word === 'sect' || word === 'page') this.paragraph();
    else if (word in CHARACTERS) this.write(CHARACTERS[word] ?? '');
  }

  private write(text: string): void {
    if (this.group.isSilent) return;
    if (this.group.isStruck) this.isCut ||= text.trim() !== '';
    else this.text += text;
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    this.write(this.decode(Uint8Array.from(this.bytes)));
    this.bytes = [];
  }

  /** Paragraphs within a cell are one text. */
  private paragraph(): void {
    if (this.inTable) {
      this.text += ' ';
      return;
    }
    this.row();
    this.builder.append('paragraph', this.text);
    this.text = '';
  }

  private row(): void {
    const cells = this.cells.filter((cell) => cell !== '');
    if (cells.length > 0) this.builder.append('table_row', cells.join('; '));
    this.cells = [];
  }
}

function decoderOf(source: string): (bytes: Uint8Array) => string {
  const page = /\\ansicpg(\d{1,5})/.exec(source.slice(0, 1_024))?.[1] ?? '1252';
  const label = CODE_PAGES[page] ?? (/^125\d$/.test(page) ? `windows-${page}` : 'windows-1252');
  const decoder = new TextDecoder(label);
  return (bytes) => decoder.decode(bytes);
}
