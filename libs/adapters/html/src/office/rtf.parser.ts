import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addressBehind,
  decodeBytes,
  encodingOf,
  guessEncoding,
  ParsedDocumentBuilder,
  startOf,
} from '@arbiter/adapter-kit/documents';
import { counted, ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { RtfTable } from './rtf-table.js';

/** Groups of a document that hold no text of it (Rich Text Format Specification 1.9.1, "Destinations"). */
const SILENT: ReadonlySet<string> = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'pict',
  'themedata',
  'datastore',
  'latentstyles',
  'listtable',
  'listoverridetable',
  'rsidtbl',
  'generator',
  'shprslt',
  'bkmkstart',
  'bkmkend',
  'xmlnstbl',
  'mmathPr',
  'atnauthor',
  'atnid',
  'filetbl',
  'revtbl',
  'pnseclvl',
  'nonshppict',
]);
/** Fields of the description of a document that are kept. */
const FIELDS: Readonly<Record<string, string>> = {
  title: 'title',
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
  doccomm: 'description',
};
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
/** Control words that define the cells of a row. */
const TABLE_WORDS = ['trowd', 'trhdr', 'clmrg', 'clvmrg', 'cellx'];
/** Encodings of code pages that the Encoding Standard has under other names. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '10000': 'macintosh',
  '10007': 'x-mac-cyrillic',
  '65001': 'utf-8',
};
/** Code pages of the character sets of fonts (Rich Text Format Specification 1.9.1, "Font Table"). */
const CHARACTER_SETS: Readonly<Record<string, string>> = {
  '0': '1252',
  '77': '10000',
  '128': '932',
  '129': '949',
  '134': '936',
  '136': '950',
  '161': '1253',
  '162': '1254',
  '163': '1258',
  '177': '1255',
  '178': '1256',
  '186': '1257',
  '204': '1251',
  '222': '874',
  '238': '1250',
  '254': '437',
  '255': '850',
};
/** Control words that name the encoding of the whole document. */
const HEADER_PAGES: Readonly<Record<string, string>> = { mac: '10000', pc: '437', pca: '850' };
/** Characters of a document without a code page by which its encoding is guessed. */
const GUESSED_CHARACTERS = 256 * 1_024;
const MAX_DEPTH = 1_000;
const TOKENS_PER_TURN = 100_000;
/** A control word, a byte, a control symbol, a brace, or text. */
const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/g;

interface Group {
  readonly isSilent: boolean;
  readonly isStruck: boolean;
  readonly isBold: boolean;
  /** Where its text goes instead of into the document. */
  readonly destination?: 'margin' | 'instruction' | 'result' | 'comment' | 'info';
  /** Of the description, the field that it holds. */
  readonly field?: string;
  /** Characters behind a Unicode one that stand for it in old programs. */
  readonly fallback: number;
  readonly isFontTable: boolean;
  /** Number in the table of fonts; absent before the first is chosen. */
  readonly font?: string;
}

/** Reads rich text (RTF): its paragraphs and the rows of its tables, with names where their first rows stand in bold. Struck-out and hidden words are left out, with a warning. */
export class RtfParser implements DocumentParser {
  readonly name = 'rtf';
  readonly mediaType = 'application/rtf';
  readonly extensions = ['.rtf'];
  readonly otherMediaTypes = { 'text/rtf': '.rtf' };

  recognises(bytes: Uint8Array): boolean {
    return startOf(bytes).startsWith('{\\rtf');
  }

  async parse({ bytes, name, language, signal }: ParseRequest): Promise<ParsedDocument> {
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
    const writer = new RtfWriter(builder, pageOf(source, language));
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
    const { title = '', ...metadata } = writer.description;
    return builder.build({ title, metadata });
  }
}

type Control = (parameter: string | undefined) => void;

class RtfWriter {
  private readonly groups: Group[] = [];
  private group: Group = { isSilent: false, isStruck: false, isBold: false, fallback: 1, isFontTable: false };
  private text = '';
  private readonly table = new RtfTable();
  private inTable = false;
  /** Fields of the document's description. */
  readonly description: Record<string, string> = {};
  private readonly margins = new Set<string>();
  private instruction = '';
  private resultAt = 0;
  private comments = 0;
  private objects = 0;
  /** Not decoded yet: a character of two bytes may be written as an escape and a letter. */
  private bytes: number[] = [];
  /** Encodings by the numbers of fonts. */
  private readonly fonts = new Map<string, string>();
  private defaultFont = '0';
  /** The font that the table is describing. */
  private described = '0';
  private skipped = 0;
  private isCut = false;

