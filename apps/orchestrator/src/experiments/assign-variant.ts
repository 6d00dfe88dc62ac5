import { createHash } from 'node:crypto';
import type { AssignedVariant, Experiment, RankingOverrides } from '@arbiter/contracts';

/** Whose answers belong together. The session comes first: people may share a key. */
export interface UnitKeys {
  readonly sessionId: string | null;
  /** Name of the API key, never the key. */
  readonly principal: string | null;
}

/** A request's part in an experiment. */
export interface Assignment {
  readonly assigned: AssignedVariant;
  /** See {@link unitOf}. */
  readonly unit: string;
  readonly overrides: RankingOverrides;
}

/** Hexadecimal digits of a hash that are kept: at a million units, two are the same with a probability of 3e-8. */
const UNIT_DIGITS = 16;
/** Hexadecimal digits of a hash that decide the variant: as many bits as a number holds exactly. */
const POINT_DIGITS = 13;

/**
 * A pseudonym of the session or the API key within one experiment: the beginning of a SHA-256 over both names.
 *
 * @returns null for a request with neither
 */
export function unitOf(experiment: string, { sessionId, principal }: UnitKeys): string | null {
  const key = sessionId !== null ? `session:${sessionId}` : principal !== null ? `key:${principal}` : null;
  return key === null ? null : hashOf(`unit\0${experiment}\0${key}`).slice(0, UNIT_DIGITS);
}

/**
 * Assigns a request to a variant: its unit is hashed to a point in 0–1, and the shares divide that range in their order. A
 * session or key gets the same variant at all times, in every process, as long as name and shares of the experiment stay.
 *
 * @returns null for a request with neither session nor key, and for what the shares leave over
 */
export function assignVariant(experiment: Experiment, keys: UnitKeys): Assignment | null {
  const unit = unitOf(experiment.name, keys);
  if (unit === null) return null;
  const point = Number.parseInt(hashOf(`point\0${unit}`).slice(0, POINT_DIGITS), 16) / 16 ** POINT_DIGITS;
  let end = 0;
  for (const { name, share, overrides } of experiment.variants) {
    end += share;
    if (point < end) return { assigned: { experiment: experiment.name, variant: name }, unit, overrides };
  }
  return null;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
