import vm from 'node:vm';
import * as contracts from '@arbiter/contracts';
import * as toolSdk from '@arbiter/tool-sdk';
import typescript from '@swc/wasm-typescript';
import * as zod from 'zod';
import { checkDigest, importedFile, readModuleFile } from '../module-file.js';

/** Modules of one pack, imported ones included. */
const MAX_MODULES = 100;

/** What code of a pack may import besides modules of its own. */
const PROVIDED: Readonly<Record<string, object>> = {
  '@arbiter/contracts': contracts,
  '@arbiter/tool-sdk': toolSdk,
  zod,
};

/**
 * Compiles modules of a pack and what they import, into a context that has the language and a few plain interfaces: no
 * `process`, no `require`, no file, no network. That keeps honest code honest. It is no wall against malicious code,
 * which must not be allowed in the first place.
 */
export class ModuleLinker {
  private readonly context = vm.createContext({
    AbortController,
    AbortSignal,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    clearTimeout,
    // Digests only: what it calculates must not depend on chance.
    crypto: { subtle: crypto.subtle },
    setTimeout,
    structuredClone,
  });
  private readonly modules = new Map<string, Promise<vm.Module>>();

  /**
   * @param folder the pack's `tools/`: absolute, without links
   * @param digests of the files that may be compiled; any where it is absent
   */
  constructor(
    private readonly folder: string,
    private readonly digests?: Readonly<Record<string, string>>,
  ) {}

  /**
   * Compiled and linked, not run.
   *
   * @throws ArbiterError INVALID_REQUEST as `readModuleFile`, FORBIDDEN as `checkDigest`; SyntaxError for a file that is
   *   no module, or whose import does not exist
   */
  async link(file: string): Promise<vm.Module> {
    const module = await this.moduleOf(file);
    if (module.status === 'unlinked') {
      await module.link((specifier, importer) => this.resolve(specifier, importer.identifier));
    }
    return module;
  }

  private resolve(specifier: string, importer: string): Promise<vm.Module> {
    const provided = Object.hasOwn(PROVIDED, specifier) ? PROVIDED[specifier] : undefined;
    if (provided) return this.once(specifier, () => Promise.resolve(this.synthetic(specifier, provided)));
    if (specifier.startsWith('./') || specifier.startsWith('../'))
      return this.moduleOf(importedFile(importer, specifier));
    return Promise.reject(
      new SyntaxError(
        `"${specifier}" cannot be imported: a tool may use ${Object.keys(PROVIDED).join(', ')} and modules of its tools/.`,
      ),
    );
  }

  private moduleOf(file: string): Promise<vm.Module> {
    return this.once(file, async () => {
      const source = await readModuleFile(this.folder, file);
      checkDigest(source, file, this.digests);
      // Types are blanked out, so that lines and columns stay the same. In JavaScript it finds the place of an error.
      const code = stripTypes(source, file);
      return new vm.SourceTextModule(code, { identifier: file, context: this.context });
    });
  }

  private once(name: string, make: () => Promise<vm.Module>): Promise<vm.Module> {
    const known = this.modules.get(name);
    if (known) return known;
    if (this.modules.size >= MAX_MODULES)
      return Promise.reject(new SyntaxError(`there are more than ${MAX_MODULES} modules`));
    const made = make();
    this.modules.set(name, made);
    return made;
  }

  private synthetic(name: string, namespace: object): vm.Module {
    const module: vm.SyntheticModule = new vm.SyntheticModule(
      Object.keys(namespace),
      () => {
        for (const [key, value] of Object.entries(namespace)) module.setExport(key, value);
      },
      { identifier: name, context: this.context },
    );
    return module;
  }
}

/** @throws SyntaxError with the place, also for what is more than types, such as an enum */
function stripTypes(source: string, file: string): string {
  try {
    return typescript.transformSync(source, { mode: 'strip-only' }).code;
  } catch (thrown) {
    const { message, startLine } = thrown as { readonly message?: string; readonly startLine?: number };
    const error = new SyntaxError(message ?? 'This is no TypeScript.', { cause: thrown });
    // As the language names the places of its own syntax errors.
    error.stack = `${file}:${startLine ?? 1}\n${error.message}`;
    throw error;
  }
}
