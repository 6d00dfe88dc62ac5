import type { IngestionSource } from '@arbiter/contracts';

/** The name of a source in failures: short, for people. */
export function describeSource(source: IngestionSource): string {
  switch (source.kind) {
    case 'path':
      return source.path;
    case 'git':
      return source.repository;
    case 'url':
    case 'site':
    case 'feed':
      return source.url;
    case 'inline':
      return source.name;
  }
}
