import { z } from 'zod';
import { changeSet, changeSetRow } from './change-set.contract.ts';
import { binaryReply, endpoint } from './endpoint.ts';
import { booleanText, filterValue, listOf } from './list-query.ts';
import { defineProblems } from './problem.ts';
import { requiredLine, singleLine } from './text.ts';

const ownRight = 'The kind of import names the right that is needed; it is checked for the import';

/** Largest file, in bytes. */
export const largestImportFile = 64 * 1024 * 1024;

/** How a cell of a field is read. */
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

/** A field that a file's column can fill. */
export const importField = z.object({
  /** Unique in the import: `sku`, `billTo.city`, `line.quantity`. */
  name: z.string(),
  label: z.string(),
  kind: z.enum(importFieldKinds),
  isRequired: z.boolean(),
  /**
   * Set for the field that any number of columns may fill, each by its heading: properties of items. Its cells are the
   * values `column.<index>` of the rows.
   */
  isRepeatable: z.boolean().optional(),
  /** Whether one value can be given for all rows (`options.defaults`): not of what tells rows apart. */
  takesDefault: z.boolean(),
  /** Other headings it is known by, in lower case. */
  synonyms: z.array(z.string()),
  /** Values of a choice. */
  choices: z.array(z.string()),
  /** For a reference: the record type, and what a cell may hold: 'number', 'sku', 'name'. */
  reference: z.object({ recordType: z.string(), by: z.array(z.string()), canCreate: z.boolean() }).nullable(),
  description: z.string(),
  /** A value as it could stand in a file. */
  example: z.string(),
});
export type ImportField = z.output<typeof importField>;

/** A kind of import: what a plugin can take in from files. */
export const importType = z.object({
  /** `products`, `customers`, `sales-orders`. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  recordType: z.string(),
  /** Fields whose value says whether a row is an existing record, first that is filled: `sku`. */
  keys: z.array(z.string()),
  /** Whether several rows are one record and its lines, so that lines missing from a file are a question. */
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

/** A column of the uploaded file and what becomes of it. */
export const importColumn = z.object({
  /** Position from 0. */
  index: z.int(),
  heading: z.string(),
  /** The field it fills; null when it is not imported. */
  field: z.string().nullable(),
  /**
   * How the field was found: `heading`, `synonym`, `remembered`, `chosen`; null when it was not. With `field` null
   * somebody left the column out, now (`chosen`) or when a file with these headings was last imported (`remembered`).
   */
  matchedBy: z.enum(['heading', 'synonym', 'remembered', 'chosen']).nullable(),
  /** First values that are not empty, at most five. */
  samples: z.array(z.string()),
  /** Cells that are not empty. */
  filled: z.int(),
  /**
   * Set where it is not imported, holds amounts and is called like money (discount, tax, freight): nothing is written
   * until it fills a field or is left out on purpose.
   */
  isUnconfirmed: z.boolean().optional(),
});
export type ImportColumn = z.output<typeof importColumn>;

/** How the file was read, as detected or chosen. */
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

/** Orders in which a file can write day, month and year. */
export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
/** Marks that a file can put before decimals. */
export const decimalMarks = ['point', 'comma'] as const;
const reading = {
  dateOrder: z.enum(dateOrders, { error: `The order of dates is one of ${dateOrders.join(', ')}` }),
  decimal: z.enum(decimalMarks, { error: `The decimal mark is one of ${decimalMarks.join(', ')}` }),
};

export const importOptions = z.object({
  /** What to do with rows of records that exist. */
  onExisting: z.enum(['update', 'skip']),
  /** Reference fields whose missing records are created inline. */
  createReferences: z.array(z.string()),
  /** Values of fields that no column fills, for all rows, as they would stand in a cell. */
  defaults: z.record(z.string(), z.string()).optional(),
  /** Whether numbers with more decimals than their field holds are rounded, half up; otherwise they are errors. */
  round: z.boolean().optional(),
  /** Whether lines of a record that stand but are not in the file are deleted; otherwise that is an error. */
  replaceLines: z.boolean().optional(),
  /** Order of all dates in numbers, where the cells do not say it or say it wrong. */
  dateOrder: reading.dateOrder.optional(),
  /** Mark before the decimals of all numbers, likewise. */
  decimal: reading.decimal.optional(),
});

/** An import: the change set it will be, its file and its mapping. */
export const importSet = changeSet.extend({
  /** Kind of import. */
  type: z.string(),
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  /**
   * `dateOrder` and `decimal` as its mapped cells write them, or as chosen; null where there are none or they differ.
   */
  format: importFormat.extend({ dateOrder: reading.dateOrder.nullable(), decimal: reading.decimal.nullable() }),
  columns: z.array(importColumn),
  options: importOptions,
  /** Facts about the whole file: columns that are not imported, a cut last line, replaced characters. */
  warnings: z.array(z.string()),
});
export type ImportSet = z.output<typeof importSet>;

/**
 * Uploads a file (CSV, TSV or XLSX; at most 64 MiB) and stages its rows: headings are matched, cells checked against
 * the records that exist, and nothing is written to them. Up to 2,000 rows the answer is checked; beyond that the
 * status is 'checking' and `getImport` shows the progress. A file that cannot be read is 400 with a message at `file`.
 *
 * Orders and their lines may come in two files: the body is then one behind the other, `linesFrom` says where the
 * second begins.
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
    /** Only where detection got it wrong. */
    encoding: filterValue(singleLine(40)),
    delimiter: filterValue(z.string().length(1, { error: 'The delimiter is one character' })),
    dateOrder: filterValue(reading.dateOrder),
    decimal: filterValue(reading.decimal),
    /**
     * Whether a mapping that is remembered for these headings also counts where a heading is a field's own name: for
     * screens, which show it before anything is written.
     */
    preferRemembered: booleanText,
    /** Byte of the body at which the file of lines begins; `on` is needed with it. */
    linesFrom: z.coerce
      .number({ error: 'Must be a number of bytes' })
      .int({ error: 'Must be a number of bytes' })
      .min(1, { error: 'The first file is empty' })
      .optional(),
    linesName: filterValue(singleLine(200)),
    /** Heading that tells in both files which record a row belongs to; `A=B` where they call it differently. */
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
 * Changes mapping and options; the rows are checked again. A mapping is remembered when it is applied, for files with
 * the same headings: of the same person first, then of anybody of the account.
 */
export const updateImport = endpoint({
  name: 'updateImport',
  method: 'PATCH',
  path: '/v1/imports/{importID}',
  isLong: true,
  summary: 'Changes the mapping or the options of an import.',
  signedIn: ownRight,
  body: z.strictObject({
    /** Only the columns that change; `field` null leaves the column out. */
    columns: z
      .array(z.strictObject({ index: z.int(), field: z.string().nullable() }))
      .max(500)
      .optional(),
    onExisting: importOptions.shape.onExisting.optional(),
    createReferences: importOptions.shape.createReferences.optional(),
    /** Takes the place of those that were there. */
    defaults: z.record(z.string(), z.string().max(10_000)).optional(),
    round: importOptions.shape.round,
    replaceLines: importOptions.shape.replaceLines,
    /** Null where the cells say it themselves. */
    dateOrder: reading.dateOrder.nullish(),
    decimal: reading.decimal.nullish(),
    version: z.int().optional(),
  }),
  reply: importSet,
});

/** Corrects cells of a row, or leaves it out, and checks it again. Values are texts as they would stand in the file. */
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
