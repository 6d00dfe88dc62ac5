import { readText } from './read-file.js';

/** The id by which other files refer to a file, and the ids to which it refers. */
export interface References {
  readonly id: string;
  /** Ids of its game system and of the catalogues that it links to. */
  readonly targets: readonly string[];
}

const ROOT = /<(?:\w+:)?(?:catalogue|gameSystem)\b([^<>]*)>/;
const LINK = /<(?:\w+:)?catalogueLink\b([^<>]*)>/g;

/**
 * Finds the references of a file without reading all of it: a folder holds a hundred megabytes, and every file of it has
 * to be asked for its id.
 *
 * @throws ArbiterError INVALID_REQUEST for a file that cannot be read
 */
export function readReferences(bytes: Uint8Array, name: string): References {
  const { text } = readText(bytes, name);
  const root = ROOT.exec(text)?.[1] ?? '';
  const links = [...text.matchAll(LINK)].map(([, attributes = '']) => attributeOf(attributes, 'targetId'));
  const targets = [attributeOf(root, 'gameSystemId'), ...links].filter((id) => id !== '');
  return { id: attributeOf(root, 'id'), targets };
}

function attributeOf(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return decodeXmlAttribute(found?.[1] ?? found?.[2] ?? '');
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The value of an attribute as it was written, its five entities of XML replaced. */
export function decodeXmlAttribute(raw: string): string {
  return raw.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => PREDEFINED[name] ?? whole);
}
