import { useState } from 'react';

const KEY = 'arbiter.scheme';
const SCHEMES = ['system', 'light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

function storedScheme(): Scheme {
  // Storage may be forbidden (private windows, policies of a company): then the system's scheme holds.
  try {
    return SCHEMES.find((scheme) => scheme === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Draws the page in a scheme: the one that is kept, unless one is given. */
export function applyScheme(scheme: Scheme = storedScheme()): void {
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

export function SchemeButton() {
  const [scheme, setScheme] = useState(storedScheme);
  const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length] ?? 'system';
  const choose = () => {
    setScheme(next);
    applyScheme(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // It holds until the page is closed.
    }
  };
  return (
    <button type="button" className="quiet" onClick={choose} title={`Change to ${next}`}>
      {scheme === 'system' ? 'Auto' : scheme === 'light' ? 'Light' : 'Dark'}
      <span className="visually-hidden"> colours; change to {next}</span>
    </button>
  );
}
