import { z } from 'zod';
import { binaryReply, endpoint, noContent } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { anyRecordType, defineEvent } from '../plugins/event.ts';
import { noteText, requiredLine } from '../texts/text.ts';

/** Why endpoints of files name no right. */
export const rightOfRecord =
  'The record that the file belongs to names the right that is needed; it is checked for the record';

/** Largest file of a record in bytes. */
export const largestFile = 25 * 1024 * 1024;

/** Refusals of files, besides those of every request. */
export const fileProblems = defineProblems({
  storage_full: { status: 402, message: 'There is no room for more files' },
  /** A file that outsiders see at once is taken only if the scanner has seen it. */
  file_not_scanned: { status: 503, message: 'The file could not be scanned for viruses; try again in a minute' },
  file_infected: { status: 400, message: 'The file is infected' },
  too_many_files: { status: 409, message: 'The record has as many files as it may have' },
});

/** Name of a file as people enter it. */
const fileName = requiredLine(200, 'Name is required').refine((name) => !/[\\/]/.test(name), {
  error: 'Must be a name without a path',
});

/** A file attached to a record. */
export const fileInfo = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  /** Size in bytes. */
  size: z.int(),
  /** SHA-256 of the bytes in hex. */
  sha256: z.string(),
  recordType: z.string().nullable(),
  recordID: z.string().nullable(),
  note: z.string(),
  /** True for a file that the record's customer sees in the portal. */
  isShared: z.boolean(),
  /** True for a file that the scanner has not seen yet, which nobody outside gets, not even whoever has added it. */
  isUnchecked: z.boolean(),
  /** Place among the files of the record; null for files in the order of their arrival. */
  position: z.int().nullable(),
  /** `outside` for a file that a person of a customer has added, `made` for one that the platform has created. */
  origin: z.enum(['inside', 'outside', 'made']),
  /** Name of the person or API key; empty for older files, and where a customer asks who of the team it was. */
  addedBy: z.string(),
  createdAt: z.iso.datetime(),
});
export type FileInfo = z.output<typeof fileInfo>;

/**
 * Whether people of the record's customer are listed a shared file: once the scanner has seen it. What they have added
 * is listed at once, though nobody of them gets it before.
 */
export const isListedOutside = ({
  isShared,
  isUnchecked,
  origin,
}: Pick<FileInfo, 'isShared' | 'isUnchecked' | 'origin'>): boolean =>
  isShared && (!isUnchecked || origin === 'outside');

/** The record whose files are meant. */
const recordQuery = {
  recordType: requiredLine(80, 'Record type is required'),
  recordID: requiredLine(100, 'Record is required'),
};

/** Files of a record: those with a position first, then the newest. People of a customer get the shared ones. */
export const listFiles = endpoint({
  name: 'listFiles',
  method: 'GET',
  path: '/v1/files',
  summary: 'Lists the files of a record.',
  signedIn: rightOfRecord,
  customers: 'shared files of own documents',
  query: z.strictObject(recordQuery),
  reply: z.object({
    items: z.array(fileInfo),
    /** Whether the caller may add files. */
    mayAdd: z.boolean(),
    /** Whether the caller may share, rename and delete them. */
    mayChange: z.boolean(),
    /** Whether people of customers may see such records, so that sharing has an effect. */
    isShareable: z.boolean(),
  }),
});

/**
 * Attaches a file of at most 25 MB to a record, which has at most 100. The type is detected from the bytes; HTML, SVG,
 * programs and Office files with macros are 400, and so is what the scanner finds infected (`file_infected`). People of
 * a customer add pictures and PDF of at most 10 MB, up to five, to their own orders.
 */
export const createFile = endpoint({
  name: 'createFile',
  method: 'POST',
  path: '/v1/files',
  outside: true,
  summary: 'Adds a file to a record.',
  signedIn: rightOfRecord,
  customers: 'pictures and PDF on own orders',
  query: z.strictObject({ name: fileName, ...recordQuery }),
  body: binaryReply('application/octet-stream', { limit: largestFile }),
  reply: fileInfo,
});

/** Changes what is said of a file; its bytes never change. */
export const updateFile = endpoint({
  name: 'updateFile',
  method: 'PATCH',
  path: '/v1/files/{fileID}',
  summary: 'Renames, describes, shares or places a file.',
  signedIn: rightOfRecord,
  body: z.strictObject({
    name: fileName.optional(),
    note: noteText.max(2_000, { error: 'Must be at most 2,000 characters' }).optional(),
    isShared: z.boolean().optional(),
    position: z.int().min(0).max(999).nullable().optional(),
  }),
  reply: fileInfo,
});

/** Removes a file from a record. */
export const deleteFile = endpoint({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/v1/files/{fileID}',
  summary: 'Removes a file.',
  signedIn: rightOfRecord,
  reply: noContent,
});

const filePayload = z.object({ fileID: z.string(), name: z.string(), recordType: z.string(), recordID: z.string() });
const fileExample = {
  fileID: 'file_01kb7m0x4yf2dsjq5r3h8t6w9c',
  name: 'Order 1042 signed.pdf',
  recordType: 'sales_order',
  recordID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9d',
};

/** A file was added to a record. */
export const fileAdded = defineEvent({
  type: 'core.file.added',
  isPublic: true,
  sentence: 'A file was added to a record.',
  record: anyRecordType,
  example: fileExample,
  payload: filePayload,
});

/** A file was removed from a record. */
export const fileRemoved = defineEvent({
  type: 'core.file.removed',
  isPublic: true,
  sentence: 'A file was removed from a record.',
  record: anyRecordType,
  example: fileExample,
  payload: filePayload,
});
