import { collectionLines, type LibraryTalk } from '@arbiter/chat-bot';
import type { Logger } from '@arbiter/platform';
import type { RespondFn, SlashCommand, webApi } from '@slack/bolt';
import { plainText } from './slack-dialect.js';
import { button, messageOf } from './slack-posts.js';

/** Of the button that deletes a document; its id follows. */
const DELETE_BUTTON = /^d:([A-Za-z0-9_-]{1,90})$/;
const DOCUMENT_ID = /^[A-Za-z0-9_-]{1,90}$/;
/** A user group's id; all others of BOT_ADMIN_ROLES are of users. */
const USER_GROUP = 'S';

const HELP =
  '`ingest` URL COLLECTION reads a page of the web, `status` JOB tells how that stands, `collections` what the library holds, ' +
  '`delete` DOCUMENT deletes a document.';

/** Commands that change the library or look behind it, for those whom `BOT_ADMIN_ROLES` names. */
export class AdminCommands {
  constructor(
    private readonly talk: LibraryTalk,
    private readonly adminRoles: readonly string[],
    private readonly logger: Logger,
  ) {}

  async run({ text, user_id: user }: SlashCommand, respond: RespondFn, client: webApi.WebClient): Promise<void> {
    if (!(await this.admitted(user, respond, client))) return;
    const [command, first = '', second] = plainText(text).split(/\s+/);
    if (command === 'delete' && DOCUMENT_ID.test(first)) return this.askWhetherToDelete(respond, first);
    const told =
      command === 'ingest' && second !== undefined
        ? await this.talk.command(async (library) => (await library.ingest(first, second)).text)
        : command === 'status' && first !== ''
          ? await this.talk.command(async (library) => (await library.ingestionStatus(first)).text)
          : command === 'collections'
            ? await this.talk.command(async (library) => collectionLines(await library.collections()))
            : HELP;
    await respond({ response_type: 'ephemeral', ...messageOf(told) });
  }

  /** The button of {@link askWhetherToDelete}: roles may have changed since it was shown. */
  async confirmDeletion(id: string, user: string, respond: RespondFn, client: webApi.WebClient): Promise<void> {
    const documentId = DELETE_BUTTON.exec(id)?.[1];
    if (documentId === undefined || !(await this.admitted(user, respond, client))) return;
    const told = await this.talk.command(async (library) => {
      await library.deleteDocument(documentId);
      return `The document ${documentId} is deleted.`;
    });
    await respond({ replace_original: true, ...messageOf(told) });
  }

  private async askWhetherToDelete(respond: RespondFn, documentId: string): Promise<void> {
    const yes = button('Delete', { action_id: `d:${documentId}`, style: 'danger' });
    const told = `Delete the document \`${documentId}\`? Its words also leave sessions and answers.`;
    await respond({ response_type: 'ephemeral', ...messageOf(told, [yes]) });
  }

  private async admitted(user: string, respond: RespondFn, client: webApi.WebClient): Promise<boolean> {
    if (this.adminRoles.includes(user)) return true;
    for (const usergroup of this.adminRoles.filter((id) => id.startsWith(USER_GROUP))) {
      try {
        const { users = [] } = await client.usergroups.users.list({ usergroup });
        if (users.includes(user)) return true;
      } catch (error) {
        this.logger.warn({ err: error, usergroup }, 'the members of a user group cannot be read');
      }
    }
    const told = 'Only those whom BOT_ADMIN_ROLES names may do this, by themselves or by a user group.';
    await respond({ response_type: 'ephemeral', replace_original: false, ...messageOf(told) });
    return false;
  }
}
