import { z } from 'zod';
import { binaryReply, endpoint } from '../endpoints/endpoint.ts';
import { booleanText, filterValue, listOf } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { requiredLine, singleLine } from '../texts/text.ts';
import { changeSet, changeSetRow } from './change-set.contract.ts';

const ownRight = 'The kind of import names the right that is needed; it is checked for the import';

/** Largest file, in bytes. */
export const largestImportFile = 64 * 1024 * 1024;

/** Types of the fields' cells. */
export const importFieldKinds = [
  'text',
  'note',
  'decimal',
  'integer',
  'boolean',
  'date',
  'choice',
  'reference',
] as const;

/** A field that a column of the file can fill. */
export const importField = z.object({
  /** Unique in the import: `sku`, `billTo.city`, `line.quantity`. */
  name: z.string(),
  label: z.string(),
  kind: z.enum(importFieldKinds),
  isRequired: z.boolean(),
  /**
   * Set for a field that any number of columns may fill, each by its heading, such as properties of items. Its cells
   * are the values `column.<index>` of the rows.
   */
  isRepeatable: z.boolean().optional(),
  /** Whether one value can be given for all rows (`options.defaults`). False for fields that identify rows. */
  takesDefault: z.boolean(),
  /** Other known headings of the field, in lower case. */
  synonyms: z.array(z.string()),
  /** Values of a choice field. */
  choices: z.array(z.string()),
  /** For a reference field: the record type and the accepted keys of a cell ('number', 'sku', 'name'). */
  reference: z.object({ recordType: z.string(), by: z.array(z.string()), canCreate: z.boolean() }).nullable(),
  description: z.string(),
  example: z.string(),
});
export type ImportField = z.output<typeof importField>;

/** A kind of import that a plugin offers. */
export const importType = z.object({
  /** `products`, `customers`, `sales-orders`. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  recordType: z.string(),
  /** Fields that identify an existing record; the first filled one counts: `sku`. */
  keys: z.array(z.string()),
  /** True where several rows form one record with lines. Such an import asks about lines that the file lacks. */
  hasLines: z.boolean(),
  fields: z.array(importField),
});
export type ImportType = z.output<typeof importType>;

/** Kinds of import that the caller may run. */
export const listImportTypes = endpoint({
  name: 'listImportTypes',
  method: 'GET',
  path: '/v1/import-types',
  summary: 'Lists what can be imported, with all fields.',
  signedIn: ownRight,
  reply: listOf(importType),
});

/** An empty CSV with every field as a heading and one example line. */
export const getImportTemplate = endpoint({
  name: 'getImportTemplate',
  method: 'GET',
  path: '/v1/import-types/{importType}/template',
  summary: 'Answers a CSV to fill in.',
  signedIn: ownRight,
  reply: binaryReply('text/csv'),
});

/** A column of the uploaded file and the field it fills. */
export const importColumn = z.object({
  /** Position from 0. */
  index: z.int(),
  heading: z.string(),
  /** The filled field; null when the column is not imported. */
  field: z.string().nullable(),
  /**
   * How the field was found: `heading`, `synonym`, `remembered`, `chosen`; null when it was not. With `field` null, a
   * person left the column out, now (`chosen`) or in an earlier import with these headings (`remembered`).
   */
  matchedBy: z.enum(['heading', 'synonym', 'remembered', 'chosen']).nullable(),
  /** The first five non-empty values. */
  samples: z.array(z.string()),
  /** Number of non-empty cells. */
  filled: z.int(),
  /**
   * Set where the column is not imported although it has amounts and a heading of money (discount, tax, freight). The
   * import cannot be applied until a person maps the column or leaves it out.
   */
  isUnconfirmed: z.boolean().optional(),
});
export type ImportColumn = z.output<typeof importColumn>;

