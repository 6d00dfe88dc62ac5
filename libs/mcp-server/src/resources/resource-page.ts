import type { Resource } from '@modelcontextprotocol/server';

export const RESOURCES_PER_PAGE = 100;

/** A part of the list of one kind of resources. */
export interface ResourcePage<Place> {
  /** None where there is none of the kind, or no more. */
  readonly resources: Resource[];
  /** Where the next page begins; null with the last one. */
  readonly next: Place | null;
}
