export { describeFrozenFormat, type FrozenFormat } from './describe-frozen-format.js';
export { type JsonSchemaSource, layoutOfBytes, layoutOfValue } from './layout.js';
