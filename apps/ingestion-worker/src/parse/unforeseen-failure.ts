import { ArbiterError } from '@arbiter/contracts';

/** Longer messages hold a part of the document. */
const MAX_MESSAGE = 200;
/** Where the reader is installed is nobody's affair. */
const PATHS = /(?:file:\/\/)?(?:\/|[A-Za-z]:\\)[\w.@+-]+(?:[\\/][\w.@+-]+)+/g;

/**
 * What is told of a document over which its parser failed in a way that the parser does not know. A parser sees the document
 * and nothing else, so its message holds no secret, and it is all that the user has to go by.
 *
 * @param parser name of the format's parser
 */
export function unforeseenFailure(thrown: unknown, name: string, parser: string): ArbiterError {
  const [line = ''] = (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).split('\n');
  const said = line.replace(PATHS, '…');
  const short = said.length > MAX_MESSAGE ? `${said.slice(0, MAX_MESSAGE)}…` : said;
  return new ArbiterError('INTERNAL', `${name} could not be read: the ${parser} reader failed over it (${short}).`, {
    details: { name },
    cause: thrown,
  });
}
