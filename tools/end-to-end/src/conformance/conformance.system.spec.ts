import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListeningServer } from '@arbiter/platform';
import { parse } from 'yaml';
import { z } from 'zod';
import { REVISIONS } from '../mcp-clients.js';
import { sharedStandalone } from '../shared/shared-standalone.js';
import { noSuite, requiredScenarios, runSuite } from './run-suite.js';
import { serveFixtures } from './serve-fixtures.js';

/** What does not apply to the product, by revision: its reason and the scenarios. */
const Baseline = z.record(z.string(), z.array(z.strictObject({ because: z.string(), scenarios: z.array(z.string()) })));

const reason = noSuite();
if (reason !== null) {
  describe('the official conformance suite', () => {
    it.skip(`is not run: ${reason}`, () => undefined);
  });
} else {
  describe.each(REVISIONS)('the official conformance suite of %s', (revision) => {
    let folder: string;
    let fixtures: ListeningServer;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'arbiter-conformance-'));
      fixtures = await serveFixtures();
    });
    afterAll(async () => {
      await fixtures.close(0);
      await rm(folder, { recursive: true, force: true });
    });

    it('passes every required scenario with its fixtures behind the transport of Arbiter', async () => {
      const { passed, checks, output } = await runSuite(`${fixtures.url}/mcp`, revision, folder);
      if (process.env.CONFORMANCE_OUTPUT === 'true') process.stdout.write(output);
      const required = await requiredScenarios(revision);
      expect({ failed: required.filter((name) => passed.get(name) !== true), output }).toEqual({ failed: [], output });
      expect(checks.passed).toBeGreaterThan(required.length);
    });

    it('passes all that applies to the product', async () => {
      const { url } = await sharedStandalone();
      const { passed, output } = await runSuite(`${url}/mcp`, revision, folder);
      if (process.env.CONFORMANCE_OUTPUT === 'true') process.stdout.write(output);
      const file = await readFile(new URL('product-baseline.yaml', import.meta.url), 'utf8');
      const { [revision]: groups = [] } = Baseline.parse(parse(file));
      const left = groups.flatMap(({ scenarios }) => scenarios);
      const failed = (await requiredScenarios(revision)).filter((name) => passed.get(name) !== true);
      // A scenario that has come to pass leaves the file.
      expect({ failed: failed.sort(), output }).toEqual({ failed: left.sort(), output });
    });
  });
}
