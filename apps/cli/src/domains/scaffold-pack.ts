import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { EXAMPLE_TOOL } from './example-tool.js';

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
    throw new ArbiterError('CONFLICT', `${folder} is there already: choose another name, or edit what is there.`, {
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

This pack was made by \`arbiter domain new\`. Put your documents beside this file and delete it.

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

Check it with \`arbiter domain check ${name}\`, read it in with \`arbiter ingest --domain ${name}\`, and ask:
\`arbiter ask "…" --domain ${name}\`.
`,
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
