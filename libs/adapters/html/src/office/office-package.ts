import { type DescribedDocument, readDublinCore, readXml } from '../read-xml.js';
import type { ZipContainer } from '../zip-container.js';
import { childrenOf, type XmlNode } from './xml-tree.js';

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
  return bytes ? readXml(bytes) : null;
}

export async function relationsOf(container: ZipContainer, path: string): Promise<Relation[]> {
  const folder = folderOf(path);
  return (await relationNodes(container, path))
    .filter(({ attributes }) => attributes.TargetMode !== 'External')
    .map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
      id: Id,
      type: Type.slice(Type.lastIndexOf('/') + 1),
      path: resolvePath(folder, Target),
    }));
}

/** Where the links of a part lead out of the package, by the ids of their relations. */
export async function linksOf(container: ZipContainer, path: string): Promise<ReadonlyMap<string, string>> {
  const links = (await relationNodes(container, path)).filter(({ attributes }) => attributes.TargetMode === 'External');
  return new Map(links.map(({ attributes: { Id = '', Target = '' } }) => [Id, Target]));
}

async function relationNodes(container: ZipContainer, path: string): Promise<XmlNode[]> {
  const folder = folderOf(path);
  const part = await readPart(container, `${folder}_rels/${path.slice(folder.length)}.rels`);
  return part ? childrenOf(part).flatMap(childrenOf) : [];
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Title, author and dates of a package of Office. */
export async function describePackage(container: ZipContainer): Promise<DescribedDocument> {
  return readDublinCore(readXml(await container.readIfWhole('docProps/core.xml')));
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
