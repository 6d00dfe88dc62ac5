/** Folders that are somebody's own: those of users, and of a build machine. `me` stands for nobody in particular. */
const OWN_FOLDERS = /(?<![\w.~$/-])(?:\/(?:home|root|work|Users)|[A-Z]:\\Users)[/\\](?!me\b)[\w.-]+/g;

/** A URL or a lock file's `resolved` that binds an installation to one server of packages. */
const REGISTRY_HOSTS =
  /\bregistry\.(?:npmjs|yarnpkg)\.\w+|https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio)[\w.-]*/gi;

/** What in a text holds on one machine only: a path below the home of somebody, the address of a registry. */
export function findMachineTraces(text: string): string[] {
  return [...text.matchAll(OWN_FOLDERS), ...text.matchAll(REGISTRY_HOSTS)].map(([found]) => found);
}
