import type { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { singleLine, unusedNames } from '@arbiter/adapter-kit/documents';
import { decodeXml, type DescribedDocument, readDublinCore, readXml } from '../read-xml.js';
import type { ZipContainer } from '../zip-container.js';
import { childrenOf, readXmlTree, type XmlNode } from './xml-tree.js';

/** A part that another one refers to (ECMA-376 part 2, "Relationships"). */
export interface Relation {
  readonly id: string;
  /** The last segment of its type, such as "notesSlide". */
  readonly type: string;
  /** Path in the package. */
  readonly path: string;
}

/** @returns the tree of a part; null if there is none, or it cannot be unpacked */
export async function readPart(container: ZipContainer, path: string): Promise<XmlNode | null> {
  const bytes = await container.readIfWhole(path);
  return bytes ? readXmlTree(decodeXml(bytes)).root : null;
}

export async function relationsOf(container: ZipContainer, path: string): Promise<Relation[]> {
  const at = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, at);
  const part = await readPart(container, `${folder}_rels/${path.slice(at)}.rels`);
  const relations = part ? childrenOf(part).flatMap(childrenOf) : [];
  return relations
    .filter(({ attributes }) => attributes.TargetMode !== 'External')
    .map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
      id: Id,
      type: Type.slice(Type.lastIndexOf('/') + 1),
      path: resolvePath(folder, Target),
    }));
}

/** Title, author and dates of a package of Office. */
export async function describePackage(container: ZipContainer): Promise<DescribedDocument> {
  const core = await container.readIfWhole('docProps/core.xml');
  return core ? readDublinCore(readXml(decodeXml(core))) : { title: '', metadata: {} };
}

/** Writes each row with the names of its columns, so that it can be quoted alone. @param head empty for a table without names */
export function writeRows(
  builder: ParsedDocumentBuilder,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  builder.append('table_row', unusedNames(head, rows));
  for (const row of rows) {
    const cells = row.map((cell, index) => {
      const name = singleLine(head[index] ?? '');
      const value = singleLine(cell);
      return value === '' || name === '' ? value : `${name}: ${value}`;
    });
    builder.append('table_row', cells.filter((cell) => cell !== '').join('; '));
  }
}

function resolvePath(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const segments: string[] = [];
  for (const segment of `${folder}${target}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
