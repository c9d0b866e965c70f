import { join } from 'node:path';
import { CredentialVault, definePlugin, OutgoingSockets } from '@millwright/core/server';
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
    /** Where the folders of accounts lie that exchange files by folders. */
    EDI_DIRECTORY: z.string().min(1).optional(),
    MILLWRIGHT_DATA_DIR: z.string().min(1).default('.data'),
  }),
  bind(container, { EDI_DIRECTORY: folder, MILLWRIGHT_DATA_DIR: data }) {
    container
      .bind(Transports)
      .toResolvedValue(
        (vault, sockets) => new Transports(folder ?? join(data, 'edi'), vault, sockets),
        [CredentialVault, OutgoingSockets],
      );
  },
  parts: [dcLocationPart, connectionPart, partnerPart, exchangePart],
});
