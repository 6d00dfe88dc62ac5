import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { isForDevelopmentOnly } from '../workspace-packages.mjs';
import { TEST_LAYERS } from './boundaries.js';
import { readImports, readImpurities, type ModuleImport } from './read-imports.js';
import { isTestFile, isTestingEntry, layerOf, packageNameOf, scopeOf } from './workspace-model.js';
import type { Layers, RuleName, Scopes, SourceFile, Violation, WorkspacePackage } from './workspace-model.js';

interface VendorRule {
  readonly packages: RegExp;
  readonly layers: readonly string[];
  /** Packages outside of these layers that may, too. */
  readonly except?: readonly string[];
}

/** SDKs and where they may be imported, tests included: whoever needs one elsewhere needs a port. */
export const VENDOR_RULES: readonly VendorRule[] = [
  {
    packages:
      /^(@lancedb\/|apache-arrow$|onnxruntime-|@huggingface\/|pdfjs-dist$|@embedpdf\/|@cornerstonejs\/|parse5|@qdrant\/|@elastic\/|ollama$|@anthropic-ai\/|openai$|lmdb$|yauzl$)/,
    layers: ['adapter'],
    // A browser draws PDFs by itself, and the official client asks our own server in tests.
    except: ['@arbiter/console', '@arbiter/end-to-end'],
  },
  // Our own documents are checked with the parser that reads those of users.
  // Nor do pages read Markdown by rules of their own.
  { packages: /^(mdast|micromark)/, layers: ['adapter', 'tool'], except: ['@arbiter/console'] },
  { packages: /^tar-stream$/, layers: ['adapter', 'testing'] },
  { packages: /^nats$/, layers: ['messaging', 'testing', 'tool'], except: ['@arbiter/adapters-nats-jetstream'] },
  { packages: /^@modelcontextprotocol\//, layers: ['door', 'bot', 'tool'] },
  { packages: /^discord/, layers: ['tool'], except: ['@arbiter/discord-bot'] },
  { packages: /^@slack\//, layers: ['tool'], except: ['@arbiter/slack-bot'] },
  { packages: /^@nestjs\//, layers: ['arm', 'composition', 'messaging', 'platform'] },
];

/** Packages that another one loads by name and does not bring along: its peers. */
const LOADED_BY: Readonly<Record<string, string>> = {
  '@nestjs/microservices': '@nestjs/core',
  'reflect-metadata': '@nestjs/core',
};

export interface LayeringInput {
  readonly packages: readonly WorkspacePackage[];
  readonly layers: Layers;
  readonly scopes: Scopes;
  /** Packages that the root's package.json provides to the tests of all packages. */
  readonly sharedDevDependencies: readonly string[];
}

interface FileImport extends ModuleImport {
  readonly file: SourceFile;
  /** Undefined for relative and built-in modules. */
  readonly target: string | undefined;
}

/** Everything in which a workspace departs from its own rules, by package. Empty when all is well. */
export function checkLayering(input: LayeringInput): Violation[] {
  const { packages } = input;
  const byName = new Map(packages.map((each) => [each.name, each]));
  return [...packages.flatMap((each) => new PackageCheck(each, byName, input).violations()), ...cyclesOf(packages)];
}

class PackageCheck {
  private readonly imports: readonly FileImport[];
  private readonly layer: string | undefined;

  constructor(
    private readonly subject: WorkspacePackage,
    private readonly byName: ReadonlyMap<string, WorkspacePackage>,
    private readonly rules: Omit<LayeringInput, 'packages'>,
  ) {
    this.layer = layerOf(subject);
    this.imports = subject.files.flatMap((file) =>
      readImports(file.path, file.text).map((each) => ({
        ...each,
        file,
        target: isBuiltin(each.specifier) ? undefined : packageNameOf(each.specifier),
      })),
    );
  }

  violations(): Violation[] {
    return [
      ...this.tags(),
      ...this.imports.flatMap((each) => [
        ...this.boundary(each),
        ...this.layering(each),
        ...this.declared(each),
        ...this.vendor(each),
      ]),
      ...this.unused(),
      ...this.forProduction(),
      ...(this.layer === 'core' ? this.purity() : []),
      ...(this.layer === 'contract' ? this.contract() : []),
    ];
  }

  private tags(): Violation[] {
    const { tags } = this.subject;
    const count = (prefix: string) => tags.filter((tag) => tag.startsWith(prefix)).length;
    const good =
      count('layer:') === 1 &&
      count('scope:') === 1 &&
      (this.layer ?? '') in this.rules.layers &&
      (scopeOf(this.subject) ?? '') in this.rules.scopes;
    return good ? [] : [this.violation('one layer and one scope tag', 'package.json', `tags are [${tags.join(', ')}]`)];
  }

  private boundary(each: FileImport): Violation[] {
    const isRelative = each.specifier.startsWith('.');
    if (!isRelative && !/^(?:[/\\]|file:)/.test(each.specifier)) return [];
    // From the root of the workspace: a package may lie within another one, as the tools of a domain do.
    const resolved = posix.join(this.subject.directory, posix.dirname(each.file.path), each.specifier);
    if (isRelative && this.packageAt(resolved) === this.subject) return [];
    return [this.at('no import past a package boundary', each, `imports ${each.specifier}`)];
  }

  /** The innermost package that holds a path. */
  private packageAt(path: string): WorkspacePackage | undefined {
    const around = [...this.byName.values()].filter(({ directory }) => `${path}/`.startsWith(`${directory}/`));
    return around.sort((a, b) => b.directory.length - a.directory.length)[0];
  }

  private layering(each: FileImport): Violation[] {
    const target = each.target === undefined ? undefined : this.byName.get(each.target);
    if (!target) {
      const missing = each.target?.startsWith('@arbiter/') === true;
      return missing ? [this.at('layers', each, `${each.specifier} is no package of the workspace`)] : [];
    }
    if (target === this.subject) return [this.at('layers', each, 'imports itself by name')];
    const allowed = [
      ...(this.rules.layers[this.layer ?? ''] ?? []),
      ...(isTestFile(each.file.path) ? TEST_LAYERS : []),
    ];
    const layer = layerOf(target) ?? 'untagged';
    if (!allowed.includes(layer)) {
      return [this.at('layers', each, `${this.layer ?? 'untagged'} must not import ${layer} (${target.name})`)];
    }
    const scope = scopeOf(this.subject) ?? 'untagged';
    const other = scopeOf(target) ?? 'untagged';
    if (this.rules.scopes[scope]?.includes(other)) return [];
    return [this.at('scopes', each, `${scope} must not import ${other} (${target.name})`)];
  }

  private declared(each: FileImport): Violation[] {
    const { dependencies, devDependencies } = this.subject;
    const { target } = each;
    if (target === undefined || dependencies.includes(target) || target === this.subject.name) return [];
    const development = [...devDependencies, ...this.rules.sharedDevDependencies];
    const forDevelopment = this.isForDevelopment(each.file.path);
    if (forDevelopment && development.includes(target)) return [];
    // Types are gone when the package runs; those of @types are enough.
    if (each.typeOnly && [...dependencies, ...development].includes(`@types/${target}`)) return [];
    const list = forDevelopment ? 'devDependencies' : 'dependencies';
    return [this.at('declared dependencies', each, `${target} is not in ${list}`)];
  }

  /** An installation for production has the dependencies of all packages of a workspace, whether or not anything runs them. */
  private forProduction(): Violation[] {
    if (!isForDevelopmentOnly(this.subject.tags)) return [];
    return this.subject.dependencies.map((name) =>
      this.violation('nothing for production', 'package.json', `${name} belongs in devDependencies`),
    );
  }

  private isForDevelopment(path: string): boolean {
    const isBuildFile = path === 'vite.config.ts';
    return isForDevelopmentOnly(this.subject.tags) || isBuildFile || isTestFile(path) || isTestingEntry(path);
  }

  private unused(): Violation[] {
    const { dependencies, devDependencies, tags } = this.subject;
    const imported = (isCounted: (path: string) => boolean) =>
      new Set(this.imports.filter(({ file }) => isCounted(file.path)).map(({ target }) => target));
    const anywhere = imported(() => true);
    const inProduction = isForDevelopmentOnly(tags) ? anywhere : imported((path) => !this.isForDevelopment(path));
    return [
      ...dependencies.filter((name) => !isUsed(name, inProduction)),
      ...devDependencies.filter((name) => !isUsed(name, anywhere)),
    ].map((name) => this.violation('used dependencies', 'package.json', `${name} is never imported`));
  }

  private vendor(each: FileImport): Violation[] {
    const { target } = each;
    const rule = target === undefined ? undefined : VENDOR_RULES.find(({ packages }) => packages.test(target));
    if (!rule || rule.layers.includes(this.layer ?? '') || rule.except?.includes(this.subject.name)) return [];
    return [this.at('vendor SDKs', each, `${target ?? ''} belongs in ${rule.layers.join(', ')}`)];
  }

  private purity(): Violation[] {
    const sources = this.subject.files.filter(({ path }) => !isTestFile(path));
    const reads = sources.flatMap((file) =>
      readImpurities(file.path, file.text).map(({ what, line }) =>
        this.violation('pure core', `${file.path}:${line}`, `reads ${what}`),
      ),
    );
    const modules = this.imports
      .filter(({ file, specifier }) => !isTestFile(file.path) && isBuiltin(specifier))
      .map((each) => this.at('pure core', each, `imports ${each.specifier}`));
    return [...reads, ...modules];
  }

  private contract(): Violation[] {
    // What tests read of a contract may be in files.
    const isFree = ({ file: { path }, specifier }: FileImport): boolean =>
      isTestFile(path) || (isTestingEntry(path) && isBuiltin(specifier));
    return this.imports
      .filter((each) => !isFree(each) && !each.specifier.startsWith('.') && each.target !== 'zod')
      .map((each) => this.at('contract imports zod only', each, `imports ${each.specifier}`));
  }

  private at(rule: RuleName, { file, line }: FileImport, what: string): Violation {
    return this.violation(rule, `${file.path}:${line}`, what);
  }

  private violation(rule: RuleName, where: string, what: string): Violation {
    return { rule, package: this.subject.name, where, what };
  }
}

/** A package is used when it is imported, types when what they describe is. */
function isUsed(name: string, imported: ReadonlySet<string | undefined>): boolean {
  const needs = name.startsWith('@types/') ? name.slice('@types/'.length).replace('__', '/') : LOADED_BY[name];
  return imported.has(name) || (needs !== undefined && imported.has(needs));
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** Those of development count: a package whose specs need one that is built from it cannot be tested before it is changed. */
function dependenciesOf(one: WorkspacePackage | undefined): readonly string[] {
  return one ? [...one.dependencies, ...one.devDependencies] : [];
}

/** Packages that depend on themselves by way of others, each cycle once, at its first package by name. */
function cyclesOf(packages: readonly WorkspacePackage[]): Violation[] {
  const byName = new Map(packages.map((each) => [each.name, each]));
  const found: Violation[] = [];
  for (const { name: start } of packages) {
    const visited = new Set<string>();
    const search = (path: readonly string[]): readonly string[] | undefined => {
      for (const next of dependenciesOf(byName.get(path.at(-1) ?? ''))) {
        if (next === start) return path;
        if (next < start || visited.has(next) || !byName.has(next)) continue;
        visited.add(next);
        const cycle = search([...path, next]);
        if (cycle) return cycle;
      }
      return undefined;
    };
    const cycle = search([start]);
    if (cycle)
      found.push({ rule: 'acyclic', package: start, where: 'package.json', what: [...cycle, start].join(' -> ') });
  }
  return found;
}
