import { counted } from '@arbiter/contracts';
/** Different names that a warning lists. */
const MAX_NAMES = 5;
const MAX_NAME = 100;

/** What can be lost of a document, as one and as several are called. */
const KINDS = {
  object: ['embedded object', 'embedded objects'],
  formula: ['formula in an old format', 'formulas in an old format'],
  nested: ['text box or formula nested too deep', 'text boxes or formulas nested too deep'],
  picture: ['picture without a description', 'pictures without a description'],
  chart: ['chart', 'charts'],
  diagram: ['diagram', 'diagrams'],
  insert: ['inserted document', 'inserted documents'],
  symbol: ['symbol of a special font', 'symbols of a special font'],
} as const;

/** What is not shown to readers, or is not the document's own text. */
const UNSHOWN = {
  deleted: ['passage that was deleted under revision', 'passages that were deleted under revision'],
  hidden: ['hidden passage', 'hidden passages'],
  covered: ['text in a cell that another one covers', 'texts in cells that others cover'],
  comment: ['comment', 'comments'],
  prompt: ['message on what a cell accepts', 'messages on what cells accept'],
  formula_only: ['formula without a stored result', 'formulas without stored results'],
} as const;

export type Loss = keyof typeof KINDS | keyof typeof UNSHOWN;

/** What of a document could not be read, counted by its kind. */
export class Losses {
  private readonly counts = new Map<Loss, { count: number; readonly names: Set<string> }>();

  /** @param name which one, where that tells a reader more than its kind does */
  add(kind: Loss, name = '', count = 1): void {
    if (count === 0) return;
    const loss = this.counts.get(kind) ?? { count: 0, names: new Set<string>() };
    this.counts.set(kind, loss);
    loss.count += count;
    if (name !== '' && loss.names.size < MAX_NAMES) loss.names.add(name.slice(0, MAX_NAME));
  }

  /** A sentence for each kind: "2 embedded objects (Excel.Sheet.12) could not be read and were left out." */
  sentences(): string[] {
    return [...this.counts].map(([kind, { count, names }]) => {
      const isUnshown = kind in UNSHOWN;
      const [one, several] = { ...KINDS, ...UNSHOWN }[kind];
      const which = names.size === 0 ? '' : ` (${[...names].join(', ')})`;
      return `${counted(count, one, several)}${which} ${isUnshown ? '' : 'could not be read and '}${count === 1 ? 'was' : 'were'} left out.`;
    });
  }
}
