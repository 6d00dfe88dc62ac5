import type { TextMentions } from '../mentions/text-mentions.js';

/** What a mismatch rule looks at. */
export interface ComparedTexts {
  readonly claim: TextMentions;
  /** The sentence that comes nearest to the claim. */
  readonly sentence: TextMentions;
  /** That sentence and those chosen around it. */
  readonly window: readonly TextMentions[];
  /** Stems of the window, and of the title and headings above it. */
  readonly known: ReadonlySet<string>;
}
