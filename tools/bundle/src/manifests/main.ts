import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.js';
import { programMissing } from '../programs/programs.js';
import { PLAIN_MANIFESTS, plainManifests } from './plain-manifests.js';

const missing = programMissing('helm');
if (missing !== null) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
writeFileSync(join(ROOT, PLAIN_MANIFESTS), await plainManifests());
