import { Metadata } from '@arbiter/contracts';
import { z } from 'zod';

export type {
  DocumentParser,
  ParseRequest,
  ParsedBlock,
  ParsedDocument,
  ParsedEntity,
  ParsedPage,
  ParsedPageBoxes,
  ParsedSection,
  ParsedUtterance,
  RelatedFiles,
} from '@arbiter/contracts';

/** The fields of a `ParsedEntity`, for the schemas with which stores read their files. */
export const PARSED_ENTITY_SHAPE = {
  type: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  attributes: Metadata,
  start: z.int().min(0),
  end: z.int().min(0),
  data: z.string().exactOptional(),
};

/** A scanned page. */
export interface GreyPicture {
  /** In pixels, ≥ 1. */
  readonly width: number;
  readonly height: number;
  /** Rows from the top, a byte per pixel, 0 black to 255 white; `width × height` bytes. */
  readonly pixels: Uint8Array;
}

export interface TextRecogniserHealth {
  readonly ok: boolean;
  /** For people: the installed program, or what is missing and how to install it. */
  readonly detail: string;
}

/** Recognises text in a picture (OCR). */
export interface TextRecogniser {
  /** Completes "recognised by …". */
  readonly name: string;
  health(signal: AbortSignal): Promise<TextRecogniserHealth>;
  /**
   * @returns lines as on the page, with an empty line between paragraphs; empty for a picture without letters
   * @throws ArbiterError UNAVAILABLE when no recogniser is installed, INVALID_REQUEST for a picture that it cannot read in time
   *   or at all, and the signal's reason
   */
  recognise(picture: GreyPicture, signal: AbortSignal): Promise<string>;
}
