import type { Email } from 'postal-mime';

/** A message, in whatever format it was. */
export interface Message extends Pick<
  Email,
  'from' | 'sender' | 'replyTo' | 'to' | 'cc' | 'bcc' | 'subject' | 'date' | 'html' | 'text'
> {
  readonly keywords?: string;
  /** Its text as RTF, where it has no other. */
  readonly richText?: Uint8Array;
  readonly attachments: readonly MessageAttachment[];
  /** What could not be read of it, a sentence each. */
  readonly warnings?: readonly string[];
}

export interface MessageAttachment {
  readonly name: string;
  /** A picture that stands within the page of the message. */
  readonly isShownPicture: boolean;
  readonly isMessage: boolean;
  /** Absent for one that cannot be read. */
  readonly content: Uint8Array | Message | undefined;
}
