import { childrenNamed, readWordPart, type WordElement } from './word-xml.js';

/** A relation of one part to another (ECMA-376 part 2, 9.3). */
interface Relation {
  /** The last word of its type: `header`, `chart`, `styles`. */
  readonly type: string;
  /** Path in the archive; undefined for what lies outside of it. */
  readonly path: string | undefined;
}

/** The parts of a document, found by their paths and by the relations between them. */
export class WordParts {
  private readonly relations = new Map<string, ReadonlyMap<string, Relation>>();
  private readonly roots = new Map<string, WordElement | undefined>();

  constructor(readonly bytes: Readonly<Record<string, Uint8Array>>) {}

  /** Root of a part; undefined where there is none, or none that can be read. */
  root(path: string | undefined): WordElement | undefined {
    if (path === undefined) return undefined;
    if (!this.roots.has(path)) {
      const bytes = this.bytes[path];
      const part = bytes && readWordPart(bytes);
      this.roots.set(path, typeof part === 'object' ? part.root : undefined);
    }
    return this.roots.get(path);
  }

  /** Path of the part that a relation of `from` leads to. */
  related(from: string, id: string | undefined): string | undefined {
    return this.relationsOf(from).get(id ?? '')?.path;
  }

  /** Path of the first part of a type that `from` is related to, or of the one that bears the usual name. */
  ofType(from: string, type: string): string {
    for (const relation of this.relationsOf(from).values()) {
      if (relation.type === type && relation.path !== undefined && relation.path in this.bytes) return relation.path;
    }
    return `word/${type}.xml`;
  }

  private relationsOf(path: string): ReadonlyMap<string, Relation> {
    const known = this.relations.get(path);
    if (known) return known;
    const slash = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, slash);
    const relations = new Map<string, Relation>();
    const root = this.root(`${folder}_rels/${path.slice(slash)}.rels`);
    for (const { attributes } of childrenNamed(root, 'rel:Relationship')) {
      const { Id, Type = '', Target = '', TargetMode } = attributes;
      const target = TargetMode === 'External' ? undefined : resolve(folder, Target);
      if (Id !== undefined) relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: target });
    }
    this.relations.set(path, relations);
    return relations;
  }
}

function resolve(folder: string, target: string): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
