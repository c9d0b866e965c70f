import { binaryReply, endpoint } from '../endpoints/endpoint.ts';
import { rightOfRecord } from './file.contract.ts';

/** The bytes of a file. Browsers show pictures inline and save all other files. */
export const getFile = endpoint({
  name: 'getFile',
  method: 'GET',
  path: '/v1/files/{fileID}',
  summary: 'Answers a file.',
  signedIn: rightOfRecord,
  customers: 'shared files of own documents and marks of the house',
  reply: binaryReply('application/octet-stream'),
});
