import type { Citation, Source } from '@arbiter/contracts';
import type { Statement } from '@arbiter/tool-sdk';
import { citationOf } from '../retrieval/passage-source.js';
import type { WrittenAnswer } from './attempt.js';

/** A statement to show unchanged, with the tool that made it. */
export interface ToolStatement extends Statement {
  readonly tool: string;
}

const MARKER = /\[(\d+)\]/g;

/** The statements one after the other as an answer, their markers counted through. */
export function answerFrom(statements: readonly ToolStatement[]): WrittenAnswer {
  const citations: Citation[] = [];
  const sentences: { start: number; end: number; markers: number[] }[] = [];
  let text = '';
  for (const statement of statements) {
    const before = citations.length;
    const said = statement.text.replace(MARKER, (_, n: string) => `[${Number(n) + before}]`);
    citations.push(...statement.passages.map((passage, index) => citationOf(passage, before + index + 1)));
    const start = text === '' ? 0 : text.length + 1;
    text = text === '' ? said : `${text}\n${said}`;
    sentences.push({ start, end: text.length, markers: statement.passages.map((_, index) => before + index + 1) });
  }
  return { text, citations, sentences, mode: 'computed' };
}

/** Statements of tools as sources beside the passages: the answer is checked against both. */
export function sourcesFrom(statements: readonly ToolStatement[]): Source[] {
  return statements.map(({ tool, text }, index) => ({
    id: `tool:${tool}:${index}`,
    document: `tool:${tool}`,
    chunkId: `tool:${tool}:${index}`,
    content: text.replace(/(?<!\s)\s*\[\d+\]/g, ''),
    metadata: { title: tool },
    score: 1,
  }));
}
