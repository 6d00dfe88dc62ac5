export { describeFrozenFormat, type FrozenFormat } from './describe-frozen-format.js';
export { layoutOfBytes, layoutOfValue } from './layout.js';
