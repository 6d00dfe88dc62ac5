import { Metadata } from '@arbiter/contracts';
import { z } from 'zod';
import type { RelatedFiles } from './source-reader.js';

/** A heading and the text it governs, up to the next heading of the same or a higher level. Offsets: UTF-16 code units. */
export interface ParsedSection {
  readonly heading: string;
  /** 1 is outermost. */
  readonly level: number;
  /** Of the heading itself in the text. */
  readonly start: number;
}

export interface ParsedPage {
  /** From 1. */
  readonly number: number;
  readonly start: number;
}

/** Where a chunk must not be cut: a table row, a list item, a code block, a paragraph. */
export interface ParsedBlock {
  readonly kind: 'paragraph' | 'heading' | 'list_item' | 'table_row' | 'code' | 'quote';
  readonly start: number;
  readonly end: number;
}

/** A thing that a document describes: a unit, a weapon, a rule. */
export interface ParsedEntity {
  /** Kebab-case, such as `unit`. */
  readonly type: string;
  readonly name: string;
  /** Other names that it is found by; its name is not among them. */
  readonly aliases: readonly string[];
  /** What is known of it; JSON values only. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of the text that describes it, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** What tools calculate with, in a form of their own: large, not searched, not shown. */
  readonly data?: string;
}

/** Words of one speaker at one time, in a format that says who speaks and when. */
export interface ParsedUtterance {
  readonly start: number;
  readonly end: number;
  /** Null where nobody is named. */
  readonly speaker: string | null;
  /** Seconds from the beginning of the recording, ≥ 0; null where no times are given. */
  readonly from: number | null;
  readonly to: number | null;
}

/** The normalised form of a document of any format. What is not text has been left out. */
export interface ParsedDocument {
  /** NFC-normalised, `\n` line ends, well-formed UTF-16; what all offsets count in. */
  readonly text: string;
  /** Empty when the document names none. */
  readonly title: string;
  /** In document order. */
  readonly sections: readonly ParsedSection[];
  /** In document order; empty for a format without pages. */
  readonly pages: readonly ParsedPage[];
  /** In document order, not overlapping; together they cover every character that is not white space. */
  readonly blocks: readonly ParsedBlock[];
  /** In document order, not overlapping; absent for a format that is not speech. */
  readonly utterances?: readonly ParsedUtterance[];
  /** Front matter, document information; JSON values only. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Pages or parts that could not be read, one sentence each. */
  readonly warnings: readonly string[];
  /** What it describes, where its format says so; in any order. */
  readonly entities?: readonly ParsedEntity[];
}

export interface ParseRequest {
  readonly bytes: Uint8Array;
  /** Name with its ending, for a title and for messages. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** What stands beside it; a format whose files refer to one another reads on here. Absent: it stands alone. */
  readonly related?: RelatedFiles;
}

/** Reads one family of formats. It alone declares their names; the rest of the software asks the parsers in use. */
export interface DocumentParser {
  readonly name: string;
  /** Media type that is recorded. A file that a server sends as this type gets the first of the endings. */
  readonly mediaType: string;
  /** Endings it takes, lower case with the dot. */
  readonly extensions: readonly string[];
  /** Other media types that servers send, each with the ending that such a file gets. */
  readonly otherMediaTypes?: Readonly<Record<string, string>>;
  /** Whether the bytes show the format, whatever the file is called. Absent for a format that its bytes do not show. */
  recognises?(bytes: Uint8Array): boolean;
  /** @throws ArbiterError INVALID_REQUEST for a document that cannot be read, saying why (broken, encrypted, not text) */
  parse(request: ParseRequest): Promise<ParsedDocument>;
  /**
   * A digest of the other files that the result depends on; empty where there are none. While it and the bytes stay the
   * same, so does the result, and the document is not read anew. Absent for formats whose files stand alone.
   *
   * @throws ArbiterError as `parse` does
   */
  relatedDigest?(request: ParseRequest): Promise<string>;
}

/** The fields of a `ParsedEntity`, for the schemas by which stores read what they have written. */
export const PARSED_ENTITY_SHAPE = {
  type: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  attributes: Metadata,
  start: z.int().min(0),
  end: z.int().min(0),
  data: z.string().exactOptional(),
};

/** A page as it was scanned. */
export interface GreyPicture {
  /** In pixels, ≥ 1. */
  readonly width: number;
  readonly height: number;
  /** Rows from the top, a byte per pixel, 0 black to 255 white; `width × height` bytes. */
  readonly pixels: Uint8Array;
}

export interface TextRecogniserHealth {
  readonly ok: boolean;
  /** For people: what is there, or what is missing and how it is had. */
  readonly detail: string;
}

/** Recognises the letters of a picture (OCR). */
export interface TextRecogniser {
  /** As in "recognised by …". */
  readonly name: string;
  health(signal: AbortSignal): Promise<TextRecogniserHealth>;
  /**
   * @returns lines as they stand on the page, an empty line between paragraphs; empty for a picture without letters
   * @throws ArbiterError UNAVAILABLE when nothing is there that recognises, INVALID_REQUEST for a picture that it cannot
   *   read or not in time, and the signal's reason
   */
  recognise(picture: GreyPicture, signal: AbortSignal): Promise<string>;
}
