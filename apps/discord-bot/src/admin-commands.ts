import { collectionLines, type LibraryTalk } from '@arbiter/chat-bot';
import { ButtonStyle, MessageFlags, type ButtonInteraction, type ChatInputCommandInteraction } from 'discord.js';
import { button, rowsOf } from './discord-posts.js';

/** Of the button that deletes a document; its id follows. */
export const DELETE_PREFIX = 'd:';
/** A document's id is a letter and digits; a button carries 100 characters. */
const DOCUMENT_ID = /^[A-Za-z0-9_-]{1,90}$/;

/** Commands that change the library or look behind it, for members with one of the roles. */
export class AdminCommands {
  constructor(
    private readonly talk: LibraryTalk,
    private readonly adminRoles: readonly string[],
  ) {}

  async run(interaction: ChatInputCommandInteraction): Promise<void> {
    if (!(await this.admitted(interaction))) return;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const { options } = interaction;
    const command = options.getSubcommand();
    if (command === 'delete') return this.askWhetherToDelete(interaction, options.getString('document', true).trim());
    const content = await this.talk.command(async (library) => {
      if (command === 'ingest')
        return (await library.ingest(options.getString('url', true), options.getString('collection', true))).text;
      if (command === 'status') return (await library.ingestionStatus(options.getString('job', true))).text;
      return collectionLines(await library.collections());
    });
    await interaction.editReply({ content });
  }

  /** The button of {@link askWhetherToDelete}: roles may have changed since it was shown. */
  async confirmDeletion(interaction: ButtonInteraction): Promise<void> {
    if (!(await this.admitted(interaction))) return;
    const documentId = interaction.customId.slice(DELETE_PREFIX.length);
    await interaction.deferUpdate();
    const content = await this.talk.command(async (library) => {
      await library.deleteDocument(documentId);
      return `The document ${documentId} is deleted.`;
    });
    await interaction.editReply({ content, components: [] });
  }

  private async askWhetherToDelete(interaction: ChatInputCommandInteraction, documentId: string): Promise<void> {
    if (!DOCUMENT_ID.test(documentId)) {
      await interaction.editReply({ content: 'That is no id of a document.' });
      return;
    }
    const yes = button('Delete').setCustomId(`${DELETE_PREFIX}${documentId}`).setStyle(ButtonStyle.Danger);
    const content = `Delete the document \`${documentId}\`? Its words also leave sessions and answers.`;
    await interaction.editReply({ content, components: rowsOf([yes]) });
  }

  private async admitted(interaction: ChatInputCommandInteraction | ButtonInteraction): Promise<boolean> {
    const roles = interaction.member?.roles ?? [];
    const held = Array.isArray(roles) ? roles : [...roles.cache.keys()];
    if (held.some((role) => this.adminRoles.includes(role))) return true;
    const content = 'Only members with a role that BOT_ADMIN_ROLES names may do this.';
    await interaction.reply({ content, flags: MessageFlags.Ephemeral });
    return false;
  }
}
