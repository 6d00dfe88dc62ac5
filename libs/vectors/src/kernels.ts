import { KERNELS } from './kernels.wasm.js';

/** Numbers in a block of the kernels: rows are padded with zeros to whole ones. */
const BLOCK = 8;
export const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;

/** See kernels/kernels.wat. Addresses and sizes are bytes. */
interface KernelFunctions {
  readonly memory: WebAssembly.Memory;
  readonly dots: (query: number, rows: number, count: number, rowBytes: number, out: number) => void;
}

/** The kernels over a memory of their own. */
export type Kernels = Omit<KernelFunctions, 'memory'> & {
  /** Makes room for so many bytes; what was there stays, views of it do not. */
  reserve(bytes: number): void;
  floats(address: number, length: number): Float32Array;
};

let compiled: WebAssembly.Module | undefined;

/** @throws RangeError when the memory cannot be had */
export function openKernels(): Kernels {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNELS, 'base64'));
  const { exports } = new WebAssembly.Instance(compiled);
  // `KernelFunctions` declares the exports of the module, as documented beside its source.
  const { memory, dots } = exports as unknown as KernelFunctions;
  return {
    dots,
    reserve(bytes) {
      const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES);
      if (missing > 0) memory.grow(missing);
    },
    floats: (address, length) => new Float32Array(memory.buffer, address, length),
  };
}

/** Numbers of a row with its padding. */
export function paddedLength(dimensions: number): number {
  return Math.ceil(dimensions / BLOCK) * BLOCK;
}
