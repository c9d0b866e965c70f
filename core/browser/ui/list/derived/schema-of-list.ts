import type { z } from 'zod';
import type { AnyEndpoint } from '../../../../contracts/endpoints/endpoint.ts';
import { bareSchema } from '../../../../contracts/records/shown-values.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

/** The parts of a schema that say of what kind its values are. */
interface Definition {
  type: string;
  /** Fields of an object. */
  shape?: Shape;
  /** Schema of a list's elements. */
  element?: z.ZodType;
  /** Codes of a choice. */
  entries?: Readonly<Record<string, string>>;
  /** Of texts and numbers: date, datetime, safeint. */
  format?: string;
  options?: readonly z.ZodType[];
}

const noFields: Shape = {};

/** The definition of a schema without the wrappers that allow a value to be missing. */
export const definitionOf = (schema: z.ZodType): Definition => bareSchema(schema).def as Definition;

/** Fields of an object; of alternatives, those of all of them. */
export function schemaFields(schema: z.ZodType | undefined): Shape {
  if (!schema) return noFields;
  const { shape, options } = definitionOf(schema);
  return shape ?? (options ? Object.assign({}, ...options.map(schemaFields)) : noFields);
}

/** Fields of a list's rows. */
export const rowFields = ({ reply }: AnyEndpoint): Shape => {
  const { items } = schemaFields(reply as z.ZodType);
  return schemaFields(items && definitionOf(items).element);
};

/** Parameters of a list's query. */
export const queryFields = ({ query }: AnyEndpoint): Shape => schemaFields(query as z.ZodType | undefined);

/** Codes of a choice or of a list of them; none for other schemas. */
export const codesOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.values(definitionOf(schema).entries ?? {}) : [];
