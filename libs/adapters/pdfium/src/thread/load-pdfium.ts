import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

const MIB = 1_024 * 1_024;

/** The functions of PDFium, and its memory. Views of the memory hold until it grows: take them anew after each call. */
export interface Pdfium {
  readonly api: WrappedPdfiumModule;
  readonly bytes: () => Uint8Array;
  readonly floats: () => Float32Array;
  /** @throws RangeError when there is not so much */
  readonly allocate: (bytes: number) => number;
  readonly free: (address: number) => void;
  /** Whether it has asked for more memory than it may have. */
  readonly isExhausted: () => boolean;
}

/** What the package declares by types that it does not bring along. */
interface Heap {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  readonly wasmExports: { malloc(bytes: number): number; free(address: number): void };
}

interface Imports {
  readonly env: { emscripten_resize_heap: (bytes: number) => boolean | number };
}

/**
 * PDFium in a memory of its own. It has no JavaScript engine, and sees neither files nor network.
 *
 * @param memoryMib most memory, in MiB
 */
export async function loadPdfium(module: object, memoryMib: number): Promise<Pdfium> {
  let isExhausted = false;
  const instantiateWasm = (imports: Imports, receive: (instance: WebAssembly.Instance) => void): object => {
    const grow = imports.env.emscripten_resize_heap;
    imports.env.emscripten_resize_heap = (bytes) => {
      isExhausted ||= bytes >>> 0 > memoryMib * MIB;
      return isExhausted ? 0 : grow(bytes);
    };
    const instance = new WebAssembly.Instance(module, imports);
    receive(instance);
    return instance.exports;
  };
  const silent = (): void => undefined;
  const api = await init({ instantiateWasm, print: silent, printErr: silent });
  api.PDFiumExt_Init();
  const heap = api.pdfium as unknown as Heap;
  return {
    api,
    bytes: () => heap.HEAPU8,
    floats: () => heap.HEAPF32,
    allocate: (bytes) => {
      const address = heap.wasmExports.malloc(bytes);
      if (address === 0) throw new RangeError(`no memory for ${bytes} bytes`);
      return address;
    },
    free: (address) => heap.wasmExports.free(address),
    isExhausted: () => isExhausted,
  };
}
