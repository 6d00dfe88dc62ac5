export {
  defuseText,
  DOCUMENT_RULES,
  Fence,
  FENCED_TEXT_RULES,
  type FenceIds,
  neutraliseText,
  PICTURE_RULES,
  restoreText,
  withoutHiddenText,
} from './fence.js';
export { fairShare, trimText } from './trim-text.js';
