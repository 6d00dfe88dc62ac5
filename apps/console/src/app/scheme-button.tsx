import { useState } from 'react';

const KEY = 'arbiter.scheme';
const SCHEMES = ['system', 'light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** Keeps a scheme if one is given. @returns the one that is kept */
function keptScheme(scheme?: Scheme): Scheme {
  try {
    if (scheme) localStorage.setItem(KEY, scheme);
    return SCHEMES.find((one) => one === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    // Storage may be forbidden (private windows, policies of a company): then it holds until the page is closed.
    return scheme ?? 'system';
  }
}

/** Draws the page in a scheme: the one that is kept, unless one is given. */
export function applyScheme(given?: Scheme): Scheme {
  const scheme = keptScheme(given);
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  return scheme;
}

export function SchemeButton() {
  const [scheme, setScheme] = useState(() => keptScheme());
  const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length] ?? 'system';
  return (
    <button type="button" className="quiet" onClick={() => setScheme(applyScheme(next))} title={`Change to ${next}`}>
      Colours: {scheme === 'system' ? 'auto' : scheme}
      <span className="visually-hidden">; change to {next}</span>
    </button>
  );
}
