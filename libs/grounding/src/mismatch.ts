import type { TextMentions } from './mentions/text-mentions.js';

/** Something that a claim says otherwise than a sentence near to it. */
export interface Mismatch {
  readonly kind:
    | 'number'
    | 'unit'
    | 'date'
    | 'name'
    | 'role'
    | 'negation'
    | 'comparative'
    | 'quantifier'
    | 'enumeration'
    | 'arithmetic'
    | 'antonym';
  /** One clause for people, without capital and full stop. */
  readonly message: string;
  /** The sentence lacks it and has nothing else in its place: the source may say so elsewhere. */
  readonly missing?: true;
  /** No reading of the sentence makes it the same: no judge overrules it. */
  readonly certain?: true;
}

/** Input of a mismatch rule. */
export interface ComparedTexts {
  readonly claim: TextMentions;
  /** The sentence that comes nearest to the claim. */
  readonly sentence: TextMentions;
  /** That sentence and those chosen around it. */
  readonly window: readonly TextMentions[];
  /** Stems of the window, and of the title and headings above it. */
  readonly known: ReadonlySet<string>;
}
