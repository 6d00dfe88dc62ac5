/** Quote marks and list bullets may stand before a fence; its info string may hold no backtick (CommonMark 4.5). */
const OPENING = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;

/** Knows, line by line, what is fenced code. Feed it every line of a document once, in order. */
export class FenceTracker {
  private fence: string | undefined;

  /** @returns whether the line belongs to fenced code, the fences themselves included */
  covers(line: string): boolean {
    if (this.fence === undefined) {
      this.fence = OPENING.exec(line)?.[1];
      return this.fence !== undefined;
    }
    const closing = CLOSING.exec(line)?.[1];
    if (closing?.startsWith(this.fence)) this.fence = undefined;
    return true;
  }
}
