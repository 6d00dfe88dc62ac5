import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { MarkdownParser } from './markdown.parser.js';

const { signal } = new AbortController();

async function read(markdown: string, name: string) {
  const parsed = await new MarkdownParser().parse({ bytes: new TextEncoder().encode(markdown), name, signal });
  expectWellFormedDocument(parsed);
  return parsed;
}

describe('a note of an Obsidian vault', () => {
  it('is what its reader sees, with its properties as metadata', async () => {
    const note = `---
aliases:
  - The Light
  - "Old Pell"
tags:
  - place/coast
  - lighthouse
created: 2026-01-31
---
> [!warning]- After dark
> Mind the ==third step==.

Kept by [[People/Mara Fell|Mara]] since 2019. ^37066d

See [[Wick Accord#Article 2]] and [[Log#^a1b2c3]]. ![[chart.png|400]]

![[Tide tables]]

%% ask Ines %%
The sum is \`a == b\` and 10 ^2
`;
    const { text, title, metadata } = await read(note, 'Pell Light.md');
    expect(text).toBe(
      'Aliases: The Light, Old Pell\nTags: place/coast, lighthouse\nCreated: 2026-01-31\n\nAfter dark Mind the third step.\n\nKept by Mara since 2019.\n\nSee Wick Accord > Article 2 and Log.\n\nTide tables\n\nThe sum is a == b and 10 ^2',
    );
    expect(title).toBe('');
    expect(metadata).toEqual({
      aliases: ['The Light', 'Old Pell'],
      tags: ['place/coast', 'lighthouse'],
      created: '2026-01-31',
    });
  });
});

describe('a page that Notion has exported', () => {
  const page = `# Mend the lamp

Status: In progress
Owner: Mara Fell
Due: January 31, 2026 7:00 AM
Related: Oil (Oil%203f2b0c8a1d5e4f6a9b7c2d1e0f3a4b5c.md)

The wick is [too short](Wick%200a1b2c3d4e5f60718293a4b5c6d7e8f9.md): order: two yards.
`;

  it('has its properties as metadata, and each on a line of its own', async () => {
    const { text, title, metadata } = await read(page, 'Tasks/Mend the lamp 9f8e7d6c5b4a39281706f5e4d3c2b1a0.md');
    expect(title).toBe('Mend the lamp');
    expect(metadata).toMatchObject({ Status: 'In progress', Owner: 'Mara Fell', Due: 'January 31, 2026 7:00 AM' });
    expect(text).toContain('Status: In progress\nOwner: Mara Fell\n');
    expect(text).toContain('The wick is too short: order: two yards.');
  });

  it('is told by its name: other notes keep their lines as they are', async () => {
    const { text, metadata } = await read(page, 'Mend the lamp.md');
    expect(metadata).toEqual({});
    expect(text).toContain('Status: In progress Owner: Mara Fell');
  });
});
