// The part of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1) that our documents use.

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly $ref: string;
}

export interface ExampleObject {
  readonly summary: string;
  readonly value: unknown;
}

export interface MediaTypeObject {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (ParameterObject | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaTypeObject>> };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string }[];
}
