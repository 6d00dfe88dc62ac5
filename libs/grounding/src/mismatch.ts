/** Something that a claim says otherwise than a sentence near to it. */
export interface Mismatch {
  readonly kind:
    | 'number'
    | 'unit'
    | 'date'
    | 'name'
    | 'role'
    | 'negation'
    | 'comparative'
    | 'quantifier'
    | 'enumeration'
    | 'arithmetic'
    | 'antonym';
  /** One clause for people, without capital and full stop. */
  readonly message: string;
  /** The sentence lacks it and has nothing else in its place: the source may say so elsewhere. */
  readonly missing?: true;
}
