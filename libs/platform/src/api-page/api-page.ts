import { createHash } from 'node:crypto';
import type { OpenApiDocument } from '@arbiter/contracts';

/** Where people read the API. */
export const API_PAGE_PATH = '/docs';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:72rem;margin:auto;padding:1rem;overflow-wrap:anywhere}
summary{cursor:pointer;padding:.4rem 0}summary b{display:inline-block;min-width:4.5em}
details{border-top:1px solid GrayText}code,pre{font:.9em/1.5 ui-monospace,monospace}
pre{white-space:pre-wrap;margin:0;padding:0 0 1rem 1rem}small{opacity:.8}`;

/** No script, nothing from elsewhere: the one thing that the page may use is its own style. */
export const API_PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** An OpenAPI document as a page that needs no script: a fold for each operation and component, with links to components. */
export function renderApiPage({ info, paths, tags, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, tags: own, summary, ...rest }]) => {
      const title = `<b>${textOf(method.toUpperCase())}</b> <code>${textOf(path)}</code> ${textOf(summary)}`;
      return { tags: own, fold: fold(operationId, title, rest) };
    }),
  );
  const sections = tags.map(({ name }) => {
    const own = operations.filter((operation) => operation.tags.includes(name));
    return { name, folds: own.map((operation) => operation.fold) };
  });
  const others = Object.entries(components).map(([kind, known]) => {
    const folds = Object.entries(known).map(([name, value]) =>
      fold(`${kind}-${name}`, `<code>${textOf(name)}</code>`, value),
    );
    return { name: kind, folds };
  });
  const body = [...sections, ...others].map(({ name, folds }) => `<h2>${textOf(name)}</h2>\n${folds.join('')}`);
  const title = `${textOf(info.title)}: API`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style>
<main><h1>${title} <small>${textOf(info.version)}</small></h1>
<p>What <a href="/openapi.json">openapi.json</a> says, for reading.
${body.join('')}</main></html>
`;
}

/** A link to what is in a fold opens it. */
function fold(id: string, title: string, content: unknown): string {
  const outline = textOf(outlineOf(content).trimStart());
  const linked = outline.replace(/&quot;#\/components\/(\w+)\/([\w.-]+)&quot;/g, '<a href="#$1-$2">$2</a>');
  return `<details><summary>${title}</summary><pre id="${textOf(id)}">${linked}</pre></details>\n`;
}

/** As YAML looks, for reading. */
function outlineOf(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}`;
  const parts = Object.entries(value).map(([key, part]) => {
    const shown = outlineOf(part, `${indent}  `);
    return `\n${indent}${Array.isArray(value) ? `- ${shown.trimStart()}` : `${key}:${shown}`}`;
  });
  return parts.length > 0 ? parts.join('') : ` ${JSON.stringify(value)}`;
}

/** Text that may stand between tags and within quotes. */
function textOf(given: string): string {
  const entities = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
  return given.replace(/[&<>"']/g, (character) => `&${entities[character as keyof typeof entities]};`);
}
