import { isRecord, LIST_NAMES, TEXT_KEY, TEXT_NAMES, textOf, type CatalogueRecord } from '../../catalogue/index.js';

/** The XML form of a file, from its JSON form: an element around every list, indented as editors write it. */
export function catalogueXml(document: CatalogueRecord): string {
  const [[name, root] = []] = Object.entries(document);
  if (name === undefined || !isRecord(root)) throw new TypeError('neither a catalogue nor a game system');
  const lines = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'];
  writeNode(name, root, '', lines);
  return `${lines.join('\n')}\n`;
}

function writeNode(name: string, node: CatalogueRecord, indent: string, lines: string[]): void {
  const attributes: string[] = [];
  const inner: [string, unknown][] = [];
  for (const [key, value] of Object.entries(node)) {
    if (LIST_NAMES.has(key) || TEXT_NAMES.has(key)) inner.push([key, value]);
    else if (key !== TEXT_KEY) attributes.push(` ${key}="${escapeXml(String(value))}"`);
  }
  const open = `${indent}<${name}${attributes.join('')}`;
  const text = textOf(node, TEXT_KEY);
  if (text !== '') lines.push(`${open}>${escapeXml(text)}</${name}>`);
  else if (inner.length === 0) lines.push(`${open}/>`);
  else {
    lines.push(`${open}>`);
    for (const [key, value] of inner) writeInner(key, value, `${indent}  `, lines);
    lines.push(`${indent}</${name}>`);
  }
}

function writeInner(key: string, value: unknown, indent: string, lines: string[]): void {
  if (!Array.isArray(value)) {
    lines.push(`${indent}<${key}>${escapeXml(String(value))}</${key}>`);
    return;
  }
  if (value.length === 0) return;
  lines.push(`${indent}<${key}>`);
  for (const one of value.filter(isRecord)) writeNode(itemOf(key), one, `${indent}  `, lines);
  lines.push(`${indent}</${key}>`);
}

/** `sharedSelectionEntries` → `selectionEntry` */
function itemOf(list: string): string {
  const plural = list.replace(/^shared([A-Z])/, (_, first: string) => first.toLowerCase());
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.slice(0, -1);
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
