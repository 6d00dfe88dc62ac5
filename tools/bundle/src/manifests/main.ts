import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.js';
import { programMissing } from '../programs/programs.js';
import { ALERTS, CHART_ALERTS, PLAIN_MANIFESTS, plainManifests } from './plain-manifests.js';

// A chart reads no file outside of itself.
copyFileSync(join(ROOT, ALERTS), join(ROOT, CHART_ALERTS));
const missing = programMissing('helm');
if (missing !== null) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
writeFileSync(join(ROOT, PLAIN_MANIFESTS), await plainManifests());
