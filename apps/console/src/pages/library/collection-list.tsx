import type { OutputOf } from '@arbiter/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failure, Loaded } from '../../parts/states.js';
import { counted } from '../../parts/counted.js';
import { domainsQuery, LIBRARY } from '../../server/library-queries.js';
import { queries, server } from '../../server/server.js';
import { languageName } from './languages.js';

type Collection = OutputOf<'listCollections'>['collections'][number];
type Domain = OutputOf<'listDomains'>['domains'][number];

interface CollectionListProps {
  readonly collections: readonly Collection[];
  readonly shown: string | undefined;
}

/** Collections that there are. */
export function CollectionList({ collections, shown }: CollectionListProps) {
  return (
    <ul className="plain">
      {collections.map(({ manifest: { name, language }, documents, chunks }) => (
        <li key={name}>
          <Link
            to="/library"
            search={{ collection: name }}
            className="choice"
            aria-current={name === shown ? 'true' : undefined}
          >
            <span>{name}</span>
            <span className="soft small">
              {counted(documents, 'document')}, {counted(chunks, 'passage')}, {languageName(language)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Packs that could be read. */
export function UnreadPacks({ held }: { readonly held: readonly string[] }) {
  const domains = useQuery({
    ...domainsQuery,
    select: (all) =>
      all.filter(({ sources, collections }) => sources !== 0 && !collections.some((name) => held.includes(name))),
  });
  return (
    <Loaded query={domains} what="the packs">
      {(unread) =>
        unread.length > 0 && (
          <>
            <h2>Packs not read yet</h2>
            <p className="small soft">A pack is a set of documents that is installed with Arbiter.</p>
            <ul className="plain">
              {unread.map((domain) => (
                <UnreadPack key={domain.domain} domain={domain} />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

function UnreadPack({ domain: { domain, description } }: { readonly domain: Domain }) {
  const read = useMutation({
    mutationFn: () => server.call('ingestDomain', { domain }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [LIBRARY, 'jobs'] }),
  });
  return (
    <li className="card pack">
      <h3>{domain}</h3>
      <p className="small soft">{description}.</p>
      {read.error !== null && <Failure error={read.error} />}
      <button type="button" disabled={read.isPending || read.isSuccess} onClick={() => read.mutate()}>
        {read.isSuccess ? 'Being read' : 'Read it'}
        <span className="visually-hidden">: {domain}</span>
      </button>
    </li>
  );
}
