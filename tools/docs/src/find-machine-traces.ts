/** Private folders: those of users, and of a build machine. `me` is the placeholder for any user. */
const OWN_FOLDERS = /(?<![\w.~$/-])(?:\/(?:home|root|work|Users)|[A-Z]:\\Users)[/\\](?!me\b)[\w.-]+/g;

/** A URL or a lock file's `resolved` that binds an installation to one server of packages. */
const REGISTRY_HOSTS =
  /\bregistry\.(?:npmjs|yarnpkg)\.\w+|https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio)[\w.-]*/gi;

/** Finds text that holds on one machine only: a path below a user's home, the address of a registry. */
export function findMachineTraces(text: string): string[] {
  return [...text.matchAll(OWN_FOLDERS), ...text.matchAll(REGISTRY_HOSTS)].map(([found]) => found);
}
