import type { ESTree } from 'rolldown/utils';
import { lineAt, literalText, visitSource } from './syntax-tree.js';

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
 *
 * @throws SyntaxError for a text that is no source
 */
export function readImports(fileName: string, text: string): ModuleImport[] {
  const found: ModuleImport[] = [];
  const add = (node: ESTree.Node | undefined | null, typeOnly = false) => {
    const specifier = literalText(node);
    if (node && specifier !== undefined) found.push({ specifier, line: lineAt(text, node.start), typeOnly });
  };
  visitSource(fileName, text, {
    ImportDeclaration: ({ source, importKind }) => add(source, importKind === 'type'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === 'type'),
    ExportNamedDeclaration: ({ source, exportKind }) => add(source, exportKind === 'type'),
    TSExternalModuleReference: ({ expression }) => add(expression),
    TSImportType: ({ source }) => add(source, true),
    ImportExpression: ({ source }) => add(source),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (loadsModule(callee)) add(first);
    },
  });
  return found;
}

function loadsModule(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'require';
  return callee.type === 'MemberExpression' && propertyOf(callee) === 'resolve' && resolvesModules(callee.object);
}

/** `import.meta` and `require`, not `path` or `Promise`. */
function resolvesModules(object: ESTree.Expression): boolean {
  return object.type === 'MetaProperty' || (object.type === 'Identifier' && object.name === 'require');
}

/** The `b` of `a.b`. */
function propertyOf(node: ESTree.MemberExpression): string | undefined {
  return !node.computed && node.property.type === 'Identifier' ? node.property.name : undefined;
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

/**
 * Where a source reads the clock or draws at random, called or handed on. `new Date(ms)` reads neither.
 *
 * @throws SyntaxError for a text that is no source
 */
export function readImpurities(fileName: string, text: string): ImpureRead[] {
  const found: ImpureRead[] = [];
  const add = (what: string, { start }: ESTree.Node) => found.push({ what, line: lineAt(text, start) });
  visitSource(fileName, text, {
    MemberExpression: (node) => {
      const object = text.slice(node.object.start, node.object.end).replace(/^globalThis\./, '');
      const what = `${object}.${propertyOf(node) ?? ''}`;
      if (IMPURE_CALLS.has(what)) add(what, node);
    },
    NewExpression: (node) => {
      if (isBareDate(node)) add('new Date()', node);
    },
    CallExpression: (node) => {
      if (isBareDate(node)) add('Date()', node);
    },
  });
  return found;
}

function isBareDate({ callee, arguments: given }: ESTree.NewExpression | ESTree.CallExpression): boolean {
  return callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0;
}
