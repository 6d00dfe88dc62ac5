import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { packFolder, packParts } from '@arbiter/testing/packs';
import { WORKSPACE } from '../installation.js';

/** A domain pack with the questions that may be looked at. */
export interface QuestionedPack {
  readonly domain: string;
  readonly folder: string;
  readonly collection: string;
  readonly questions: readonly { readonly id: string; readonly question: string }[];
}

/** Part of the sample domain's questions that figures are measured on elsewhere: never asked here. */
const KEPT_PART = 'test';

/**
 * A pack of the part `fit` of `tools/packs/parts.json`, or the sample domain with its training part.
 *
 * @throws ArbiterError INVALID_REQUEST for a pack of another part
 */
export async function openPack(domain: string): Promise<QuestionedPack> {
  const sample = domain === 'lantern-coast';
  if (!sample && !packParts().fit?.includes(domain))
    throw new ArbiterError('INVALID_REQUEST', `${domain} is no pack of the part "fit": its questions are kept.`);
  const folder = sample ? join(WORKSPACE.root, 'domains', domain) : packFolder(domain);
  const { vectorDatabase } = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as {
    readonly vectorDatabase: { readonly collections: readonly [string] };
  };
  const lines = (await readFile(join(folder, 'eval', 'questions.jsonl'), 'utf8')).trimEnd().split('\n');
  const questions = lines
    .map((line) => JSON.parse(line) as { readonly id: string; readonly question: string; readonly part?: string })
    .filter(({ part }) => !sample || part !== KEPT_PART);
  return { domain, folder, collection: vectorDatabase.collections[0], questions };
}

/** Paths of all files below a folder, in the order of their names. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}
