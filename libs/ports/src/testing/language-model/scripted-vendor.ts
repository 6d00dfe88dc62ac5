import type { ReceivedPrompt } from './language-model-stage.js';
import type { ScriptedReply } from './scripted-reply.js';

/** The memory of a vendor's stand-in: what it is to answer, what it was asked, and what was wrong with that. */
export class ScriptedVendor {
  readonly received: ReceivedPrompt[] = [];
  readonly violations: string[] = [];

  constructor(private readonly replies: readonly ScriptedReply[]) {}

  /** The reply to a prompt; a prompt too many is a violation, and fails for good. */
  replyTo(prompt: ReceivedPrompt): ScriptedReply {
    this.received.push(prompt);
    const reply = this.replies[this.received.length - 1];
    if (reply) return reply;
    this.violations.push(`there was a prompt ${this.received.length}, for which the script has no reply`);
    return { type: 'failure', code: 'INVALID_REQUEST' };
  }
}
