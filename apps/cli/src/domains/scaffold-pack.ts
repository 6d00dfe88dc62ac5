import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';

/** Where a pack's own documents lie. */
export const DOCUMENTS_FOLDER = 'documents';

/**
 * Writes a new domain pack that works as it is: a configuration, sources, a first document, a prompt and an example of a tool.
 *
 * @param folder made by this; the last part of it should be the name
 * @returns the files, relative to the folder, in order
 * @throws ArbiterError CONFLICT when the folder is there already
 */
export async function scaffoldPack(folder: string, name: string): Promise<string[]> {
  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new ArbiterError('CONFLICT', `${folder} exists already: choose another name, or edit it.`, {
      details: { folder },
      cause,
    });
  }
  const files = filesOf(name);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return Object.keys(files).sort();
}

function filesOf(name: string): Record<string, string> {
  return {
    'config.json': json({
      domain: name,
      version: '1.0.0',
      description: `What ${name} is about, in one sentence`,
      language: 'en',
      vectorDatabase: { collections: [name] },
      tools: { custom: [] },
      ingestion: { sources: './sources.json' },
    }),
    'sources.json': json({ files: [{ path: DOCUMENTS_FOLDER }] }),
    [`${DOCUMENTS_FOLDER}/welcome.md`]: `# Welcome to ${name}

This pack was made by \`arbiter domain --new\`. Put your documents beside this file and delete it.

## What can be read

Markdown, plain text, HTML, PDF, Word documents, e-books, tables and more; the guide to your own documents lists all formats.
`,
    'prompts/summarise.md': `---
description: Summarise what the documents say about a subject
arguments:
  - name: subject
    description: What the summary is about
---

Summarise what the documents of ${name} say about {subject}. Name the document of each statement.
`,
    'tools/days-between.ts': EXAMPLE_TOOL,
    'README.md': `# ${name}

A domain pack of Arbiter: documents, and how they are to be read and asked.

- \`config.json\` names the domain, its language and its collections.
- \`sources.json\` says what is ingested. A source with a \`type\` goes into the collection \`${name}_<type>\`.
- \`documents/\` holds the documents of the pack itself.
- \`tools/\` holds code; \`days-between.ts\` is an example and says how it is used.
- \`prompts/\` holds prompts with arguments, which clients of the Model Context Protocol offer to their users.

Check it with \`arbiter domain ${name}\`, read it in with \`arbiter ingest --domain ${name}\`, and ask:
\`arbiter ask "…" --domain ${name}\`.
`,
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The tool of a new pack, `tools/days-between.ts`: small, and all that an author needs to see. */
export const EXAMPLE_TOOL = `// A tool of this pack: code that takes part in questions of its domain.
//
// To use it, name it in config.json:        "tools": { "custom": ["days-between.ts#DaysBetweenTool"] }
// look at it:                               arbiter domain . --allow-pack-code
// and ask, which runs code of packs only when it is told to:
//   arbiter ask "How many days are there from 2026-03-01 to 2026-04-15?" --domain . --allow-pack-code
//
// It runs in a thread of its own, with a limit of memory and of time. It may import modules beside it ("./other.ts"),
// @arbiter/tool-sdk, @arbiter/contracts and zod, and nothing else. TypeScript is read by leaving its types out.
import { BaseMcpTool, RecoverableError, Result, type AutomaticRun, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';

const DAY_MS = 86_400_000;
const ASKED = /how many days .*?(\\d{4}-\\d{2}-\\d{2}).*?(\\d{4}-\\d{2}-\\d{2})/i;

// What it is called with. A call that does not keep to it never gets here.
const Inputs = z.strictObject({
  from: z.iso.date().describe('The first day, as in 2026-03-01.'),
  to: z.iso.date().describe('The last day.'),
});

export class DaysBetweenTool extends BaseMcpTool<typeof Inputs> {
  // Kebab-case, and nobody else's.
  readonly name = 'days-between';
  // Read by a language model that chooses among tools.
  readonly description = 'Counts the days from one date to another. Use it when a question gives two dates.';
  readonly inputSchema = Inputs;
  // What each object of a result is; it is held to it.
  override readonly outputSchema = z.strictObject({ days: z.int() });
  // The same inputs give the same result.
  override readonly cacheable = true;

  // Whether it wants to run without being chosen, and with what: so it also answers where no language model is.
  override runIfTrue({ userPrompt, tasksCompleted }: TreeData): Promise<AutomaticRun> {
    const [, from, to] = ASKED.exec(userPrompt) ?? [];
    return Promise.resolve([from !== undefined && !tasksCompleted.has(this.name), { from, to }]);
  }

  async *execute(_tree: TreeData, { from, to }: z.output<typeof Inputs>): AsyncGenerator<ToolOutput, void, undefined> {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
    if (days < 0) {
      // Something went wrong that another choice may avoid; what is thrown instead is a failure of the tool.
      yield new RecoverableError({ message: \`\${to} comes before \${from}.\`, suggestion: 'Give the earlier day first.' });
      return;
    }
    yield new Result({
      objects: [{ days }],
      llmMessage: \`From \${from} to \${to} there are \${days} days.\`,
      // Said to the user as it stands. A tool that reads the library cites what it read: see the guide.
      statement: { text: \`From \${from} to \${to} there are \${days} days.\`, passages: [] },
    });
  }
}
`;
