import { readPlace } from '@arbiter/contracts/console';
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { DocumentPaneProps } from '../document/document-pane.js';
import { UndoBar } from '../parts/deletions.js';
import { loadLater } from '../parts/load-later.js';
import { Panel } from '../parts/panel.js';
import { Loading } from '../parts/states.js';
import { NO_PLACE } from '../parts/address.js';
import { SchemeButton } from './scheme-button.js';
import { useShortcuts } from '../parts/shortcuts.js';
import './shell.css';

/** Pages in the order of the navigation, each with the key that opens it after "g". */
const PAGES = [
  { to: '/', name: 'Ask', key: 'a' },
  { to: '/watch', name: 'Watch', key: 'w' },
  { to: '/library', name: 'Library', key: 'l' },
  { to: '/world', name: 'World', key: 'o' },
  { to: '/quality', name: 'Quality', key: 'q' },
  { to: '/settings', name: 'Settings', key: 's' },
] as const;

const ignore = (): void => undefined;
const pane = loadLater(() => import('../document/document-pane.js'));

/** Loads what a document is drawn with as soon as somebody points at a link to a place of one. */
function prepare({ target }: { readonly target: EventTarget }): void {
  if (target instanceof Element && target.closest('[href*="doc="]'))
    void pane
      .load()
      .then(({ warmUp }) => warmUp())
      .catch(ignore);
}

function LaterPane(props: DocumentPaneProps) {
  const { DocumentPane } = pane.use() ?? {};
  return DocumentPane ? <DocumentPane {...props} /> : <Loading what="the document" />;
}

/** What surrounds every page: navigation, and the document that the address names, beside the page and never over it. */
export function Shell() {
  // The router keeps what `validateSearch` left out.
  const { doc, ...place } = readPlace(useSearch({ from: '__root__' }));
  const navigate = useNavigate();
  const page = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const name = PAGES.find(({ to }) => to === pathname)?.name ?? 'Document';
  // Before the effects of the page, which may name itself.
  useLayoutEffect(() => {
    // A shortcut leaves the focus nowhere, and readers of screens without a word.
    if (document.title !== 'Arbiter' && document.activeElement === document.body) page.current?.focus();
    document.title = `${name} · Arbiter`;
  }, [name]);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useShortcuts(Object.fromEntries(PAGES.map(({ to, key }) => [`g ${key}`, () => void navigate({ to })])));
  const close = useCallback(() => void navigate({ to: '.', search: (all) => ({ ...all, ...NO_PLACE }) }), [navigate]);
  return (
    <div className="shell" data-pane={doc === undefined ? undefined : 'open'}>
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <header className="bar">
        <Link to="/" className="mark">
          <img src="/mark.svg" alt="" width="24" height="24" /> Arbiter
        </Link>
        <button
          type="button"
          className="quiet menu"
          aria-expanded={isMenuOpen}
          aria-controls="pages"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          Menu
        </button>
        <nav id="pages" aria-label="Pages" data-open={isMenuOpen || undefined}>
          {PAGES.map(({ to, name, key }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              onClick={() => setMenuOpen(false)}
              title={`${name} (g ${key})`}
            >
              {name}
            </Link>
          ))}
        </nav>
        <SchemeButton />
      </header>
      <main ref={page} id="page" aria-label={name} tabIndex={-1} onPointerOver={prepare} onFocus={prepare}>
        <Outlet />
      </main>
      {doc !== undefined && (
        <aside className="pane">
          <Panel label="Document">
            <LaterPane documentId={doc} {...place} onClose={close} />
          </Panel>
        </aside>
      )}
      <UndoBar />
    </div>
  );
}
