/** What is read of the library's document tree; it has no types of its own. */
interface DocxNode {
  readonly type: string;
  readonly children?: readonly DocxNode[];
  readonly value?: string;
  readonly isBold?: boolean;
  readonly isHeader?: boolean;
}

/** Longer cells are texts, not names of columns. */
const MAX_NAME = 80;
/** In a table of fewer columns the first row may as well be a first pair of name and value. */
const MIN_COLUMNS = 3;

/**
 * Marks the first row of a table as its head where the writer's program did not, which few people ask it to: a row of
 * different short texts without numbers that stands in bold over one that does not, or in a table of three columns or more.
 */
export function markTableHeads(node: DocxNode): DocxNode {
  if (!node.children) return node;
  const children = node.children.map(markTableHeads);
  const [first, second] = children;
  const unmarked = node.type === 'table' && !children.some(({ isHeader }) => isHeader === true);
  if (!unmarked || !first || !second || !isHead(first, second)) return { ...node, children };
  return { ...node, children: [{ ...first, isHeader: true }, ...children.slice(1)] };
}

function isHead(first: DocxNode, second: DocxNode): boolean {
  const cells = first.children ?? [];
  const names = cells.map((cell) => textOf(cell).trim());
  if (new Set(names).size !== names.length || cells.length !== second.children?.length) return false;
  if (names.some((name) => name === '' || name.length > MAX_NAME || /\d/.test(name))) return false;
  return cells.length >= MIN_COLUMNS || (cells.length > 1 && isBold(first) && !isBold(second));
}

/** Whether all of its text is bold. */
function isBold(node: DocxNode, inherited = false): boolean {
  const bold = inherited || node.isBold === true;
  if (node.type === 'text') return bold || (node.value ?? '').trim() === '';
  return (node.children ?? []).every((child) => isBold(child, bold));
}

function textOf(node: DocxNode): string {
  return node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(textOf).join('');
}
