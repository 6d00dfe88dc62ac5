import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { schemaFolder } from '../programs/programs.js';
import type { Manifest } from './render-chart.js';

type Schema = Readonly<Record<string, unknown>>;

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

/** Definitions of custom resources that the chart uses, in the modules of those who publish them. */
const DEFINITIONS = [
  ['keda', 'config/crd/bases/keda.sh_scaledobjects.yaml'],
  ['prometheusOperator', 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml'],
  ['prometheusOperator', 'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml'],
  ['gatewayApi', 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
] as const;
const OPENAPI = 'api/openapi-spec/v3';

/** Patterns are those of Go, where `(?i)` takes either case from there on. @returns JavaScript's */
function patternOfGo(pattern: string, flags: string): RegExp {
  const folded = pattern.replace('(?i)', '');
  return new RegExp(folded, folded === pattern ? flags : `${flags}i`);
}
patternOfGo.code = 'patternOfGo';

/**
 * Validates manifests against the schemas that Kubernetes, KEDA, the Gateway API and the Prometheus operator publish, strictly: a field that none
 * of them knows is a mistake here, where a cluster would drop it in silence.
 */
export class KubernetesSchemas {
  private readonly ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateFormats: false,
    code: { regExp: patternOfGo },
  });
  /** References to schemas, by apiVersion and kind. */
  private readonly references = new Map<string, string>();
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly read = new Set<string>();

  /** @param folder of the OpenAPI documents of Kubernetes, one for each version of a group */
  private constructor(private readonly folder: string) {}

  /** @returns null where the modules with the schemas cannot be had */
  static async load(): Promise<KubernetesSchemas | null> {
    const kubernetes = await schemaFolder('kubernetes');
    if (kubernetes === null) return null;
    const schemas = new KubernetesSchemas(join(kubernetes, OPENAPI));
    for (const [module, path] of DEFINITIONS) {
      const folder = await schemaFolder(module);
      if (folder === null) return null;
      schemas.define(parse(readFileSync(join(folder, path), 'utf8')) as CustomResourceDefinition);
    }
    return schemas;
  }

  /** @returns what is wrong with a manifest, with the place; empty when it is valid */
  mistakesIn(manifest: Manifest): string[] {
    const { apiVersion, kind } = manifest;
    const place = `${kind}/${manifest.metadata.name}`;
    this.readGroup(apiVersion);
    const reference = this.references.get(`${apiVersion}/${kind}`);
    if (reference === undefined) return [`${place}: there is no ${kind} in ${apiVersion}`];
    const validate = this.validators.get(reference) ?? this.ajv.compile({ $ref: reference });
    this.validators.set(reference, validate);
    if (validate(manifest)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${place}${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Each document is self-contained, and all of them together are twenty times as large. */
  private readGroup(apiVersion: string): void {
    const file = `${apiVersion.includes('/') ? 'apis' : 'api'}__${apiVersion.replace('/', '__')}_openapi.json`;
    if (this.read.has(file) || !existsSync(join(this.folder, file))) return;
    this.read.add(file);
    const { components } = JSON.parse(readFileSync(join(this.folder, file), 'utf8')) as OpenApi;
    this.ajv.addSchema({ $id: file, components: { schemas: strict(components.schemas) as object } });
    for (const [name, schema] of Object.entries(components.schemas)) {
      const kinds = (schema['x-kubernetes-group-version-kind'] ?? []) as readonly GroupVersionKind[];
      // One with several, such as the options of a deletion, is no kind of manifest.
      const [only] = kinds;
      if (kinds.length === 1 && only) this.references.set(keyOf(only), `${file}#/components/schemas/${name}`);
    }
  }

  private define({ spec: { group, names, versions } }: CustomResourceDefinition): void {
    for (const { name: version, schema } of versions) {
      const $id = `${group}.${version}.${names.kind}`;
      this.ajv.addSchema({ ...(strict(schema.openAPIV3Schema) as object), $id });
      this.references.set(keyOf({ group, version, kind: names.kind }), $id);
    }
  }
}

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group === '' ? version : `${group}/${version}`}/${kind}`;
}

/** Objects whose fields are known take no others, and null stands for nothing. */
function strict(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strict);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'default' ? value : strict(value)]),
  );
  const isOpen = 'additionalProperties' in inner || inner['x-kubernetes-preserve-unknown-fields'] === true;
  const isEmbedded = inner['x-kubernetes-embedded-resource'] === true;
  // Where a field is called `properties`, its value is a schema and no mapping of them.
  const hasFields = typeof inner.properties === 'object' && inner.type === 'object';
  if (inner['x-kubernetes-int-or-string'] === true) return { anyOf: [{ type: 'integer' }, { type: 'string' }] };
  return hasFields && !isOpen && !isEmbedded ? { ...inner, additionalProperties: false } : inner;
}
