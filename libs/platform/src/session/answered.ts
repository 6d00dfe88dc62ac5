import type { Request, RequestHandler, Response } from 'express';
import { sendProblem, toArbiterError } from '../http/send-problem.js';

/** Answers with a problem whatever a handler fails with; nothing of it is stored. */
export function answered(handle: (req: Request, res: Response) => Promise<void> | void): RequestHandler {
  return async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    try {
      await handle(req, res);
    } catch (thrown) {
      sendProblem(res, toArbiterError(thrown));
    }
  };
}
