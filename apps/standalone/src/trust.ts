/** An entry of its own: to trust a folder, nothing of it need be opened. */
export { TrustedFolders } from '@arbiter/platform';
