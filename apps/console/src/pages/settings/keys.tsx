import { ClientError, type OutputOf } from '@arbiter/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Empty, Failure, Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { asked } from '../../server/asked.js';
import { queries, server } from '../../server/server.js';

type Key = OutputOf<'listKeys'>['keys'][number];

const ROLES: readonly Key['role'][] = ['reader', 'editor', 'admin', 'monitor'];

const readAgain = () => queries.invalidateQueries({ queryKey: ['listKeys'] });

/** Keys of clients: made here, shown once, revoked at once. */
export function Keys() {
  const keys = useQuery(asked('listKeys', {}));
  return (
    <div className="card stack">
      <h2>Keys</h2>
      {keys.error instanceof ClientError && keys.error.code === 'NOT_FOUND' ? (
        <Empty title="No keys are kept here.">
          <p>{keys.error.message}</p>
        </Empty>
      ) : (
        <Loaded query={keys} what="the keys">
          {(data) => (
            <>
              <KeyTable keys={data.keys} />
              <MakeKey />
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  const [chosen, setChosen] = useState<Key | null>(null);
  const revoke = useMutation({
    mutationFn: ({ name, tenant }: Key) => server.call('revokeKey', { name, tenant: tenant ?? undefined }),
    onSettled: () => {
      setChosen(null);
      return readAgain();
    },
  });
  if (keys.length === 0) return <p className="soft">There is none yet.</p>;
  return (
    <>
      <Table
        label="Keys"
        columns={['Name', 'May', 'Tenant', 'Groups', 'Until', 'Revoke']}
        rows={keys.map((key) => [
          key.name,
          key.role,
          key.tenant ?? 'all',
          key.groups?.join(', ') ?? 'all',
          <>
            {key.expires === null ? 'it is revoked' : new Date(key.expires).toLocaleDateString()}
            {key.expired && <span className="badge"> expired</span>}
          </>,
          chosen === key ? (
            <span className="row">
              <button type="button" disabled={revoke.isPending} onClick={() => revoke.mutate(key)}>
                Revoke {key.name} now
              </button>
              <button type="button" className="quiet" onClick={() => setChosen(null)}>
                Keep it
              </button>
            </span>
          ) : (
            <button type="button" className="quiet" onClick={() => setChosen(key)}>
              Revoke<span className="visually-hidden"> {key.name}</span>
            </button>
          ),
        ])}
      />
      {revoke.error !== null && <Failure error={revoke.error} />}
    </>
  );
}

function MakeKey() {
  const make = useMutation({
    mutationFn: (form: HTMLFormElement) => {
      const fields = new FormData(form);
      const given = (field: string) => String(fields.get(field)).trim();
      const role = given('role') as Key['role'];
      return server.call('createKey', { name: given('name'), role, tenant: given('tenant') || undefined });
    },
    onSuccess: (_, form) => {
      form.reset();
      return readAgain();
    },
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    make.mutate(event.currentTarget);
  };
  return (
    <>
      <form className="row" onSubmit={onSubmit}>
        <label className="row small">
          Name
          <input name="name" required size={16} />
        </label>
        <label className="row small">
          may
          <select name="role">
            {ROLES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label className="row small">
          of tenant
          <input name="tenant" placeholder="all" size={12} />
        </label>
        <button type="submit" disabled={make.isPending}>
          Make a key
        </button>
      </form>
      {make.error !== null && <Failure error={make.error} />}
      {make.data && <MadeKey made={make.data} onDone={() => make.reset()} />}
    </>
  );
}

/** Shown this once: the server keeps only what tells the key from others. */
function MadeKey({ made, onDone }: { readonly made: OutputOf<'createKey'>; readonly onDone: () => void }) {
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(made.key) });
  return (
    <div className="card stack" role="status">
      <p>
        The key of <strong>{made.name}</strong>. It is shown only now: keep it where secrets are kept.
      </p>
      <div className="row">
        <code className="secret">{made.key}</code>
        <button type="button" onClick={() => copy.mutate()}>
          {copy.isSuccess ? 'Copied' : 'Copy'}
        </button>
        <button type="button" className="quiet" onClick={onDone}>
          I have it
        </button>
      </div>
    </div>
  );
}
