import { renderText, splitText, type LivePost, type ShownPart } from '@arbiter/chat-bot';
import type { types, webApi } from '@slack/bolt';
import { SECTION_LENGTH, SLACK_DIALECT } from './slack-dialect.js';

/** Of Slack's blocks (https://docs.slack.dev/reference/block-kit): elements of a row, characters of a label, blocks of a message. */
const ROW_LENGTH = 25;
const LABEL_LENGTH = 75;
const BLOCKS = 50;
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

/** A text in the vendor's markup. Slack must find nothing in it by itself: no channel, no address, no name. */
export function section(text: string): types.SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: text === '' ? '…' : text, verbatim: true } };
}

/** @param label cut where it is too long */
export function button(label: string, more: Partial<types.Button> & { action_id: string }): types.Button {
  const text = label.length > LABEL_LENGTH ? `${splitText(label, LABEL_LENGTH - 1)[0]}…` : label;
  return { type: 'button', text: { type: 'plain_text', text }, ...more };
}

/** What every message of the bot has. `text` is what a notification shows. */
export function messageOf(text: string, buttons: readonly types.Button[] = []) {
  const rows: types.ActionsBlock[] = [];
  for (let at = 0; at < buttons.length && rows.length < BLOCKS - 1; at += ROW_LENGTH)
    rows.push({ type: 'actions', elements: buttons.slice(at, at + ROW_LENGTH) });
  const blocks = [section(text), ...rows];
  return { text: text.slice(0, SECTION_LENGTH), blocks, unfurl_links: false, unfurl_media: false };
}

export function partOf({ text, buttons }: ShownPart) {
  return messageOf(
    text,
    buttons.map(({ id, label }) => button(label, { action_id: id })),
  );
}

/**
 * An answer in a thread. Slack streams it where it can: the stages are a task of the message, the answer its blocks. Where it
 * cannot, a message is edited.
 */
export class ThreadPost implements LivePost {
  private readonly stream: webApi.ChatStreamer;
  private form: 'stream' | 'message' = 'stream';
  private sent: string | undefined;

  constructor(
    private readonly client: webApi.WebClient,
    private readonly place: ThreadPlace,
  ) {
    const { channel, thread, user, team } = place;
    this.stream = client.chatStream({
      channel,
      thread_ts: thread,
      recipient_user_id: user,
      recipient_team_id: team,
    });
  }

  async working(words: string): Promise<void> {
    if (this.form === 'stream') {
      try {
        await this.stream.append({
          chunks: [{ type: 'task_update', id: TASK, title: words, status: 'in_progress' }],
        });
        return;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.leaveStream();
      }
    }
    const [part] = renderText(words, SLACK_DIALECT);
    if (part) await this.edit(part);
  }

  async show([first, ...rest]: readonly ShownPart[]): Promise<void> {
    if (first) await this.finish(first);
    const { channel, thread } = this.place;
    for (const part of rest) await this.client.chat.postMessage({ channel, thread_ts: thread, ...partOf(part) });
  }

  private async finish(part: ShownPart): Promise<void> {
    if (this.form === 'stream' && this.stream.ts !== undefined) {
      try {
        const done = { type: 'task_update' as const, id: TASK, title: 'Done', status: 'complete' as const };
        await this.stream.stop({ chunks: [done], blocks: partOf(part).blocks });
        return;
      } catch (error) {
        // Slack ends a stream that is silent for long by itself.
        if (!isRefusal(error)) throw error;
        this.leaveStream();
      }
    }
    await this.edit(part);
  }

  private async edit(part: ShownPart): Promise<void> {
    const { channel, thread } = this.place;
    if (this.sent === undefined)
      this.sent = (await this.client.chat.postMessage({ channel, thread_ts: thread, ...partOf(part) })).ts;
    else await this.client.chat.update({ channel, ts: this.sent, ...partOf(part) });
  }

  private leaveStream(): void {
    this.form = 'message';
    this.sent = this.stream.ts;
  }
}

/** Whether Slack has understood a call and does not do it. */
export function isRefusal(error: unknown): error is Error & { readonly data: { readonly error: string } } {
  return (
    error instanceof Error &&
    'data' in error &&
    typeof error.data === 'object' &&
    error.data !== null &&
    'error' in error.data &&
    typeof error.data.error === 'string'
  );
}
