import { askSharedHost } from '@arbiter/testing';
import type { RunningStandalone } from '../servers.js';

/** As specs see it; nobody may stop it. */
export interface SharedStandalone extends Pick<RunningStandalone, 'url' | 'retrieverUrl'> {
  /** Everything that it has written until now, whichever spec made it. */
  output(): Promise<string>;
}

/**
 * The standalone that all specs share, on the library of `SHARED_COLLECTIONS` and the sample domain. Other specs ask it at the same
 * time: name the collection that a question is about, and compare only counts of what nobody else does.
 *
 * @throws ArbiterError as `askSharedHost`
 */
export async function sharedStandalone(): Promise<SharedStandalone> {
  const { url = '', retrieverUrl = '' } = await askSharedHost('/standalone');
  const output = async (): Promise<string> => (await askSharedHost('/standalone')).output ?? '';
  return { url, retrieverUrl, output };
}
