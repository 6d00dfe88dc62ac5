import { readPlace } from '@arbiter/contracts/console';
import { createRootRoute, createRoute, createRouter, Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { readOpenings } from '../pages/world/atlas.js';
import { textOf } from '../parts/address.js';
import { loadLater } from '../parts/load-later.js';
import { Empty, Failure, Loading } from '../parts/states.js';
import { Shell } from './shell.js';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Empty title="There is no such page.">
      <Link to="/">Ask a question</Link>
    </Empty>
  ),
  validateSearch: readPlace,
});

type Raw = Readonly<Record<string, unknown>>;

/** What an address may name, and need not. */
const optional = <T extends object>(search: T): Partial<T> => search;

const readAsk = ({ answer, session, q }: Raw) =>
  optional({
    /** Id of a recorded answer that is shown. */
    answer: textOf(answer),
    /** The session whose exchanges are shown and continued. */
    session: textOf(session),
    /** A question that stands in the field, not yet asked. */
    q: textOf(q, 4_000),
  });

const noop = (): void => undefined;
/** A page whose code is loaded when somebody points at a link to it, or else when it is drawn. */
function later<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  const code = loadLater(load);
  const Page = () => {
    const Part: ComponentType | undefined = code.use()?.[name];
    return Part ? <Part /> : <Loading what="the page" />;
  };
  return Object.assign(Page, { preload: () => code.load().then(noop, noop) });
}

const page = { getParentRoute: () => root, pendingComponent: () => <Loading what="the page" /> };

const ask = createRoute({
  ...page,
  path: '/',
  component: later(() => import('../pages/ask/ask.page.js'), 'AskPage'),
  validateSearch: readAsk,
});
const watch = createRoute({
  ...page,
  path: '/watch',
  component: later(() => import('../pages/watch/watch.page.js'), 'WatchPage'),
  validateSearch: readAsk,
});
const library = createRoute({
  ...page,
  path: '/library',
  component: later(() => import('../pages/library/library.page.js'), 'LibraryPage'),
  validateSearch: ({ collection }: Raw) => optional({ collection: textOf(collection) }),
});
const world = createRoute({
  ...page,
  path: '/world',
  component: later(() => import('../pages/world/world.page.js'), 'WorldPage'),
  validateSearch: ({ collection, entity, at, to, open, view }: Raw) =>
    optional({
      collection: textOf(collection),
      entity: textOf(entity, 256),
      /** The world as of this session; absent: as of the last. */
      at: /^\d{1,9}$/.test(textOf(at) ?? '') ? Number(at) : undefined,
      /** Another entity, to which a connection is asked. */
      to: textOf(to, 256),
      /** What is opened on the map. */
      open: readOpenings(open),
      /** Absent: the map. */
      view: (['list', 'changes', 'corrections'] as const).find((each) => each === view),
    }),
});
const quality = createRoute({
  ...page,
  path: '/quality',
  component: later(() => import('../pages/quality/quality.page.js'), 'QualityPage'),
});
const settings = createRoute({
  ...page,
  path: '/settings',
  component: later(() => import('../pages/settings/settings.page.js'), 'SettingsPage'),
});
const documents = createRoute({
  ...page,
  path: '/documents/$documentId',
  component: later(() => import('../document/document.page.js'), 'DocumentPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([ask, watch, library, world, quality, settings, documents]),
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
  defaultPreload: 'intent',
  // A document stands at the place that the address names, never where another one was scrolled to.
  scrollRestoration: ({ location }) => !('doc' in location.search) && !location.pathname.startsWith('/documents/'),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
