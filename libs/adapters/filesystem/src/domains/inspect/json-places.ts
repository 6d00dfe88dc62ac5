import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';

export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** Finds the lines of fields in a JSON text. */
export class JsonPlaces {
  private readonly root: Node | undefined;

  constructor(private readonly text: string) {
    this.root = parseTree(text);
  }

  /** Where a field stands, or the innermost of those around it that is there: a missing field belongs to its object. */
  placeOf(path: readonly PropertyKey[]): Place {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const segments = path.slice(0, depth).map((key) => (typeof key === 'number' ? key : String(key)));
      const node = this.root && findNodeAtLocation(this.root, segments);
      if (node) return this.at(node.parent?.type === 'property' ? node.parent.offset : node.offset);
    }
    return this.at(this.root?.offset ?? 0);
  }

  private at(offset: number): Place {
    const before = this.text.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
}
