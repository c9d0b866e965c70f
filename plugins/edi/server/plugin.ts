import { join } from 'node:path';
import { CredentialVault, created, definePlugin, OutgoingSockets } from '@millwright/core/server';
import { z } from 'zod';
import { connectionPart } from './connection/connection.part.ts';
import { Transports } from './connection/transports.ts';
import { dcLocationPart } from './dc-location/dc-location.part.ts';
import { exchangePart } from './exchange/exchange.part.ts';
import { migrations } from './migrations/index.ts';
import { partnerPart } from './partner/partner.part.ts';

export default definePlugin({
  id: 'edi',
  title: 'EDI',
  description: 'Documents exchanged with trading partners: orders come in, shipping notices and invoices go out.',
  isDomain: true,
  migrations,
  config: z.object({
    /** Parent folder of the accounts' folders for connections of the kind `directory`. */
    EDI_DIRECTORY: z.string().min(1).optional(),
    MILLWRIGHT_DATA_DIR: z.string().min(1).default('.data'),
  }),
  services: ({ EDI_DIRECTORY: folder, MILLWRIGHT_DATA_DIR: data }) => [
    created(
      Transports,
      (vault: CredentialVault, sockets: OutgoingSockets) => new Transports(folder ?? join(data, 'edi'), vault, sockets),
      CredentialVault,
      OutgoingSockets,
    ),
  ],
  parts: [dcLocationPart, connectionPart, partnerPart, exchangePart],
});
