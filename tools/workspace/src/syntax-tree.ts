import { type ESTree, parseSync, Visitor, type VisitorObject } from 'rolldown/utils';

/**
 * Visits every node of a source, in the order in which they are written.
 *
 * @param fileName tells TypeScript from JavaScript
 * @throws SyntaxError for a text that is no source
 */
export function visitSource(fileName: string, text: string, visitor: VisitorObject): void {
  const { program, errors } = parseSync(fileName, text);
  const [error] = errors;
  if (error) throw new SyntaxError(`${fileName}: ${error.message}`);
  new Visitor(visitor).visit(program);
}

/** @returns the text of a string or of a template without holes, else undefined */
export function literalText(node: ESTree.Node | undefined | null): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** @returns from 1 */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
