export { Fence, type FenceIds } from './fence.js';
export { FENCED_TEXT_RULES } from './fence.prompt.js';
export { neutraliseText, restoreText, withoutHiddenText } from './neutralise-text.js';
export { fairShare } from './share-tokens.js';
export { trimText } from './trim-text.js';
