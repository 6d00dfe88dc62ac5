import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';

/** Longest text of an option (https://docs.discord.com/developers/interactions/application-commands). */
const OPTION_LENGTH = 6_000;

const text = (name: string, description: string) =>
  ({ type: ApplicationCommandOptionType.String, name, description, required: true, maxLength: OPTION_LENGTH }) as const;

const subcommand = (name: string, description: string, ...options: readonly ReturnType<typeof text>[]) =>
  ({ type: ApplicationCommandOptionType.Subcommand, name, description, options }) as const;

/** What the bot can be told by commands; those of `library` are for administrators. */
export const SLASH_COMMANDS = [
  {
    name: 'ask',
    description: 'Ask the library. It shows an answer only with its sources.',
    options: [text('question', 'In words')],
  },
  { name: 'sources', description: 'What the last answer here rests on, for you alone' },
  {
    name: 'library',
    description: 'Look after the library (administrators)',
    contexts: [InteractionContextType.Guild],
    options: [
      subcommand(
        'ingest',
        'Read a page of the web into the library',
        text('url', 'Of the page'),
        text('collection', 'Where it belongs'),
      ),
      subcommand('status', 'How an ingestion stands', text('job', 'Its id')),
      subcommand('collections', 'What the library holds'),
      subcommand('delete', 'Delete a document, after you have confirmed it', text('document', 'Its id')),
    ],
  },
];
