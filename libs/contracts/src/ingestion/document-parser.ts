/** A heading and its text, up to the next heading of the same or a higher level. Offsets: UTF-16 code units. */
export interface ParsedSection {
  readonly heading: string;
  /** 1 is outermost. */
  readonly level: number;
  /** Offset of the heading itself. */
  readonly start: number;
}

export interface ParsedPage {
  /** From 1. */
  readonly number: number;
  readonly start: number;
}

/** A span that chunks do not cut if possible: a table row, a list item, a code block, a paragraph. */
export interface ParsedBlock {
  readonly kind: 'paragraph' | 'heading' | 'list_item' | 'table_row' | 'code' | 'quote';
  readonly start: number;
  readonly end: number;
  /** Length of the heading that it begins with, in bold: "Returning books." of "Returning books. They are …". Absent: it has none. */
  readonly runIn?: number;
}

/** A unit, weapon, rule or other thing that a document describes. */
export interface ParsedEntity {
  /** Kebab-case, such as `unit`. */
  readonly type: string;
  readonly name: string;
  /** Other names that find it, without its own name. */
  readonly aliases: readonly string[];
  /** Facts about it; JSON values only. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Offset of its description in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Data for calculations by tools, in their own format: large, neither searched nor shown. */
  readonly data?: string;
}

/** Words of one speaker at one time, in a format that records speakers and times. */
export interface ParsedUtterance {
  readonly start: number;
  readonly end: number;
  /** Null if no speaker is named. */
  readonly speaker: string | null;
  /** Seconds from the beginning of the recording, ≥ 0; null without times. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Where the words of a page stand on it, as it is shown: turned, and cut to its crop box. */
export interface ParsedPageBoxes {
  /** From 1. */
  readonly number: number;
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Whether its lines run across it, and not up or down. */
  readonly isUpright: boolean;
  /**
   * Six numbers a word, in document order: start and end in the text, then the left, top, right and bottom edge of its box in
   * 1/10,000 of the page's width and height from its top left corner. A word over several lines has a box on each, for its
   * part there.
   */
  readonly words: Int32Array;
}

/** The normalised form of a document of any format, without anything that is not text. */
export interface ParsedDocument {
  /** NFC-normalised, `\n` line ends, well-formed UTF-16; the basis of all offsets. */
  readonly text: string;
  /** Empty if the document has none. */
  readonly title: string;
  /** In document order. */
  readonly sections: readonly ParsedSection[];
  /** In document order; empty for a format without pages. */
  readonly pages: readonly ParsedPage[];
  /** In document order, not overlapping; together they cover every character that is not white space. */
  readonly blocks: readonly ParsedBlock[];
  /** In document order, not overlapping; absent unless the format is speech. */
  readonly utterances?: readonly ParsedUtterance[];
  /** Ascending, only pages with a box; absent for a format whose pages have no fixed places. Words of unknown place are left out. */
  readonly boxes?: readonly ParsedPageBoxes[];
  /** Front matter, document information; JSON values only. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Pages or parts that could not be read, one sentence each. */
  readonly warnings: readonly string[];
  /** Entities that the document describes, if its format marks them; in any order. */
  readonly entities?: readonly ParsedEntity[];
}

export interface ParseRequest {
  readonly bytes: Uint8Array;
  /** File name with its extension, for a title and for messages. */
  readonly name: string;
  /** BCP 47 tag of what the documents are in, for formats that do not state their encoding. Absent: not known. */
  readonly language?: string | undefined;
  readonly signal: AbortSignal;
  /** Sibling files, for formats whose files refer to one another. Absent: there are none. */
  readonly related?: RelatedFiles;
}

/** Reads one family of formats. It alone declares their names; the rest of the software asks the parsers in use. */
export interface DocumentParser {
  readonly name: string;
  /** Media type in the document's record. A file that a server sends as this type gets the first of the extensions. */
  readonly mediaType: string;
  /** Extensions of its formats, lower case with the dot. */
  readonly extensions: readonly string[];
  /** Other media types that servers send, each with the extension that such a file gets. */
  readonly otherMediaTypes?: Readonly<Record<string, string>>;
  /** Whether the content shows the format, whatever the file name. Absent for a format that its content does not show. */
  recognises?(bytes: Uint8Array): boolean;
  /** Why a file of this format is not worth reading, a sentence; undefined for one that is. It looks at its beginning alone. */
  leavesOut?(bytes: Uint8Array): string | undefined;
  /** @throws ArbiterError INVALID_REQUEST for an unreadable document, with the reason (broken, encrypted, not text) */
  parse(request: ParseRequest): Promise<ParsedDocument>;
  /**
   * A digest of the other files that determine the result; empty if there are none. If digest and bytes are unchanged, so is
   * the result, and the document is not read again. Absent for formats without references to siblings.
   *
   * @throws ArbiterError as `parse` does
   */
  relatedDigest?(request: ParseRequest): Promise<string>;
}

/** The files beside a document, for formats whose files refer to one another. One object serves a whole folder. */
export interface RelatedFiles {
  /** Names without folders, ascending, except files that the source leaves out. */
  readonly names: readonly string[];
  /** @throws ArbiterError as `SourceItem.read` does; NOT_FOUND for a name that is not listed */
  read(name: string, signal: AbortSignal): Promise<Uint8Array>;
}
