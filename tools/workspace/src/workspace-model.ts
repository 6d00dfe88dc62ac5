/** A package of the workspace as the rules see it: what it says of itself and what its files say. */
export interface WorkspacePackage {
  readonly name: string;
  /** Relative to the root. */
  readonly directory: string;
  readonly tags: readonly string[];
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  readonly files: readonly SourceFile[];
}

export interface SourceFile {
  /** Relative to the package. */
  readonly path: string;
  readonly text: string;
}

/** Which layers each layer may import. */
export type Layers = Readonly<Record<string, readonly string[]>>;
/** Which scopes each scope may import. */
export type Scopes = Readonly<Record<string, readonly string[]>>;

export interface Violation {
  readonly rule: RuleName;
  readonly package: string;
  /** `src/search.ts:3`; the manifest where no line is at fault. */
  readonly where: string;
  readonly what: string;
}

export type RuleName =
  | 'one layer and one scope tag'
  | 'layers'
  | 'scopes'
  | 'no import past a package boundary'
  | 'declared dependencies'
  | 'used dependencies'
  | 'nothing for production'
  | 'vendor SDKs'
  | 'pure core'
  | 'contract imports zod only'
  | 'acyclic';

export function layerOf({ tags }: WorkspacePackage): string | undefined {
  return tags.find((tag) => tag.startsWith('layer:'))?.slice('layer:'.length);
}

export function scopeOf({ tags }: WorkspacePackage): string | undefined {
  return tags.find((tag) => tag.startsWith('scope:'))?.slice('scope:'.length);
}

/** Specs and their fixtures: what a build leaves out. */
export function isTestFile(path: string): boolean {
  return path.endsWith('.spec.ts') || path.startsWith('test/');
}

/** Suites and fakes that a package hands to the tests of others; no program that runs in production imports them. */
export function isTestingEntry(path: string): boolean {
  return path.startsWith('src/testing/');
}

/** `@scope/name/deep/file` -> `@scope/name`; undefined for relative, absolute and built-in modules. */
export function packageNameOf(specifier: string): string | undefined {
  if (/^[./]|^node:|^[a-z]+:/.test(specifier)) return undefined;
  const [first, second] = specifier.split('/');
  return first?.startsWith('@') ? `${first}/${second ?? ''}` : first;
}
