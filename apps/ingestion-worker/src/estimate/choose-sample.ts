/** What a sample is drawn from. */
export interface Sized {
  /** Bytes, as its source states them. */
  readonly size: number;
}

/** Documents of one format that are read: their mean is known to a tenth where documents differ by their mean. */
const MOST_DOCUMENTS = 100;
/** Bytes of one format that are read: some thousand pages of PDF, half a minute. */
const MOST_BYTES = 16 * 1_024 * 1_024;

/**
 * Members at even distances, as many as can be read quickly; all of them where they can. The same members give the same sample.
 *
 * @param members of one format, in the order of their listing, which keeps what is alike together
 * @returns at least one of a format that has some, however large it is
 */
export function chooseSample<M extends Sized>(members: readonly M[]): readonly M[] {
  const bytes = members.reduce((sum, { size }) => sum + size, 0);
  const byBytes = Math.floor((members.length * MOST_BYTES) / Math.max(1, bytes));
  const wanted = Math.max(1, Math.min(members.length, MOST_DOCUMENTS, byBytes));
  const step = members.length / wanted;
  // From the middle of each stretch: the first of a folder is often an index or a cover.
  return Array.from({ length: Math.min(wanted, members.length) }, (_, index) =>
    members.at(Math.floor((index + 0.5) * step)),
  ).filter((member) => member !== undefined);
}
