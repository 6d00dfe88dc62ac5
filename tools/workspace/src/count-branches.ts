import type { ESTree } from 'rolldown/utils';
import { isTestFile, type WorkspacePackage } from './workspace-model.js';
import { lineAt, visitSource } from './syntax-tree.js';

/** A function of production code. */
export interface BranchingFunction {
  /** `libs/text/src/tokens.ts:12` */
  readonly place: string;
  /** decisions, without those of the functions in it */
  readonly branches: number;
}

const DECISIONS = [
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
  'ConditionalExpression',
  'LogicalExpression',
] as const;
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'] as const;

/**
 * The functions of apps, libraries and domains with their branches, most first. A branch is a decision after McCabe, "A Complexity
 * Measure" (1976): a condition, a loop, a case, a catch, an operand of `&&`, `||` or `??`. Optional chains and defaults are none: the
 * reader follows one path.
 */
export function countBranches(packages: readonly WorkspacePackage[]): BranchingFunction[] {
  const functions = packages
    .filter(({ directory }) => !directory.startsWith('tools'))
    .flatMap(({ directory, files }) =>
      files
        .filter(({ path }) => !isTestFile(path))
        .flatMap(({ path, text }) => functionsOf(`${directory}/${path}`, text)),
    );
  return functions.sort((one, other) => other.branches - one.branches || (one.place < other.place ? -1 : 1));
}

function functionsOf(path: string, text: string): BranchingFunction[] {
  const found: BranchingFunction[] = [];
  const open: number[] = [0];
  const decide = () => open.push((open.pop() ?? 0) + 1);
  const enter = () => open.push(0);
  const leave = ({ start }: ESTree.Node) =>
    found.push({ place: `${path}:${lineAt(text, start)}`, branches: open.pop() ?? 0 });
  visitSource(path, text, {
    ...Object.fromEntries(DECISIONS.map((type) => [type, decide])),
    ...Object.fromEntries(
      FUNCTIONS.flatMap((type) => [
        [type, enter],
        [`${type}:exit`, leave],
      ]),
    ),
    SwitchCase: ({ test }) => void (test && decide()),
    AssignmentExpression: ({ operator }) => void (/^(?:&&|\|\||\?\?)=$/.test(operator) && decide()),
  });
  return found;
}
