import { z } from 'zod';

/** Primary subtags of ISO 639; longer ones are reserved or unregistered (RFC 5646, 2.2.1). */
const PRIMARY = /^[a-z]{2,3}(-|$)/i;
/** Longer than any tag that names a language, region and variants. */
const MAX_LENGTH = 64;

/** A BCP 47 tag such as `en` or `pt-BR`; accepted in any case, and written in its canonical form. */
export const LanguageTag = z
  .string()
  .max(MAX_LENGTH)
  .refine((tag) => canonicalTag(tag) !== null, 'must be a BCP 47 language tag such as en or pt-BR')
  .overwrite((tag) => canonicalTag(tag) ?? tag);
export type LanguageTag = z.output<typeof LanguageTag>;

/** Whether two tags name the same language, whatever the region or script: `de` and `de-AT`. */
export function isSameLanguage(one: LanguageTag, other: LanguageTag): boolean {
  return new Intl.Locale(one).language === new Intl.Locale(other).language;
}

/** @returns null for a string that is no BCP 47 tag of a language */
function canonicalTag(tag: string): string | null {
  if (!PRIMARY.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
