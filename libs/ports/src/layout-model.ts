import type { Box, Picture } from './picture.js';

export const REGION_KINDS = ['title', 'text', 'figure', 'table', 'caption', 'header', 'footer', 'other'] as const;
export type RegionKind = (typeof REGION_KINDS)[number];

/** A part of a page. */
export interface Region {
  /** Figure and table are often confused: a table with rules may be called a figure. */
  readonly kind: RegionKind;
  /** 0–1. */
  readonly confidence: number;
  readonly box: Box;
}

/** Finds the regions of a page in its picture. */
export interface LayoutModel {
  readonly name: string;
  /**
   * @returns the most certain first; regions of one kind overlap by half at most, those of two kinds may cover each other
   * @throws ArbiterError UNAVAILABLE when the model cannot be used, INVALID_REQUEST for a picture that is too large or takes too long,
   *   and the signal's reason
   */
  regions(picture: Picture, signal: AbortSignal): Promise<readonly Region[]>;
  close(): Promise<void>;
}
