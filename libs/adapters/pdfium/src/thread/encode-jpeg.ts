import createCodec from '@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs';

/** Letters of a page stay sharp; 90 is half as large again. */
const QUALITY = 80;
/** Half as fine in both directions, as cameras do it: pages have few colours. */
const COARSE_COLOURS = 2;

/**
 * @param fill writes the pixels into what it is given: red, green, blue, rows from the top
 * @returns a JPEG file
 */
export type EncodeJpeg = (width: number, height: number, fill: (pixels: Uint8Array) => void) => Uint8Array;

/** libjpeg-turbo in a memory of its own. @param module compiled */
export async function loadJpegEncoder(module: object): Promise<EncodeJpeg> {
  const { JPEGEncoder } = await createCodec({
    instantiateWasm: (imports, receive) => {
      const instance = new WebAssembly.Instance(module, imports);
      receive(instance);
      return instance.exports;
    },
  });
  return (width, height, fill) => {
    const encoder = new JPEGEncoder();
    try {
      fill(encoder.getDecodedBuffer({ width, height, bitsPerSample: 8, componentCount: 3, isSigned: false }));
      encoder.setQuality(QUALITY);
      encoder.setSubSampling(COARSE_COLOURS);
      encoder.setProgressive(false);
      encoder.encode();
      return Uint8Array.from(encoder.getEncodedBuffer());
    } finally {
      encoder.delete();
    }
  };
}
