/**
 * Whether OpenAI's strict mode takes a schema: every object lists all its properties as required and allows no others.
 * It refuses the whole request otherwise. https://platform.openai.com/docs/guides/structured-outputs
 *
 * @param schema JSON Schema, or any part of one
 */
export function isStrictSchema(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  if (typeof schema !== 'object' || schema === null) return true;
  if ('type' in schema && schema.type === 'object') {
    const properties = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
    const required: unknown = 'required' in schema ? schema.required : [];
    if (!('additionalProperties' in schema) || schema.additionalProperties !== false) return false;
    if (!Array.isArray(required) || !properties.every((property) => required.includes(property))) return false;
  }
  return Object.values(schema).every(isStrictSchema);
}
