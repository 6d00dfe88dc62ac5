import { createHash } from 'node:crypto';
import type { MediaTypeObject, OpenApiDocument, OpenApiOperation, Reference } from '@arbiter/contracts';
import { markup, Markup } from './markup.js';
import { fieldText, schemaText } from './schema-text.js';

/** Where people read the API. */
export const API_PAGE_PATH = '/docs';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:72rem;margin:auto;padding:1rem;overflow-wrap:anywhere}
summary{cursor:pointer;padding:.4rem 0}summary b{display:inline-block;min-width:4.5em}
details{border-top:1px solid GrayText}details>div{padding:0 0 1rem 1rem}
code,pre{font:.9em/1.5 ui-monospace,monospace}pre{white-space:pre-wrap}small{opacity:.8}`;

/** No script, nothing from elsewhere: the one thing that the page may use is its own style. */
export const API_PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** An OpenAPI document as a page that needs no script: a fold for each operation, and for each schema that has a name. */
export function renderApiPage({ info, paths, tags, components }: OpenApiDocument): string {
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const operations = tags.map(({ name }) => {
    const own = routes.filter(({ operation }) => operation.tags.includes(name));
    const folds = own.map(({ method, path, operation }) => {
      const title = markup`<b>${method}</b> <code>${path}</code> ${operation.summary}`;
      return fold(title, operation.operationId, describe(operation, components));
    });
    return markup`<h2>${name}</h2>\n${folds}`;
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    fold(markup`<code>${name}</code>`, `schema-${name}`, markup`<pre>${schemaText(schema)}</pre>`),
  );
  return markup`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${info.title}: API</title><style>${new Markup(STYLE)}</style>
<main><h1>${info.title}: API <small>${info.version}</small></h1>
<p>What <a href="/openapi.json">openapi.json</a> says, for reading.
${Object.values(components.securitySchemes).map(({ description }) => markup`${String(description)} `)}</p>
${operations}<h2>schemas</h2>
${schemas}</main></html>
`.source;
}

/** A link to what is in a fold opens it. */
function fold(title: Markup, id: string, content: Markup): Markup {
  return markup`<details><summary>${title}</summary><div id="${id}">${content}</div></details>\n`;
}

function describe(operation: OpenApiOperation, components: OpenApiDocument['components']): Markup {
  const parameters = operation.parameters.map((given) => {
    const { name, in: place, required, schema, description = '' } = resolved(given, components.parameters);
    return fieldText(name, { ...schema, description: `in: ${place}. ${description}` }, required);
  });
  const responses = Object.entries(operation.responses).map(([status, given]) => {
    const { description, content } = resolved(given, components.responses);
    const isSuccess = status.startsWith('2');
    return isSuccess
      ? markup`<h3>${status}</h3>${contentText(content)}`
      : markup`<p><b>${status}</b> ${description}</p>`;
  });
  const body = operation.requestBody ? markup`<h3>Body</h3>${contentText(operation.requestBody.content)}` : '';
  return markup`<p>${operation.description}</p><h3>Parameters</h3><pre>${parameters}</pre>${body}${responses}`;
}

function contentText(content: Readonly<Record<string, MediaTypeObject>>): Markup {
  const parts = Object.entries(content).map(([mediaType, { schema, examples = {} }]) => {
    const shown = Object.values(examples).map(
      ({ summary, value }) => markup`<p>${summary}</p><pre>${JSON.stringify(value, null, 2)}</pre>`,
    );
    return markup`<p><code>${mediaType}</code></p><pre>${schemaText(schema)}</pre>${shown}`;
  });
  return markup`${parts}`;
}

/** @throws RangeError for a reference to nothing, which no document of ours has */
function resolved<T extends object>(value: T | Reference, known: Readonly<Record<string, T>>): T {
  if (!('$ref' in value)) return value;
  const found = known[value.$ref.slice(value.$ref.lastIndexOf('/') + 1)];
  if (found) return found;
  throw new RangeError(`${value.$ref} leads nowhere`);
}
