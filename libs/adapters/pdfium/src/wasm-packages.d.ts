/** What of WebAssembly is used here: its types come with those of browsers, which a package for Node does not have. */
declare namespace WebAssembly {
  type Module = object;
  function compile(bytes: Uint8Array): Promise<Module>;

  interface Instance {
    readonly exports: object;
  }
  const Instance: new (module: Module, imports: object) => Instance;
}

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs' {
  /** Its memory is the codec's own: what it returns holds until the next call. */
  interface JPEGEncoder {
    /** For the pixels, red, green, blue. */
    getDecodedBuffer(frame: {
      readonly width: number;
      readonly height: number;
      readonly bitsPerSample: 8;
      readonly componentCount: 3;
      readonly isSigned: false;
    }): Uint8Array;
    /** 1 to 100. */
    setQuality(quality: number): void;
    /** 0: colours as fine as brightness; 2: half as fine in both directions. */
    setSubSampling(subsampling: 0 | 1 | 2): void;
    setProgressive(progressive: boolean): void;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
    delete(): void;
  }
  interface Codec {
    readonly JPEGEncoder: new () => JPEGEncoder;
  }
  export default function createCodec(options: {
    readonly instantiateWasm: (imports: object, receive: (instance: WebAssembly.Instance) => void) => object;
  }): Promise<Codec>;
}
