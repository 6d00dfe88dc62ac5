import { InteractionContextType, SlashCommandBuilder } from 'discord.js';

/** Longest text of an option (https://docs.discord.com/developers/interactions/application-commands). */
const OPTION_LENGTH = 6_000;

/** What the bot can be told by commands; those of `library` are for administrators. */
export const SLASH_COMMANDS = [
  new SlashCommandBuilder()
    .setName('ask')
    .setDescription('Ask the library. It shows an answer only with its sources.')
    .addStringOption((option) =>
      option.setName('question').setDescription('In words').setRequired(true).setMaxLength(OPTION_LENGTH),
    ),
  new SlashCommandBuilder().setName('sources').setDescription('What the last answer here rests on, for you alone'),
  new SlashCommandBuilder()
    .setName('library')
    .setDescription('Look after the library (administrators)')
    .setContexts(InteractionContextType.Guild)
    .addSubcommand((command) =>
      command
        .setName('ingest')
        .setDescription('Read a page of the web into the library')
        .addStringOption((option) => option.setName('url').setDescription('Of the page').setRequired(true))
        .addStringOption((option) => option.setName('collection').setDescription('Where it belongs').setRequired(true)),
    )
    .addSubcommand((command) =>
      command
        .setName('status')
        .setDescription('How an ingestion stands')
        .addStringOption((option) => option.setName('job').setDescription('Its id').setRequired(true)),
    )
    .addSubcommand((command) => command.setName('collections').setDescription('What the library holds'))
    .addSubcommand((command) =>
      command
        .setName('delete')
        .setDescription('Delete a document, after you have confirmed it')
        .addStringOption((option) => option.setName('document').setDescription('Its id').setRequired(true)),
    ),
].map((command) => command.toJSON());
