import express from 'express';
import { mountHealthRoutes, type Readiness } from '../health.js';
import { listen, type ListeningServer } from './listen.js';

/** Answers health alone, which needs no key: for a process that clients do not call. @throws Error as `listen` */
export function serveHealth(
  health: Readiness,
  address: { readonly host: string; readonly port: number },
): Promise<ListeningServer> {
  const app = express().disable('x-powered-by');
  mountHealthRoutes(app, health);
  return listen(app, address);
}
