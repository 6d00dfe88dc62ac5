// The three tiers of specs, which their file names show. CONTRIBUTING.md ("Tests") says what belongs into which.
export const TIERS = ['logic', 'system', 'soak'];

const PATTERNS = {
  logic: '<rootDir>/**/!(*.system|*.soak).spec.ts',
  system: '<rootDir>/**/*.system.spec.ts',
  soak: '<rootDir>/**/*.soak.spec.ts',
};

/** @param {string} file @returns {'logic' | 'system' | 'soak'} */
export function tierOf(file) {
  return /\.(system|soak)\.spec\.ts$/.exec(file)?.[1] ?? 'logic';
}

/**
 * What jest runs (`testMatch`).
 *
 * @param {string} told tiers with commas between them; default: all
 * @throws Error for a tier that there is not
 */
export function specsOf(told = TIERS.join(',')) {
  const tiers = told.split(',');
  const unknown = tiers.find((tier) => !Object.hasOwn(PATTERNS, tier));
  if (unknown !== undefined)
    throw new Error(`ARBITER_TEST_TIER: there is no "${unknown}"; there are ${TIERS.join(', ')}.`);
  return tiers.map((tier) => PATTERNS[tier]);
}
