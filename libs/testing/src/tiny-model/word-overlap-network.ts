import { message, type Field } from './protobuf.js';

/** Element types of ONNX tensors (onnx.proto3, TensorProto.DataType). */
const FLOAT = 1;
const INT64 = 7;

/**
 * An ONNX network of a dozen operators with the inputs and outputs of a BERT cross-encoder. A logit of a pair is the
 * number of pairs of equal tokens, one of them in the first text and one in the second, times a factor.
 *
 * @param rows of the embedding, one for each token id: `one-hot` counts it, `zero` does not, `nan` spoils the logit
 * @param factors of the columns of the logits; a cross-encoder for ranking has one
 */
export function wordOverlapNetwork(
  rows: readonly ('one-hot' | 'zero' | 'nan')[],
  factors: readonly number[] = [1],
): Uint8Array {
  const size = rows.length;
  const embedding = new Float32Array(size * size);
  rows.forEach((row, id) => (embedding[id * size + id] = { 'one-hot': 1, zero: 0, nan: Number.NaN }[row]));
  const graph = message(
    node('Gather', ['embedding', 'input_ids'], 'embedded'),
    node('Cast', ['attention_mask'], 'mask', integer('to', FLOAT)),
    node('Cast', ['token_type_ids'], 'types', integer('to', FLOAT)),
    node('Mul', ['mask', 'types'], 'passage_mask'),
    node('Sub', ['mask', 'passage_mask'], 'query_mask'),
    node('Unsqueeze', ['query_mask', 'two'], 'query_tokens'),
    node('Unsqueeze', ['passage_mask', 'two'], 'passage_tokens'),
    node('Mul', ['embedded', 'query_tokens'], 'query_vectors'),
    node('Mul', ['embedded', 'passage_tokens'], 'passage_vectors'),
    node('ReduceSum', ['query_vectors', 'one'], 'query', integer('keepdims', 0)),
    node('ReduceSum', ['passage_vectors', 'one'], 'passage', integer('keepdims', 0)),
    node('Mul', ['query', 'passage'], 'products'),
    node('ReduceSum', ['products', 'one'], 'overlap', integer('keepdims', 1)),
    node('Mul', ['overlap', 'factors'], 'logits'),
    [2, 'word overlap'],
    tensor('embedding', FLOAT, [size, size], embedding),
    tensor('factors', FLOAT, [1, factors.length], Float32Array.from(factors)),
    tensor('one', INT64, [1], BigInt64Array.of(1n)),
    tensor('two', INT64, [1], BigInt64Array.of(2n)),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) => value(11, name, INT64)),
    value(12, 'logits', FLOAT),
  );
  const opset = message([1, ''], [2, 13]);
  return message([1, 8], [7, graph], [8, opset]);
}

function node(operator: string, inputs: readonly string[], output: string, attribute?: Uint8Array): Field {
  const fields: Field[] = [...inputs.map((input): Field => [1, input]), [2, output], [4, operator]];
  return [1, message(...fields, ...(attribute ? [[5, attribute] as const] : []))];
}

/** An attribute of type INT. */
function integer(name: string, value: number): Uint8Array {
  return message([1, name], [3, value], [20, 2]);
}

function tensor(name: string, type: number, shape: readonly number[], data: Float32Array | BigInt64Array): Field {
  const bytes = new Uint8Array(data.buffer);
  return [5, message(...shape.map((size): Field => [1, size]), [2, type], [8, name], [9, bytes])];
}

/** An input or output with two dimensions of any size. */
function value(field: number, name: string, type: number): Field {
  const shape = message([1, message([2, 'first'])], [1, message([2, name])]);
  return [field, message([1, name], [2, message([1, message([1, type], [2, shape])])])];
}
