import { z } from 'zod';
import { binaryReply, endpoint, noContent } from '../endpoints/endpoint.ts';
import { requiredLine } from '../text.ts';

const ownRight = 'The record that the file belongs to names the right that is needed; it is checked for the record';

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
  createdAt: z.iso.datetime(),
});
export type FileInfo = z.output<typeof fileInfo>;

/** The bytes of a file. Browsers show pictures inline and save all other files. */
export const getFile = endpoint({
  name: 'getFile',
  method: 'GET',
  path: '/v1/files/{fileID}',
  summary: 'Answers a file.',
  signedIn: ownRight,
  customers: 'files of own documents and marks of the house',
  reply: binaryReply('application/octet-stream'),
});

/**
 * Attaches a file of at most 5 MiB to a record. The type is detected from the bytes; HTML, SVG and programs are 400.
 */
export const createFile = endpoint({
  name: 'createFile',
  method: 'POST',
  path: '/v1/files',
  summary: 'Adds a file to a record.',
  signedIn: ownRight,
  query: z.strictObject({
    name: requiredLine(200, 'Name is required'),
    recordType: requiredLine(80, 'Record type is required'),
    recordID: requiredLine(100, 'Record is required'),
  }),
  body: binaryReply('application/octet-stream'),
  reply: fileInfo,
});

/** Removes a file from a record. */
export const deleteFile = endpoint({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/v1/files/{fileID}',
  summary: 'Removes a file.',
  signedIn: ownRight,
  reply: noContent,
});
