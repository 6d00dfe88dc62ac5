import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';

/** Titles that programs write for untitled documents: their own name, a file name, a path, "untitled". */
const JUNK_TITLES = [
  /^(?:microsoft (?:word|powerpoint|excel)|powerpoint presentation|word document|print|untitled|unknown|title|document\d*|slide \d+|\(anonymous\)|about:blank)\b/i,
  /\.(?:docx?|pptx?|xlsx?|odt|odp|rtf|txt|tex|dvi|ps|eps|indd|qxd|fm|pmd|html?|pdf|p65|wpd|cdr|ai|jpe?g|tiff?)$/i,
  /^(?:[a-z]:\\|\/|file:|https?:)/i,
  /^[\s\W\d_]*$/u,
];

/** `D:20260131120000+01'00'`, all but the year optional (ISO 32000-1, 7.9.4). */
const PDF_DATE = /^D:(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})?(\d{2})?)?(?:(Z)|([+-])(\d{2})'?(\d{2})?'?)?/;

const TEXT_FIELDS: Readonly<Record<string, string>> = {
  Author: 'author',
  Subject: 'subject',
  Keywords: 'keywords',
  Creator: 'creator',
  Producer: 'producer',
};
const DATE_FIELDS: Readonly<Record<string, string>> = { CreationDate: 'created', ModDate: 'modified' };

/** The title that a person gave: the first candidate that is none of a program's. Empty when there is none. */
export function chooseTitle(candidates: readonly unknown[]): string {
  for (const candidate of candidates) {
    const title = typeof candidate === 'string' ? tidy(candidate) : '';
    if (title !== '' && !JUNK_TITLES.some((junk) => junk.test(title))) return title;
  }
  return '';
}

/** Fields of the document information dictionary (ISO 32000-1, 14.3.3) under our names, dates as RFC 3339. */
export function readInformation(info: Readonly<Record<string, unknown>>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [key, name] of Object.entries(TEXT_FIELDS)) {
    const value = info[key];
    if (typeof value === 'string' && tidy(value) !== '') fields[name] = tidy(value);
  }
  for (const [key, name] of Object.entries(DATE_FIELDS)) {
    const value = info[key];
    const date = typeof value === 'string' ? pdfDate(value) : undefined;
    if (date !== undefined) fields[name] = date;
  }
  return fields;
}

function pdfDate(value: string): string | undefined {
  const parts = PDF_DATE.exec(value);
  if (!parts) return undefined;
  const [
    ,
    year = '',
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    ,
    sign,
    offsetHours = '00',
    offsetMinutes = '00',
  ] = parts;
  const zone = sign === undefined ? 'Z' : `${sign}${offsetHours}:${offsetMinutes}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function tidy(text: string): string {
  return singleLine(normalizeText(text));
}
