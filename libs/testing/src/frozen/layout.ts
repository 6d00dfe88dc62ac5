import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A schema of zod, which can say what it accepts. */
export interface JsonSchemaSource {
  toJSONSchema(options: { io: 'input' | 'output'; unrepresentable: 'any' }): unknown;
}

/** The part of a JSON Schema that a layout holds, without limits and descriptions. */
interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

const GZIP = Buffer.of(0x1f, 0x8b);
/** The same in base64, as text formats hold it. */
const GZIP_TEXT = 'H4sI';

/** @returns the paths of the files in a folder, each with the keys and types of what it holds */
export function layoutOfFiles(folder: string): Promise<Record<string, unknown>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  return Promise.resolve(
    Object.fromEntries(paths.map((path) => [path, layoutOfBytes(readFileSync(join(folder, path)))])),
  );
}

/** @returns keys and types of JSON, of each kind of line of JSON lines, and of either when packed; else `text` */
export function layoutOfBytes(bytes: Buffer): unknown {
  if (bytes.subarray(0, 2).equals(GZIP)) return { gzip: layoutOfBytes(gunzipSync(bytes)) };
  const text = bytes.toString('utf8');
  const whole = parse(text);
  if (whole) return layoutOfValue(whole.value);
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map(parse);
  if (lines.length === 0 || lines.includes(null)) return 'text';
  return { lines: distinct(lines.map((line) => layoutOfValue(line?.value))) };
}

/** @returns the value with the names of types in the place of its scalars, and each kind of element of a list once */
export function layoutOfValue(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return distinct(value.map(layoutOfValue));
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, part]) => [key, layoutOfValue(part)]),
    );
  }
  if (typeof value === 'string' && value.startsWith(GZIP_TEXT)) {
    return { base64: layoutOfBytes(Buffer.from(value, 'base64')) };
  }
  return typeof value;
}

/** @returns what a schema accepts: fields (`?` where they may be absent), types, and the values of a closed list */
export function layoutOfSchema(schema: JsonSchemaSource): unknown {
  const root = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return layoutOfNode(root, root, []);
}

/** @param open definitions that the node lies in: one that holds itself is named in its own place */
function layoutOfNode(node: JsonSchema, root: JsonSchema, open: readonly string[]): unknown {
  const inner = (part: JsonSchema): unknown => layoutOfNode(part, root, open);
  if (node.$ref !== undefined) {
    const target = root.$defs?.[node.$ref.split('/').at(-1) ?? ''] ?? root;
    return open.includes(node.$ref) ? node.$ref : layoutOfNode(target, root, [...open, node.$ref]);
  }
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return { oneOf: distinct(choices.map(inner)) };
  if (node.allOf) return { allOf: node.allOf.map(inner) };
  if ('const' in node) return { value: node.const };
  if (node.enum) return { values: [...node.enum].map(String).sort() };
  if (node.prefixItems) return node.prefixItems.map(inner);
  if (node.items) return [inner(node.items)];
  if (node.type !== 'object') return node.type ?? 'any';
  const fields = Object.entries(node.properties ?? {}).map(([name, part]) => {
    return [node.required?.includes(name) ? name : `${name}?`, inner(part)] as const;
  });
  const rest = node.additionalProperties;
  return Object.fromEntries([
    ...fields.sort(([a], [b]) => (a < b ? -1 : 1)),
    ...(typeof rest === 'object' ? [['*', inner(rest)] as const] : []),
  ]);
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Each layout once, in an order that does not depend on that of the values. */
function distinct(layouts: readonly unknown[]): unknown[] {
  const byText = new Map(layouts.map((layout) => [JSON.stringify(layout), layout]));
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, layout]) => layout);
}
