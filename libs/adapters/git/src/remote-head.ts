/** What a name may stand for, in the order in which git fetch takes it (gitrevisions(7)). */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];
/** Follows the name of a tag that is an object of its own, on the line of what it names. */
const PEELED = '^{}';

/** Arguments of git that ask for `readRemoteHead`'s input. @param name of a branch or tag, or HEAD */
export function lsRemote(repository: string, name: string): string[] {
  return ['ls-remote', '--quiet', '--', repository, name, `${name}${PEELED}`];
}

/**
 * @param output of git ls-remote: `<id>\t<ref>\n` for each ref whose last segments are the name
 * @returns the commit that a fetch of the name would take; null when there is none
 */
export function readRemoteHead(output: string, name: string): string | null {
  const ids = new Map<string, string>();
  for (const line of output.split('\n')) {
    const [id = '', ref] = line.split('\t');
    if (ref !== undefined) ids.set(ref, id);
  }
  for (const place of PLACES) {
    const ref = `${place}${name}`;
    const id = ids.get(`${ref}${PEELED}`) ?? ids.get(ref);
    if (id !== undefined) return id;
  }
  return null;
}
