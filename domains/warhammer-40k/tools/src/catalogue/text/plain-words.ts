import { normalizeText, singleLine } from '@arbiter/tool-sdk';

/** Marks of emphasis in the texts of published data sets, which are no part of what is said. */
const EMPHASIS = /\^\^|\*\*/g;

/** A text of several lines, without marks of emphasis. */
export function plainText(text: string): string {
  return normalizeText(text.replace(EMPHASIS, '')).trim();
}

/** A name or a value, on one line. */
export function plainLine(text: string): string {
  return singleLine(plainText(text));
}

/** 95 → "95", 2.5 → "2.5" */
export function plainNumber(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}

/** "T'au Empire" → "Tau Empire", as people type it. */
export function withoutApostrophes(name: string): string {
  return name.replace(/['’ʼ]/g, '');
}
