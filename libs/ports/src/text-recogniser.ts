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
