import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RotatingJsonLines } from '@arbiter/adapters-filesystem';
import { validate } from '@arbiter/contracts';
import { describeFrozenFormat } from '@arbiter/testing/frozen';
import { decisionOfDetection, decisionOfValidation } from '../../src/decisions/decision.observer.js';
import { reportHallucinations } from '../../src/validation/report-hallucinations.js';
import { judged, sourceOf } from '../claim-support.js';
import { featureValidation } from '../service.js';

const FILE = 'decisions.jsonl';

// Nothing of ours reads decisions: people and their tools do, by these keys.
describeFrozenFormat('decisions', {
  home: new URL('decisions/', import.meta.url),
  async write(folder) {
    const log = new RotatingJsonLines({ path: join(folder, FILE), maxBytes: 1_000_000, keep: 1 });
    const context = { at: '2026-01-02T03:04:05.678Z', key: 'abc', cached: false, durationMs: 12, withText: true };
    const sources = [sourceOf('s', 'The lamp burns oil.')];
    const request = validate.input.parse({ query: 'What burns?', answer: 'The bishop sells fish.', sources });
    const result = await featureValidation().validate(request, AbortSignal.timeout(60_000));
    const supports = [judged('The bishop sells fish.', 'no_support')];
    const report = reportHallucinations({ supports, mode: 'features' }, []);
    await log.append(decisionOfValidation(request, result, context));
    await log.append(decisionOfDetection(report, 1, context));
  },
  async read(folder) {
    const lines = (await readFile(join(folder, FILE), 'utf8')).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as unknown);
  },
});
