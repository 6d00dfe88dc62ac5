import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import { elementsNamed, type XmlElement } from './read-xml.js';

/** Our names of the elements of the Dublin Core that both containers use, and of Word's own two. */
const FIELDS: Readonly<Record<string, string>> = {
  creator: 'author',
  subject: 'subject',
  keywords: 'keywords',
  description: 'description',
  publisher: 'publisher',
  language: 'lang',
  date: 'date',
  created: 'created',
  modified: 'modified',
};

export interface DescribedDocument {
  /** Empty when there is none. */
  readonly title: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What a container's description says: title, author, language, dates. Several of one kind are joined. */
export function readDublinCore(root: XmlElement): DescribedDocument {
  const valuesOf = (name: string): string[] =>
    elementsNamed(root, name)
      .map(({ text }) => singleLine(normalizeText(text)))
      .filter((text) => text !== '');
  const metadata: Record<string, string> = {};
  for (const [element, field] of Object.entries(FIELDS)) {
    const values = [...new Set(valuesOf(element))];
    if (values.length > 0) metadata[field] = values.join(', ');
  }
  return { title: valuesOf('title')[0] ?? '', metadata };
}
