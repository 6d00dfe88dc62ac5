export { packFolder, packNames, packParts } from './pack-folder.js';
