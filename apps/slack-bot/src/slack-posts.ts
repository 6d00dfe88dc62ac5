import { renderText, type LivePost, type ShownButton, type ShownPart } from '@arbiter/chat-bot';
import { webApi, type types } from '@slack/bolt';
import { SLACK_DIALECT } from './slack-dialect.js';

/** Most elements of a row (https://docs.slack.dev/reference/block-kit). A text has no room for markers of 49 rows, all that a message may have. */
const ROW_LENGTH = 25;
/** The work on a question, as a stream tells it. */
const TASK = 'work';

/** Where an answer goes: a thread, and whom it answers. */
export interface ThreadPlace {
  readonly team: string;
  readonly channel: string;
  /** Of the message that the thread began with. */
  readonly thread: string;
  readonly user: string;
}

/** What every message of the bot has. `text` is what a notification shows. */
export function messageOf({ text, buttons }: ShownPart) {
  const rows = Array.from({ length: Math.ceil(buttons.length / ROW_LENGTH) }, (_, row) => ({
    type: 'actions' as const,
    elements: buttons.slice(row * ROW_LENGTH, (row + 1) * ROW_LENGTH).map(buttonOf),
  }));
  // Slack must find nothing in a text by itself: no channel, no address, no name.
  const section = { type: 'section', text: { type: 'mrkdwn', text: text || '…', verbatim: true } } as const;
  return { text, blocks: [section, ...rows], unfurl_links: false, unfurl_media: false };
}

function buttonOf({ label, id = 'open', url, isDangerous = false }: ShownButton): types.Button {
  const button = { type: 'button', text: { type: 'plain_text', text: label }, action_id: id } as const;
  return { ...button, ...(url !== undefined && { url }), ...(isDangerous && { style: 'danger' as const }) };
}

/**
 * An answer in a thread. Slack streams it where it can: the stages are a task of the message, the answer its blocks. Where it
 * cannot, a message is edited.
 */
export class ThreadPost implements LivePost {
  private stream: webApi.ChatStreamer | null;
  private sent: string | undefined;

  constructor(
    private readonly client: webApi.WebClient,
    private readonly place: ThreadPlace,
  ) {
    const { channel, thread, user, team } = place;
    const recipient = { recipient_user_id: user, recipient_team_id: team };
    this.stream = client.chatStream({ channel, thread_ts: thread, ...recipient });
  }

  async working(words: string): Promise<void> {
    const chunks = [{ type: 'task_update' as const, id: TASK, title: words, status: 'in_progress' as const }];
    if (await this.streamed((stream) => stream.append({ chunks }))) return;
    await this.edit(renderText(words, SLACK_DIALECT)[0]);
  }

  async show([first, ...rest]: readonly ShownPart[]): Promise<void> {
    if (this.stream?.ts === undefined) this.stream = null;
    if (first) await this.finish(first);
    for (const part of rest) await this.post(part);
  }

  private async finish(part: ShownPart): Promise<void> {
    const chunks = [{ type: 'task_update' as const, id: TASK, title: 'Done', status: 'complete' as const }];
    const { blocks } = messageOf(part);
    if (!(await this.streamed((stream) => stream.stop({ chunks, blocks })))) await this.edit(part);
  }

  /** @returns whether Slack took it: it refuses to stream in some places, and ends a stream that is silent for long */
  private async streamed(act: (stream: webApi.ChatStreamer) => Promise<unknown>): Promise<boolean> {
    if (!this.stream) return false;
    try {
      await act(this.stream);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.sent = this.stream.ts;
      this.stream = null;
      return false;
    }
  }

  private async edit(part: ShownPart): Promise<void> {
    const { channel } = this.place;
    if (this.sent === undefined) this.sent = await this.post(part);
    else await this.client.chat.update({ channel, ts: this.sent, ...messageOf(part) });
  }

  private async post(part: ShownPart): Promise<string | undefined> {
    const { channel, thread } = this.place;
    return (await this.client.chat.postMessage({ channel, thread_ts: thread, ...messageOf(part) })).ts;
  }
}

/** Whether Slack has understood a call and does not do it. */
export function isRefusal(error: unknown): error is webApi.WebAPIPlatformError {
  return error instanceof webApi.WebAPIPlatformError;
}
