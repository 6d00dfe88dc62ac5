import type { IngestionSource } from '@arbiter/contracts';

/** The name of a source in failures: short, for people. */
export function describeSource(source: IngestionSource): string {
  return source.kind === 'path' ? source.path : source.name;
}