  constructor(
    private readonly builder: ParsedDocumentBuilder,
    private readonly page: string,
  ) {}

  /** @returns false when groups are nested too deep */
  take([, word, parameter, hex, symbol, brace, text]: RegExpMatchArray): boolean {
    if (hex !== undefined) {
      if (this.skipped > 0) this.skipped -= 1;
      else this.bytes.push(Number.parseInt(hex, 16));
      return true;
    }
    if (text !== undefined) {
      const shown = text.slice(this.skipped);
      this.skipped = Math.max(0, this.skipped - text.length);
      for (let at = 0; at < shown.length; at++) this.bytes.push(shown.charCodeAt(at));
      return true;
    }
    if (symbol !== undefined && '\\{}'.includes(symbol)) {
      this.bytes.push(symbol.charCodeAt(0));
      return true;
    }
    this.flushBytes();
    if (brace === '{') {
      if (this.groups.length >= MAX_DEPTH) return false;
      this.groups.push(this.group);
    } else if (brace === '}') {
      this.close(this.group, this.groups.at(-1));
      this.group = this.groups.pop() ?? this.group;
      this.skipped = 0;
    } else if (word !== undefined) this.control(word, parameter);
    else if (symbol === '*') this.group = { ...this.group, isSilent: true };
    else if (symbol === '~') this.write(' ');
    else if (symbol === '_') this.write('-');
    return true;
  }

  end(): void {
    this.flushBytes();
    this.paragraph();
    this.table.end(this.builder);
    if (this.comments > 0) this.builder.warn(`${counted(this.comments, 'comment was', 'comments were')} left out.`);
    if (this.objects > 0)
      this.builder.warn(
        `${counted(this.objects, 'embedded object')} could not be read: only the text in its place was.`,
      );
    if (this.isCut) this.builder.warn('Struck-out or hidden words were left out.');
  }

  private control(word: string, parameter: string | undefined): void {
    if (this.group.isFontTable && parameter !== undefined) this.describeFont(word, parameter);
    else if (SILENT.has(word)) this.set({ isSilent: true, isFontTable: word === 'fonttbl' });
    else if (this.group.destination === 'info' && Object.hasOwn(FIELDS, word)) this.set({ field: FIELDS[word] ?? '' });
    else this.controls.get(word)?.(parameter);
  }

  private set(properties: Partial<Group>): void {
    this.group = { ...this.group, ...properties };
  }

  /** What control words do, those of one meaning in one line. */
  private readonly controls: ReadonlyMap<string, Control> = new Map(
    Object.entries<Control>({
      f: (font) => this.set(font === undefined ? {} : { font }),
      deff: (font) => (this.defaultFont = font ?? this.defaultFont),
      'header headerl headerr headerf footer footerl footerr footerf': () => {
        this.paragraph();
        this.set({ destination: 'margin' });
      },
      info: () => this.set({ isSilent: true, destination: 'info' }),
      fldinst: () => {
        this.instruction = '';
        this.set({ isSilent: true, destination: 'instruction' });
      },
      fldrslt: () => {
        this.resultAt = this.text.length;
        this.set({ destination: 'result' });
      },
      annotation: () => {
        this.comments += 1;
        this.set({ isSilent: true });
      },
      object: () => {
        this.objects += 1;
        this.set({ isSilent: true });
      },
      'shptxt result': () => this.set({ isSilent: false }),
      u: (code) => {
        const unit = Number(code);
        this.write(String.fromCharCode(unit < 0 ? unit + 65_536 : unit));
        this.skipped = this.group.fallback;
      },
      uc: (count) => this.set({ fallback: Math.min(8, Math.max(0, Number(count))) }),
      'strike striked v deleted': (isOn) => this.set({ isStruck: isOn !== '0' }),
      plain: () => this.set({ isStruck: false, isBold: false, font: this.defaultFont }),
      b: (isOn) => this.set({ isBold: isOn !== '0' }),
      intbl: () => (this.inTable = true),
      pard: () => (this.inTable = false),
      'cell nestcell': () => {
        this.table.cell(this.text.trim());
        this.text = '';
      },
      'row nestrow': () => this.table.row(),
      'par sect page': () => this.paragraph(),
      ...Object.fromEntries(TABLE_WORDS.map((word) => [word, (given) => this.table.define(word, given)])),
      ...Object.fromEntries(Object.entries(CHARACTERS).map(([word, sign]) => [word, () => this.write(sign)])),
    }).flatMap(([words, act]) => words.split(' ').map((word) => [word, act] as const)),
  );

