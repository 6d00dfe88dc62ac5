import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { readJson } from './link-tree.js';
import { BILL_VERSION } from './software-bill.js';

/** The published schemas, as the library of CycloneDX brings them. */
const SCHEMAS = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
);

let validate: ValidateFunction | undefined;

/** @returns what is wrong with a bill of materials by the schema of CycloneDX; empty when it is valid */
export function billMistakes(bill: unknown): string[] {
  validate ??= compile();
  if (validate(bill)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath}: ${message}`);
}

function compile(): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // The bill refers to them by the names of their files, which are not their own names.
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json']) {
    ajv.addSchema({ ...(readJson(join(SCHEMAS, name)) as object), $id: `http://cyclonedx.org/schema/${name}` });
  }
  return ajv.compile(readJson(join(SCHEMAS, `bom-${BILL_VERSION}.SNAPSHOT.schema.json`)) as object);
}
