import type {
  AnyEntry,
  Catalogue,
  CategoryEntry,
  CostType,
  ForceEntry,
  InfoGroup,
  Information,
  Profile,
  ProfileType,
  Publication,
  Rule,
} from '../model/catalogue.js';
import { childrenOf } from '../model/read-catalogue.js';

/** Anything that has an id to be referred to by. */
export type Referable =
  | { readonly kind: 'entry'; readonly node: AnyEntry }
  | { readonly kind: 'profile'; readonly node: Profile }
  | { readonly kind: 'rule'; readonly node: Rule }
  | { readonly kind: 'infoGroup'; readonly node: InfoGroup }
  | { readonly kind: 'category'; readonly node: CategoryEntry }
  | { readonly kind: 'force'; readonly node: ForceEntry }
  | { readonly kind: 'costType'; readonly node: CostType }
  | { readonly kind: 'profileType'; readonly node: ProfileType }
  | { readonly kind: 'publication'; readonly node: Publication }
  | { readonly kind: 'catalogue'; readonly node: Catalogue };

/** All that a catalogue holds and that can be referred to, outer nodes before inner ones. */
export function* walkCatalogue(catalogue: Catalogue): Generator<Referable> {
  yield { kind: 'catalogue', node: catalogue };
  for (const node of catalogue.publications) yield { kind: 'publication', node };
  for (const node of catalogue.costTypes) yield { kind: 'costType', node };
  for (const node of catalogue.profileTypes) yield { kind: 'profileType', node };
  for (const node of catalogue.categoryEntries) {
    yield { kind: 'category', node };
    yield* walkInformation(node);
  }
  yield* walkForces(catalogue.forceEntries);
  for (const node of catalogue.sharedProfiles) yield { kind: 'profile', node };
  for (const node of catalogue.sharedRules) yield { kind: 'rule', node };
  for (const node of catalogue.sharedInfoGroups) {
    yield { kind: 'infoGroup', node };
    yield* walkInformation(node);
  }
  yield* walkInformation(catalogue);
  yield* walkEntries([
    ...catalogue.sharedSelectionEntries,
    ...catalogue.sharedSelectionEntryGroups,
    ...catalogue.selectionEntries,
    ...catalogue.entryLinks,
  ]);
}

function* walkForces(forces: readonly ForceEntry[]): Generator<Referable> {
  for (const node of forces) {
    yield { kind: 'force', node };
    yield* walkInformation(node);
    yield* walkForces(node.forceEntries);
  }
}

function* walkEntries(entries: readonly AnyEntry[]): Generator<Referable> {
  for (const node of entries) {
    yield { kind: 'entry', node };
    yield* walkInformation(node);
    yield* walkEntries(childrenOf(node));
  }
}

function* walkInformation(node: Information): Generator<Referable> {
  for (const profile of node.profiles) yield { kind: 'profile', node: profile };
  for (const rule of node.rules) yield { kind: 'rule', node: rule };
  for (const group of node.infoGroups) {
    yield { kind: 'infoGroup', node: group };
    yield* walkInformation(group);
  }
}
