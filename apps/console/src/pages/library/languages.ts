const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Languages that are offered for a collection, by their tags; the first one unless another is chosen. */
export const LANGUAGES = 'en cs da de es fi fr it ja nb nl pl pt ru sv tr uk zh'.split(' ');

/** "German" for `de`. */
export function languageName(tag: string): string {
  return NAMES.of(tag) ?? tag;
}
