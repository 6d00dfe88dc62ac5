/** What of WebAssembly is used here: its types come with those of browsers, which a package for Node does not have. */
declare namespace WebAssembly {
  type Module = object;
  const Module: new (bytes: Uint8Array) => Module;

  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  const Instance: new (module: Module) => Instance;

  interface Memory {
    readonly buffer: ArrayBuffer;
    /** @throws RangeError when there is not so much */
    grow(pages: number): number;
  }
}