/** The detected or chosen format of the file. */
export const importFormat = z.object({
  kind: z.enum(['delimited', 'xlsx']),
  /** WHATWG name: `utf-8`, `windows-1252`, `utf-16le`; null for xlsx. */
  encoding: z.string().nullable(),
  /** One character; null for xlsx. */
  delimiter: z.string().nullable(),
  /** Sheets of a workbook; empty for delimited files. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
});

/** Orders of day, month and year in a file's dates. */
export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
/** Decimal marks of a file's numbers. */
export const decimalMarks = ['point', 'comma'] as const;
const reading = {
  dateOrder: z.enum(dateOrders, { error: `The order of dates is one of ${dateOrders.join(', ')}` }),
  decimal: z.enum(decimalMarks, { error: `The decimal mark is one of ${decimalMarks.join(', ')}` }),
};

export const importOptions = z.object({
  /** Treatment of rows whose record exists. */
  onExisting: z.enum(['update', 'skip']),
  /** Reference fields whose missing records are created by the import. */
  createReferences: z.array(z.string()),
  /** Values for all rows of fields without a column, as text like in a cell. */
  defaults: z.record(z.string(), z.string()).optional(),
  /** True rounds numbers with too many decimals half up; otherwise they are errors. */
  round: z.boolean().optional(),
  /** True deletes existing lines of a record that the file lacks; otherwise they are an error. */
  replaceLines: z.boolean().optional(),
  /** Order of all numeric dates, where detection from the cells fails or is wrong. */
  dateOrder: reading.dateOrder.optional(),
  /** Decimal mark of all numbers, where detection from the cells fails or is wrong. */
  decimal: reading.decimal.optional(),
});

/** An import: a change set with its file and mapping. */
export const importSet = changeSet.extend({
  /** Kind of import. */
  type: z.string(),
  fileName: z.string(),
  /** Size in bytes. */
  fileSize: z.int(),
  /** `dateOrder` and `decimal` as detected in the mapped cells or chosen; null where the cells have none or differ. */
  format: importFormat.extend({ dateOrder: reading.dateOrder.nullable(), decimal: reading.decimal.nullable() }),
  columns: z.array(importColumn),
  options: importOptions,
  /** Warnings about the whole file: columns that are not imported, a truncated last line, replaced characters. */
  warnings: z.array(z.string()),
});
export type ImportSet = z.output<typeof importSet>;

/**
 * Uploads a file (CSV, TSV or XLSX; at most 64 MiB) and stages its rows: headings are matched and cells are checked
 * against existing records, but no record is written. The reply is checked up to 2,000 rows; beyond that the status is
 * 'checking' and `getImport` shows the progress. A file that cannot be read is 400 with a message at `file`.
 *
 * Orders and their lines may come in two files. The body is then both files in sequence, and `linesFrom` is the offset
 * of the second.
 */
export const createImport = endpoint({
  name: 'createImport',
  method: 'POST',
  path: '/v1/imports',
  outside: true,
  isLong: true,
  summary: 'Uploads a file to import.',
  signedIn: ownRight,
  query: z.strictObject({
    type: requiredLine(80, 'Type is required'),
    fileName: requiredLine(200, 'File name is required'),
    sheet: filterValue(singleLine(200)),
    /** Only where detection failed. */
    encoding: filterValue(singleLine(40)),
    delimiter: filterValue(z.string().length(1, { error: 'The delimiter is one character' })),
    dateOrder: filterValue(reading.dateOrder),
    decimal: filterValue(reading.decimal),
    /**
     * Whether a remembered mapping of these headings also overrides headings that are a field's own name. For screens,
     * which show the mapping before anything is written.
     */
    preferRemembered: booleanText,
    /** Byte of the body at which the file of lines begins; requires `on`. */
    linesFrom: z.coerce
      .number({ error: 'Must be a number of bytes' })
      .int({ error: 'Must be a number of bytes' })
      .min(1, { error: 'The first file is empty' })
      .optional(),
    linesName: filterValue(singleLine(200)),
    /** Heading of the column that relates the two files' rows; `A=B` where the names differ. */
    on: filterValue(singleLine(500)),
  }),
  body: binaryReply('application/octet-stream', { limit: largestImportFile }),
  reply: importSet,
});

export const getImport = endpoint({
  name: 'getImport',
  method: 'GET',
  path: '/v1/imports/{importID}',
  summary: 'Reads an import with its mapping and progress.',
  signedIn: ownRight,
  reply: importSet,
});

/**
 * Changes mapping and options and checks the rows again. When an import is applied, its mapping is remembered for files
 * with the same headings: first for the same person, then for everybody in the account.
 */
export const updateImport = endpoint({
  name: 'updateImport',
  method: 'PATCH',
  path: '/v1/imports/{importID}',
  isLong: true,
  summary: 'Changes the mapping or the options of an import.',
  signedIn: ownRight,
  body: z.strictObject({
    /** Only the changed columns; `field` null leaves a column out. */
    columns: z
      .array(z.strictObject({ index: z.int(), field: z.string().nullable() }))
      .max(500)
      .optional(),
    onExisting: importOptions.shape.onExisting.optional(),
    createReferences: importOptions.shape.createReferences.optional(),
    /** Replaces all previous defaults. */
    defaults: z.record(z.string(), z.string().max(10_000)).optional(),
    round: importOptions.shape.round,
    replaceLines: importOptions.shape.replaceLines,
    /** Null means detection from the cells. */
    dateOrder: reading.dateOrder.nullish(),
    decimal: reading.decimal.nullish(),
    version: z.int().optional(),
  }),
  reply: importSet,
});

/** Corrects cells of a row or leaves the row out, and checks it again. Values are texts like in the file. */
export const updateImportRow = endpoint({
  name: 'updateImportRow',
  method: 'PATCH',
  path: '/v1/imports/{importID}/rows/{row}',
  summary: 'Corrects a row of an import.',
  signedIn: ownRight,
  body: z.strictObject({
    values: z.record(z.string(), z.string().max(10_000)).optional(),
    isSkipped: z.boolean().optional(),
  }),
  reply: z.object({ import: importSet, row: changeSetRow }),
});

export const importProblems = defineProblems({
  file_unreadable: { status: 400, message: 'The file cannot be read' },
  columns_unconfirmed: {
    status: 409,
    message: 'Columns that look like money are not imported; map them, or leave them out on purpose',
  },
});
