import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { type NodeId, readOpenings } from '../pages/world/atlas.js';
import { Failure, Loading } from '../parts/states.js';
import { NotFound } from './not-found.js';
import { readPlace, textOf } from '../parts/place.js';
import { Shell } from './shell.js';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: readPlace,
});

interface AskSearch {
  /** Id of a recorded answer that is shown. */
  readonly answer?: string | undefined;
  /** The session whose exchanges are shown and continued. */
  readonly session?: string | undefined;
  /** A question that stands in the field, not yet asked. */
  readonly q?: string | undefined;
}

interface LibrarySearch {
  readonly collection?: string | undefined;
}

interface WorldSearch extends LibrarySearch {
  readonly entity?: string | undefined;
  /** The world as of this session; absent: as of the last. */
  readonly at?: number | undefined;
  /** Another entity, to which a connection is asked. */
  readonly to?: string | undefined;
  /** What is opened on the map. */
  readonly open?: readonly NodeId[] | undefined;
  /** Absent: the map. */
  readonly view?: 'list' | 'changes' | 'corrections' | undefined;
}

const page = { getParentRoute: () => root, pendingComponent: () => <Loading what="the page" /> };

const ask = createRoute({
  ...page,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/ask/ask.page.js'), 'AskPage'),
  validateSearch: ({ answer, session, q }: Record<string, unknown>): AskSearch => ({
    answer: textOf(answer),
    session: textOf(session),
    q: textOf(q, 4_000),
  }),
});
const watch = createRoute({
  ...page,
  path: '/watch',
  component: lazyRouteComponent(() => import('../pages/watch/watch.page.js'), 'WatchPage'),
  validateSearch: ({ answer, q }: Record<string, unknown>): Omit<AskSearch, 'session'> => ({
    answer: textOf(answer),
    q: textOf(q, 4_000),
  }),
});
const library = createRoute({
  ...page,
  path: '/library',
  component: lazyRouteComponent(() => import('../pages/library/library.page.js'), 'LibraryPage'),
  validateSearch: ({ collection }: Record<string, unknown>): LibrarySearch => ({ collection: textOf(collection) }),
});
const world = createRoute({
  ...page,
  path: '/world',
  component: lazyRouteComponent(() => import('../pages/world/world.page.js'), 'WorldPage'),
  validateSearch: ({ collection, entity, at, to, open, view }: Record<string, unknown>): WorldSearch => ({
    collection: textOf(collection),
    entity: textOf(entity, 256),
    at: /^\d{1,9}$/.test(textOf(at) ?? '') ? Number(at) : undefined,
    to: textOf(to, 256),
    open: readOpenings(open),
    view: (['list', 'changes', 'corrections'] as const).find((each) => each === view),
  }),
});
const quality = createRoute({
  ...page,
  path: '/quality',
  component: lazyRouteComponent(() => import('../pages/quality/quality.page.js'), 'QualityPage'),
});
const settings = createRoute({
  ...page,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings.page.js'), 'SettingsPage'),
});
const documents = createRoute({
  ...page,
  path: '/documents/$documentId',
  component: lazyRouteComponent(() => import('../document/document.page.js'), 'DocumentPage'),
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
