import { createHash } from 'node:crypto';
import type { Pack } from '../domains/find-pack.js';
import { hashPack } from './hash-pack.js';

/** Digits of the content hash in a folder's name: enough to tell versions of a set apart. */
const HASH_DIGITS = 16;

/** Name of the folder of an evaluation's own store: the same documents are in the same store. */
export function storeName(name: string, contentHash: string): string {
  return `${name.replace(/[^\w.-]+/g, '-')}-${contentHash.slice(0, HASH_DIGITS)}`;
}

/**
 * Name of the store of a domain pack: its documents are known there by where they lie, so that the same pack in two
 * places has two.
 */
export async function packStoreName({ domain, folder }: Pack): Promise<string> {
  const content = await hashPack(folder);
  return storeName(domain, createHash('sha256').update(`${content}\0${folder}`).digest('hex'));
}
