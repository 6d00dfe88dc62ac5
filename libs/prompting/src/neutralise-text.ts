/** Put into what a model might take for a part of the prompt, at a place where a reader hardly minds it. */
const STUFFING = '~';

/**
 * What a text from elsewhere may imitate, and where the stuffing goes: after the bracket of a marker (`[~1]`), after the
 * angle of a fence or of a chat template's token (`<~source`, `<~|im_start|>`), before a role at the start of a line
 * (`~System:`). Stuffing that is there already does not hide the rest.
 */
const IMITATIONS: readonly RegExp[] = [
  /(?<before>[[【])(?<stuffing>~*)(?=\s*\d)/gu,
  /(?<before>\[)(?<stuffing>~*)(?=\/?INST\])/gu,
  /(?<before><)(?<stuffing>~*)(?=\/?(?:source|question|passage|s>|<\/?SYS)|\|)/giu,
  /(?<before>^[^\S\n\r\u2028\u2029]*)(?<stuffing>~*)(?=(?:system|user|assistant|human|developer|tool)[^\S\n]*:)/gimu,
];

/** Characters that nobody sees and a model reads: tags (U+E0000…), zero-width and direction marks. */
const HIDDEN = /[\u{E0000}-\u{E007F}\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/gu;

/**
 * Makes a text from elsewhere harmless beside the markers, fences and roles of a prompt. Works like the quoting of
 * "From " lines in mbox files (mboxrd): one more `~` for every imitation, so that {@link restoreText} gives the text
 * back, whatever it held.
 */
export function neutraliseText(text: string): string {
  return IMITATIONS.reduce(
    (stuffed, imitation) =>
      stuffed.replace(imitation, (_, before: string, stuffing: string) => `${before}${STUFFING}${stuffing}`),
    text,
  );
}

/** The inverse of {@link neutraliseText}. */
export function restoreText(text: string): string {
  return IMITATIONS.reduceRight(
    (stuffed, imitation) =>
      stuffed.replace(imitation, (_, before: string, stuffing: string) => `${before}${stuffing.slice(1)}`),
    text,
  );
}

/** A text without what only a model would read. */
export function withoutHiddenText(text: string): string {
  return text.replace(HIDDEN, '');
}
