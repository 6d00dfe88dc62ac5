import { neutraliseText, withoutHiddenText } from './neutralise-text.js';

/** Gives out random ids: letters, digits, "_" and "-". */
export interface FenceIds {
  next(prefix: string): string;
}

/**
 * Marks where a text from elsewhere begins and ends in one prompt. Its id is random and new in every prompt, so that no
 * text can hold the end of its own fence ("spotlighting", Hines et al. 2024, delimiters with a random part).
 */
export class Fence {
  readonly id: string;

  /** @param enclosed everything that is going to stand inside */
  constructor(ids: FenceIds, enclosed: readonly string[]) {
    let id = ids.next('fence');
    while (enclosed.some((text) => text.includes(id))) id = ids.next('fence');
    this.id = id;
  }

  /**
   * @param kind letters: `source`, `question`
   * @param number printed in the opening tag; null for none
   * @param text as it came; imitations of prompts are defused
   */
  around(kind: string, number: number | null, text: string): string {
    const attribute = number === null ? '' : ` number="${number}"`;
    const inside = neutraliseText(withoutHiddenText(text));
    return `<${kind}-${this.id}${attribute}>\n${inside}\n</${kind}-${this.id}>`;
  }
}
