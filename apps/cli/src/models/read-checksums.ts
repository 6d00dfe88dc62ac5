import { InvalidArgumentError } from 'commander';

/** Of SHA-256 in hexadecimal, after the name of a file in a model folder. */
const CHECKSUM = /^(model\.onnx|tokenizer\.json|config\.json)=([0-9a-f]{64})$/i;

/** One more `FILE=HEX` of the command line, as commander collects them. */
export function readChecksum(
  given: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, file, sha256] = CHECKSUM.exec(given) ?? [];
  if (file === undefined || sha256 === undefined) {
    throw new InvalidArgumentError('It is like model.onnx=… with 64 hexadecimal digits.');
  }
  return { ...before, [file]: sha256.toLowerCase() };
}
