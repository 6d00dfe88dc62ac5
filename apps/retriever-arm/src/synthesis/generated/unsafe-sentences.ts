import { holdsActiveContent, isInjected, unfoundedAddress } from '@arbiter/text';

/**
 * Whether a sentence instructs its reader's model, would have a viewer load or run something, or holds an address that the texts
 * it rests on do not hold: a model that obeyed a document would carry data out of the conversation by it.
 */
export function isUnsafe(sentence: string, foundations: readonly string[]): boolean {
  return holdsActiveContent(sentence) || isInjected(sentence) || unfoundedAddress(sentence, foundations) !== undefined;
}
