/** An entry of its own: to look at a pack, no arm need be loaded. */
export { inspectDomainPack, type PackFinding, type PackInspection } from '@arbiter/adapters-filesystem';
