import type { OutputOf, RequestOf } from '@arbiter/client';
import { ClientError } from '@arbiter/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Empty, Failure, Loaded } from '../../parts/states.js';
import { server } from '../../server/server.js';

type Key = OutputOf<'listKeys'>['keys'][number];
type Role = Key['role'];
type NewKey = RequestOf<'createKey'>;

const ROLES: readonly Role[] = ['reader', 'editor', 'admin', 'monitor'];

/** Keys of clients: made here, shown once, revoked at once. */
export function Keys() {
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: async ({ signal }) => (await server.call('listKeys', {}, { signal })).keys,
  });
  return (
    <div className="card stack">
      <h2>Keys</h2>
      {keys.error instanceof ClientError && keys.error.code === 'NOT_FOUND' ? (
        <Empty title="No keys are kept here.">
          <p>{keys.error.message}</p>
        </Empty>
      ) : (
        <Loaded query={keys} what="the keys">
          {(list) => (
            <>
              <KeyTable keys={list} />
              <MakeKey />
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Key | null>(null);
  const revoke = useMutation({
    mutationFn: ({ name, tenant }: Key) => server.call('revokeKey', { name, tenant: tenant ?? undefined }),
    onSettled: () => {
      setAsked(null);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  if (keys.length === 0) return <p className="soft">There is none yet.</p>;
  return (
    <div className="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May</th>
            <th scope="col">Tenant</th>
            <th scope="col">Groups</th>
            <th scope="col">Until</th>
            <th scope="col">
              <span className="visually-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={`${key.tenant} ${key.name}`}>
              <th scope="row">{key.name}</th>
              <td>{key.role}</td>
              <td>{key.tenant ?? 'all'}</td>
              <td>{key.groups?.join(', ') ?? 'all'}</td>
              <td>
                {key.expires === null ? 'it is revoked' : new Date(key.expires).toLocaleDateString()}
                {key.expired && <span className="badge"> expired</span>}
              </td>
              <td>
                {asked === key ? (
                  <span className="row">
                    <button type="button" disabled={revoke.isPending} onClick={() => revoke.mutate(key)}>
                      Revoke {key.name} now
                    </button>
                    <button type="button" className="quiet" onClick={() => setAsked(null)}>
                      Keep it
                    </button>
                  </span>
                ) : (
                  <button type="button" className="quiet" onClick={() => setAsked(key)}>
                    Revoke<span className="visually-hidden"> {key.name}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {revoke.error !== null && <Failure error={revoke.error} />}
    </div>
  );
}

function MakeKey() {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('reader');
  const [tenant, setTenant] = useState('');
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (key: NewKey) => server.call('createKey', key),
    onSuccess: () => {
      setName('');
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    make.mutate({ name: name.trim(), role, ...(tenant.trim() !== '' && { tenant: tenant.trim() }) });
  };
  return (
    <>
      <form className="row" onSubmit={onSubmit}>
        <label className="row small">
          Name
          <input value={name} onChange={(event) => setName(event.target.value)} required size={16} />
        </label>
        <label className="row small">
          may
          <select value={role} onChange={(event) => setRole(event.target.value as Role)}>
            {ROLES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label className="row small">
          of tenant
          <input value={tenant} onChange={(event) => setTenant(event.target.value)} placeholder="all" size={12} />
        </label>
        <button type="submit" disabled={make.isPending}>
          Make a key
        </button>
      </form>
      {make.error !== null && <Failure error={make.error} />}
      {make.data && <MadeKey name={make.data.name} secret={make.data.key} onDone={() => make.reset()} />}
    </>
  );
}

interface MadeKeyProps {
  readonly name: string;
  readonly secret: string;
  readonly onDone: () => void;
}

/** Shown this once: the server keeps only what tells the key from others. */
function MadeKey({ name, secret, onDone }: MadeKeyProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="card stack" role="status">
      <p>
        The key of <strong>{name}</strong>. It is shown only now: keep it where secrets are kept.
      </p>
      <div className="row">
        <code className="secret">{secret}</code>
        <button type="button" onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" className="quiet" onClick={onDone}>
          I have it
        </button>
      </div>
    </div>
  );
}
