import {
  type KnownEntity,
  type Relation,
  type Tie,
  isSameRelationType,
  readTie,
  relationTypeOf,
} from '@arbiter/changelog';

/** Relations as they stand while a session is read. */
export class Ties {
  private readonly relations: Relation[];
  private readonly gone = new Set<string>();

  constructor(
    relations: readonly Relation[],
    private readonly types: readonly string[],
  ) {
    this.relations = [...relations];
  }

  /** Relations of one kind in which the anchor or the dependent is given. */
  find(
    tie: Tie,
    { anchor, dependent }: { readonly anchor?: KnownEntity; readonly dependent?: KnownEntity },
  ): readonly Relation[] {
    return this.relations.filter((relation) => {
      const read = readTie(relation.type);
      if (read?.tie !== tie) return false;
      const [anchorId, dependentId] =
        read.anchor === 'to' ? [relation.to, relation.from] : [relation.from, relation.to];
      return (!anchor || anchor.id === anchorId) && (!dependent || dependent.id === dependentId);
    });
  }

  between(a: KnownEntity, b: KnownEntity): readonly Relation[] {
    return this.relations.filter(({ from, to }) => (from === a.id && to === b.id) || (from === b.id && to === a.id));
  }

  /** The pack's word for a relation type, where it has one of the same kind with the same direction. */
  typeFor(type: string, fallback?: Relation): string {
    const wanted = relationTypeOf(type);
    if (fallback) return fallback.type;
    const tie = readTie(wanted);
    const isAlike = (one: string): boolean => {
      const other = readTie(one);
      return tie !== null && other?.tie === tie.tie && other.anchor === tie.anchor;
    };
    return this.types.find((one) => isSameRelationType(one, wanted)) ?? this.types.find(isAlike) ?? wanted;
  }

  /** Somebody holds no office any more: what they led is without a leader. */
  vacate({ id }: KnownEntity): void {
    this.gone.add(id);
  }

  /** What has lost its leader in this session. */
  get vacant(): readonly Relation[] {
    return this.relations.filter(
      ({ type, from, to }) => readTie(type)?.tie === 'lead' && (this.gone.has(from) || this.gone.has(to)),
    );
  }

  add(relation: Relation): void {
    this.relations.push(relation);
  }

  remove(relation: Relation): void {
    const at = this.relations.indexOf(relation);
    if (at >= 0) this.relations.splice(at, 1);
  }
}
