import { useMutation } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.js';
import { signOut, useConsoleSession } from '../../server/console-session.js';

const ROLES = {
  monitor: 'may read metrics',
  reader: 'may ask and read',
  editor: 'may also change what the library holds',
  admin: 'may also do what concerns everybody',
} as const;

/** Who is signed in, and what that allows. */
export function WhoIsHere() {
  const session = useConsoleSession();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <div className="card stack">
      <h2>Signed in</h2>
      <Loaded query={session} what="who is signed in">
        {({ isOpen, isSignedIn, name, role, tenant, expiresAt }) =>
          isOpen ? (
            <p>This server has no keys: whoever works on this machine may do everything.</p>
          ) : (
            <div className="row">
              <p>
                {name ?? 'The operator'} {role === null ? 'may do everything' : ROLES[role]}
                {tenant !== null && ` of ${tenant}`}.
                {expiresAt !== null && (
                  <span className="soft"> Until {new Date(expiresAt).toLocaleString()} at the latest.</span>
                )}
              </p>
              {isSignedIn && (
                <button type="button" disabled={leave.isPending} onClick={() => leave.mutate()}>
                  Sign out
                </button>
              )}
            </div>
          )
        }
      </Loaded>
    </div>
  );
}