  private write(text: string): void {
    const { field } = this.group;
    if (field !== undefined) this.description[field] = (this.description[field] ?? '') + text;
    if (this.group.destination === 'instruction') this.instruction += text;
    if (this.group.isSilent) return;
    if (this.group.isStruck) this.isCut ||= text.trim() !== '';
    else {
      this.text += text;
      this.table.see(text, this.group.isBold);
    }
  }

  /** The end of a group: what it says of the text before it. */
  private close({ destination }: Group, around: Group | undefined): void {
    if (destination === around?.destination) return;
    if (destination === 'margin') this.paragraph(true);
    if (destination !== 'result') return;
    const target = /HYPERLINK\s+"([^"]{1,2000})"/.exec(this.instruction)?.[1];
    const address = target === undefined ? undefined : addressBehind(target, this.text.slice(this.resultAt));
    if (address !== undefined) this.write(address);
    this.instruction = '';
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    // Most of a document is ASCII, and silent parts may be large.
    const { isSilent, field, destination } = this.group;
    const isRead = !isSilent || field !== undefined || destination === 'instruction';
    if (isRead) this.write(decodeBytes(Uint8Array.from(this.bytes), this.encoding));
    this.bytes = [];
  }

  private describeFont(word: string, parameter: string): void {
    if (word === 'f') this.described = parameter;
    const page = word === 'cpg' ? parameter : word === 'fcharset' ? CHARACTER_SETS[parameter] : undefined;
    const encoding = page === undefined ? undefined : encodingOfPage(page);
    if (encoding !== undefined) this.fonts.set(this.described, encoding);
  }

  private get encoding(): string {
    const own = this.fonts.get(this.group.font ?? this.defaultFont) ?? this.page;
    // Programs that know no character sets write 0 for every font. The code page of the document is then that of no font.
    const isUnused = own === 'windows-1252' && ![...this.fonts.values()].includes(this.page);
    return isUnused ? this.page : own;
  }

  /** Paragraphs within a cell are one text. */
  private paragraph(isMargin = this.group.destination === 'margin'): void {
    if (isMargin) {
      const said = this.text.trim();
      // The number of a page is no text, and what stands on every page stands here once.
      if (/\p{L}/u.test(said) && !this.margins.has(said)) this.builder.append('paragraph', said);
      this.margins.add(said);
      this.text = '';
      return;
    }
    if (this.inTable) {
      this.text += ' ';
      return;
    }
    this.table.end(this.builder);
    this.builder.append('paragraph', this.text);
    this.text = '';
  }
}

/** The encoding of a document but for fonts that have their own; guessed where it states none. */
function pageOf(source: string, language: string | undefined): string {
  const header = source.slice(0, 1_024);
  const stated =
    /\\ansicpg(\d{1,5})/.exec(header)?.[1] ?? HEADER_PAGES[/\\(mac|pca?)(?![a-z])/.exec(header)?.[1] ?? ''];
  const encoding = stated === undefined ? undefined : encodingOfPage(stated);
  if (encoding !== undefined) return encoding;
  const text = source
    .slice(0, GUESSED_CHARACTERS)
    .replace(/\\'([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\[a-z]{1,32}(?:-?\d{1,10})? ?|[{}]/gi, ' ');
  const guess = guessEncoding(Buffer.from(text, 'latin1'), language);
  return guess.isDoubtful || guess.encoding.startsWith('utf-') ? 'windows-1252' : guess.encoding;
}

function encodingOfPage(page: string): string | undefined {
  return CODE_PAGES[page] ?? encodingOf(/^125\d$|^874$/.test(page) ? `windows-${page}` : `ibm${page}`);
}
