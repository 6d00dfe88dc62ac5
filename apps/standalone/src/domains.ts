/** An entry of its own: to look at a pack, nothing need be opened. */
export type { PackFinding, PackInspection } from '@arbiter/adapters-filesystem';
export { inspectPack, type InspectSettings } from './inspect-pack.js';
