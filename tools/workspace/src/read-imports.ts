import ts from 'typescript';

/** One module that a file asks for. */
export interface ModuleImport {
  readonly specifier: string;
  /** From 1. */
  readonly line: number;
  /** Whether nothing of it is left when types are erased. */
  readonly typeOnly: boolean;
}

/**
 * Every module that a source asks for by a literal name: `import`, `export … from`, `import()`, `require()`, import types,
 * and `resolve()` of anything (`import.meta.resolve`, `require.resolve`), which reaches into a package all the same.
 */
export function readImports(fileName: string, text: string): ModuleImport[] {
  const source = parse(fileName, text);
  const found: ModuleImport[] = [];
  const add = (node: ts.Node | undefined, typeOnly = false) => {
    if (node && ts.isStringLiteralLike(node))
      found.push({ specifier: node.text, line: lineOf(source, node), typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isExternalModuleReference(node)) add(node.expression);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && loadsModule(node.expression)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function loadsModule(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  return ts.isPropertyAccessExpression(callee) && callee.name.text === 'resolve' && resolvesModules(callee.expression);
}

/** `import.meta` and `require`, not `path` or `Promise`. */
function resolvesModules(object: ts.Expression): boolean {
  return ts.isMetaProperty(object) || (ts.isIdentifier(object) && object.text === 'require');
}

/** Calls that a pure function must not make: clock and random numbers. */
const IMPURE_CALLS = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'process.hrtime',
]);

export interface ImpureRead {
  /** `Date.now`, `new Date()` */
  readonly what: string;
  readonly line: number;
}

/** Where a source reads the clock or draws at random, called or handed on. `new Date(ms)` reads neither. */
export function readImpurities(fileName: string, text: string): ImpureRead[] {
  const source = parse(fileName, text);
  const found: ImpureRead[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const what = `${withoutGlobal(node.expression.getText(source))}.${node.name.text}`;
      if (IMPURE_CALLS.has(what)) found.push({ what, line: lineOf(source, node) });
    } else if (isDate(node) && (node.arguments?.length ?? 0) === 0) {
      found.push({ what: ts.isNewExpression(node) ? 'new Date()' : 'Date()', line: lineOf(source, node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isDate(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'Date'
  );
}

function withoutGlobal(object: string): string {
  return object.replace(/^globalThis\./, '');
}

function parse(fileName: string, text: string): ts.SourceFile {
  return ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, false);
}

function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
