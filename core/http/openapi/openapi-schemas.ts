import { z } from 'zod';
import type { AnyEndpoint } from '../../contracts/endpoints/endpoint.ts';

export type OpenapiJson = Record<string, unknown>;

/** Removes patterns where a format says the same, and the bound 2^53. Allows further properties in replies. */
function tidy({ jsonSchema: json }: { jsonSchema: OpenapiJson }): void {
  if (json['format'] && json['pattern']) delete json['pattern'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['additionalProperties'] === false) delete json['additionalProperties'];
}

/** A schema as JSON Schema without references. */
export const openapiSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): OpenapiJson => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    reused: 'inline',
    override: tidy,
  }) as OpenapiJson;
  return json;
};

const isJson = (value: unknown): value is OpenapiJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const singular = (plural: string): string =>
  plural
    .replace(/ies$/, 'y')
    .replace(/(ss|us|x|ch|sh)es$/, '$1')
    .replace(/(?<![su])s$/, '');

/** Called with a part of a schema, the name of its field, and the name of the record that contains it. */
type Visit = (schema: OpenapiJson, field: string, owner: string) => void;

/** Whether a schema gets a name: objects with several fields, and enums that are longer than a reference. */
const isNameable = (schema: OpenapiJson): boolean =>
  (isJson(schema['properties']) && Object.keys(schema['properties']).length > 1) ||
  (Array.isArray(schema['enum']) && schema['enum'].length > 5);

/** Visits a schema and all schemas in it, outer ones first. */
function walk(schema: unknown, owner: string, field: string, visit: Visit): void {
  if (Array.isArray(schema)) for (const each of schema) walk(each, owner, field, visit);
  if (!isJson(schema)) return;
  if (isNameable(schema)) visit(schema, pascal(field.replace(/^default(?=[A-Z])/, '')), owner);
  for (const [key, value] of Object.entries(schema))
    if (key === 'properties' && isJson(value))
      for (const [name, part] of Object.entries(value)) walk(part, owner, name, visit);
    else if (key === 'items') walk(value, owner, singular(field), visit);
    else if (key !== 'enum' && key !== 'const' && key !== 'default') walk(value, owner, field, visit);
}

/**
 * Schemas by name. Each reply is named after its endpoint (`getSalesOrder`: SalesOrder, `listSalesOrders`:
 * SalesOrderList and SalesOrderListItem, `createSalesOrder`: CreateSalesOrderBody). A part of several schemas is
 * written once, under its most frequent field name.
 */
export class NamedSchemas {
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, OpenapiJson>();

  constructor(endpoints: readonly AnyEndpoint[], asIs: Record<string, z.ZodType>) {
    for (const [name, schema] of Object.entries(asIs)) this.#take(openapiSchemaOf(schema, 'output'), [name]);
    const parts = endpoints.flatMap((endpoint) => partsOf(endpoint));
    // Records are named first, so that a list or action that replies a record refers to it.
    for (const { names, schema } of parts.toSorted((left, right) => left.rank - right.rank)) this.#take(schema, names);
    const met = new Map<string, { schema: OpenapiJson; owner: string; fields: string[] }>();
    const visit: Visit = (schema, field, owner) => {
      const key = JSON.stringify(schema);
      const known = met.get(key);
      if (known) known.fields.push(field);
      else met.set(key, { schema, owner, fields: [field] });
    };
    for (const { names, schema } of parts) {
      const [owner = ''] = names;
      // The schema as a whole already has a name, so only its parts are visited.
      const inner = (schema['properties'] ?? schema['items'] ?? schema['anyOf']) as unknown;
      if (isJson(inner) && schema['properties'])
        for (const [name, part] of Object.entries(inner)) walk(part, owner.replace(/Body$/, ''), name, visit);
      else walk(inner, owner, '', visit);
    }
    for (const [key, { schema, owner, fields }] of met) {
      if (fields.length < 2 || key.length < 100) continue;
      const byUse = [...Map.groupBy(fields, (field) => field)].sort(
        ([, left], [, right]) => right.length - left.length,
      );
      const names = byUse.map(([field]) => field).filter(Boolean);
      this.#take(schema, [...names.slice(0, 2), `${owner}${names[0] ?? 'Part'}`]);
    }
  }

  #take(schema: OpenapiJson, names: readonly string[]): void {
    const key = JSON.stringify(schema);
    if (this.#names.has(key) || !isNameable(schema)) return;
    const last = names.at(-1) ?? 'Schema';
    const free =
      names.find((name) => name && !this.#schemas.has(name)) ??
      Array.from({ length: 1000 }, (_, index) => `${last}${index + 2}`).find((name) => !this.#schemas.has(name)) ??
      last;
    this.#names.set(key, free);
    this.#schemas.set(free, schema);
  }

  /** The schema with references to all named schemas. */
  refer(schema: OpenapiJson): OpenapiJson {
    const name = this.#names.get(JSON.stringify(schema));
    return name ? { $ref: `#/components/schemas/${name}` } : this.#inside(schema);
  }

  #inside(schema: OpenapiJson): OpenapiJson {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (key === 'properties' && isJson(value))
          return [
            key,
            Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.refer(part as OpenapiJson)])),
          ];
        if (key === 'enum' || key === 'const' || key === 'default') return [key, value];
        if (Array.isArray(value)) return [key, value.map((each) => (isJson(each) ? this.refer(each) : each))];
        return [key, isJson(value) ? this.refer(value) : value];
      }),
    );
  }

  /** `components.schemas` of the document. */
  components(): Record<string, OpenapiJson> {
    const entries = [...this.#schemas].map(([name, schema]) => [name, this.#inside(schema)] as const);
    return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}

interface Part {
  schema: OpenapiJson;
  names: string[];
  rank: number;
}

function partsOf({ name, reply, body }: AnyEndpoint): Part[] {
  const parts: Part[] = [];
  if (body instanceof z.ZodType)
    parts.push({ schema: openapiSchemaOf(body, 'input'), names: [`${pascal(name)}Body`], rank: 3 });
  if (!(reply instanceof z.ZodType)) return parts;
  const [verb = ''] = /^[a-z]+/.exec(name) ?? [];
  const rest = name.slice(verb.length);
  const schema = openapiSchemaOf(reply, 'output');
  if (verb === 'list') {
    const record = singular(rest);
    parts.push({ schema, names: [`${record}List`], rank: 2 });
    const items = (schema['properties'] as OpenapiJson | undefined)?.['items'] as OpenapiJson | undefined;
    const item = items?.['items'];
    if (isJson(item)) parts.push({ schema: item, names: [record, `${record}ListItem`], rank: 1.5 });
  } else if (verb === 'get') parts.push({ schema, names: [rest, `${rest}Answer`], rank: 0 });
  else if (verb === 'create' || verb === 'update')
    parts.push({ schema, names: [rest, `${pascal(name)}Answer`], rank: 1 });
  else parts.push({ schema, names: [`${pascal(name)}Answer`], rank: 2 });
  return parts;
}
