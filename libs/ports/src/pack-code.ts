/** A tool of a pack that is code of its own. */
export interface PackToolModule {
  /** As `tools.custom` names it: `dice.ts#DiceTool`, or `dice.ts` for what is exported by default. */
  readonly entry: string;
  /** Relative to `tools/`, `/` between segments. */
  readonly file: string;
  readonly exportName: string;
}

/** The code that a domain pack brings along. It is looked at and run by nobody who was not told to. */
export interface PackCode {
  readonly domain: string;
  /** The folder `tools/` of the pack: absolute, without links. */
  readonly folder: string;
  readonly modules: readonly PackToolModule[];
  /** The sha256 of each file that may be compiled, in hexadecimal, by its path in `tools/`. Absent: any file may be. */
  readonly digests?: Readonly<Record<string, string>>;
}

const MODULE_ENTRY = /^([^#]+\.m?[jt]s)(?:#([A-Za-z_$][\w$]*))?$/;

/** What an entry of `tools.custom` names; null for the class of a tool that comes with Arbiter. */
export function toolModuleOf(entry: string): PackToolModule | null {
  const [, file, exportName = 'default'] = MODULE_ENTRY.exec(entry) ?? [];
  return file === undefined ? null : { entry, file: file.replace(/^\.\//, ''), exportName };
}
