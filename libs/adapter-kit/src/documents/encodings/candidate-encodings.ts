export interface CandidateEncoding {
  /** As the Encoding Standard names it. */
  readonly encoding: string;
  /** What it costs beforehand, in bits: how much rarer files in it are than in the usual encoding of its languages. */
  readonly cost: number;
  /** Languages of `LETTER_PAIRS` and `FREQUENT_CHARACTERS` that are written in it. */
  readonly languages: readonly string[];
}

const WESTERN = 'en de fr es pt it nl sv da no fi is ca sq'.split(' ');
const CENTRAL = 'pl cs sk hu sl hr ro sq'.split(' ');
const BALTIC = 'et lv lt'.split(' ');
const CYRILLIC = 'ru uk be bg sr mk'.split(' ');
const ARABIC = 'ar fa ur'.split(' ');

/**
 * Legacy encodings of the Encoding Standard and code pages of DOS, with the languages that were written in them. Left out are those
 * that no files are met in (iso-8859-3, -10, -14, -16). The standard's `locales` of each encoding are the source of the languages; the
 * costs only order what the bytes do not tell apart.
 */
const LEGACY: readonly CandidateEncoding[] = [
  { encoding: 'windows-1252', cost: 0, languages: WESTERN },
  { encoding: 'windows-1250', cost: 1, languages: CENTRAL },
  { encoding: 'windows-1251', cost: 1, languages: CYRILLIC },
  { encoding: 'windows-1253', cost: 2, languages: ['el'] },
  { encoding: 'windows-1254', cost: 1, languages: ['tr'] },
  { encoding: 'windows-1255', cost: 2, languages: ['he'] },
  { encoding: 'windows-1256', cost: 2, languages: ARABIC },
  { encoding: 'windows-1257', cost: 2, languages: BALTIC },
  { encoding: 'windows-1258', cost: 2, languages: ['vi'] },
  { encoding: 'windows-874', cost: 2, languages: ['th'] },
  { encoding: 'shift_jis', cost: 1, languages: ['ja'] },
  { encoding: 'gb18030', cost: 1, languages: ['zh', 'zh-Hant'] },
  { encoding: 'big5', cost: 1, languages: ['zh-Hant'] },
  { encoding: 'euc-kr', cost: 1, languages: ['ko'] },
  { encoding: 'euc-jp', cost: 3, languages: ['ja'] },
  { encoding: 'koi8-r', cost: 2, languages: ['ru'] },
  { encoding: 'koi8-u', cost: 3, languages: ['uk', 'be'] },
  { encoding: 'iso-8859-2', cost: 2, languages: CENTRAL },
  { encoding: 'iso-8859-4', cost: 6, languages: BALTIC },
  { encoding: 'iso-8859-5', cost: 3, languages: CYRILLIC },
  { encoding: 'iso-8859-6', cost: 3, languages: ['ar'] },
  { encoding: 'iso-8859-7', cost: 2, languages: ['el'] },
  { encoding: 'iso-8859-8', cost: 3, languages: ['he'] },
  { encoding: 'iso-8859-13', cost: 3, languages: BALTIC },
  { encoding: 'iso-8859-15', cost: 3, languages: WESTERN.concat('et') },
  { encoding: 'macintosh', cost: 3, languages: WESTERN },
  { encoding: 'x-mac-cyrillic', cost: 5, languages: CYRILLIC },
  { encoding: 'ibm866', cost: 3, languages: CYRILLIC },
  { encoding: 'ibm850', cost: 7, languages: WESTERN },
  { encoding: 'ibm437', cost: 8, languages: WESTERN },
  { encoding: 'ibm852', cost: 7, languages: CENTRAL },
];

/** All languages of the tables. */
export const LANGUAGES: readonly string[] = [...new Set(LEGACY.flatMap(({ languages }) => languages))];

/** With UTF-8, for a text of which a byte is broken. */
export const ENCODINGS: readonly CandidateEncoding[] = [
  ...LEGACY,
  { encoding: 'utf-8', cost: 0, languages: LANGUAGES },
];

/** UTF-16 without a mark. */
export const UNMARKED_UTF_16: readonly CandidateEncoding[] = ['utf-16le', 'utf-16be'].map((encoding) => ({
  encoding,
  cost: 8,
  languages: LANGUAGES,
}));

/** Our tables of a language tag (BCP 47); empty for none, and for one without a table. */
export function tablesOf(tag: string): readonly string[] {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  if (language === 'zh')
    return rest.some((each) => ['hant', 'tw', 'hk', 'mo'].includes(each)) ? ['zh-Hant', 'zh'] : ['zh', 'zh-Hant'];
  if (language === 'nb' || language === 'nn') return ['no'];
  if (language === 'sr') return ['sr', 'hr'];
  if (language === 'bs') return ['hr', 'sr'];
  return LANGUAGES.includes(language) ? [language] : [];
}
