import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Loading } from '../parts/states.js';
import { signIn, useConsoleSession } from '../server/console-session.js';
import './sign-in.css';

/** Lets the page through once the server knows who is there. What the page holds is kept meanwhile. */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  const { data, isPending } = useConsoleSession();
  const wasHere = useRef(false);
  wasHere.current ||= data?.isSignedIn ?? false;
  // A server that is away says nothing about anybody: the page shows that in its own parts.
  if (isPending) return <Loading what="the page" />;
  const isMonitor = data?.role === 'monitor';
  if (!data || data.isOpen || (data.isSignedIn && !isMonitor)) return children;
  const ended = wasHere.current ? 'You were signed in, but that has ended or your key was revoked. Sign in again.' : '';
  const reason = isMonitor ? 'That key reads metrics alone, and opens no page. Sign in with another one.' : ended;
  return <SignIn canUseProvider={data.means.includes('oidc')} reason={reason} />;
}

function SignIn({ canUseProvider, reason }: { readonly canUseProvider: boolean; readonly reason: string }) {
  const [key, setKey] = useState('');
  const { mutate, error, isPending } = useMutation({ mutationFn: signIn });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(key.trim());
  };
  return (
    <main className="sign-in">
      <form className="card stack" onSubmit={onSubmit}>
        <h1>
          <img src="/mark.svg" alt="" width="28" height="28" /> Sign in to Arbiter
        </h1>
        <label className="stack">
          Key
          <input
            type="password"
            name="key"
            autoComplete="current-password"
            autoFocus
            required
            value={key}
            aria-describedby="key-help"
            onChange={({ target }) => setKey(target.value)}
          />
        </label>
        <p id="key-help" className="small soft">
          Whoever runs this server gives out keys. This browser keeps yours in a cookie that no script can read.
        </p>
        <p role="alert" className="reason">
          {error?.message ?? reason}
        </p>
        <div className="row">
          <button type="submit" className="primary" disabled={isPending || key.trim() === ''}>
            {isPending ? 'Signing in …' : 'Sign in'}
          </button>
          {canUseProvider && (
            <a href={`/v1/console/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`}>
              Sign in with your organisation
            </a>
          )}
        </div>
      </form>
    </main>
  );
}
