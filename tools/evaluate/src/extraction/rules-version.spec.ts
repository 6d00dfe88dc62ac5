import { createHash } from 'node:crypto';
import { extractCandidates, extractDocuments, RULES_VERSION } from '@arbiter/extraction';
import { packFolder } from '@arbiter/testing/packs';
import { expect, it } from '@jest/globals';
import { readPack } from './read-pack.js';

const PACKS = ['redmoor-hospital', 'millbeck-waterworks', 'larkfield-software', 'saltmere-ferries', 'ashen-march'];

/** What the rules of a version read in these packs, as a digest. */
const READ = { version: 3, digest: 'da49adb5b765603bd437f0c2dcdea1e6' };

it('the rules read documents as their version has read them: with other rules, raise RULES_VERSION and note the new digest here', async () => {
  const hash = createHash('sha256');
  for (const name of PACKS) {
    const { documents, schema } = await readPack(packFolder(name));
    for (const used of [schema, { entityTypes: [], relationTypes: [] }]) {
      hash.update(JSON.stringify(documents.map((document) => extractCandidates(document, used))));
      hash.update(JSON.stringify(extractDocuments(documents, used)));
    }
  }
  expect({ version: RULES_VERSION, digest: hash.digest('hex').slice(0, 32) }).toEqual(READ);
});
