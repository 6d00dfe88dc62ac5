/** A value with the name of its column, or the path of keys that leads to it ("address city"). */
export interface Field {
  /** Empty where the source has no name. */
  readonly name: string;
  /** As it was written; a number keeps its digits. Not empty. */
  readonly value: string;
}

/** A row of a table or an object of a list, without its empty values. */
export type TabularRecord = readonly Field[];

/** Names under which data sets keep what a record is called, the most telling first. */
const TITLE_NAMES = ['title', 'name', 'headline', 'heading', 'subject', 'label', 'term', 'question', 'id'];
/** Longer values are texts, not names. */
const MAX_TITLE = 120;

/** What a record is called; undefined when none of its fields says so. */
export function titleOf(record: TabularRecord): string | undefined {
  for (const wanted of TITLE_NAMES) {
    const field = record.find(({ name }) => name.toLowerCase() === wanted);
    if (field && field.value.length <= MAX_TITLE && /[\p{L}\p{N}]/u.test(field.value)) return field.value;
  }
  return undefined;
}

export function fieldText({ name, value }: Field): string {
  return name === '' ? value : `${name}: ${value}`;
}
