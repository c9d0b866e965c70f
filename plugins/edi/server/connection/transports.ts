import { join } from 'node:path';
import type { AccountContext, CredentialVault, OutgoingSockets, OutsideContext } from '@millwright/core/server';
import type { EdiConnection } from './connection.entity.ts';
import { DirectoryTransport } from './directory-transport.ts';
import { MailboxTransport } from './mailbox-transport.ts';
import { SftpTransport } from './sftp-transport.ts';
import { retailerReceives } from './simulated-retailer.ts';
import type { Transport } from './transport.ts';

/** Opens connections, and seals what they sign in with. */
export class Transports {
  readonly #root: string;
  readonly #vault: CredentialVault;
  readonly #sockets: OutgoingSockets;

  /** `root`: where the folders of accounts lie. */
  constructor(root: string, vault: CredentialVault, sockets: OutgoingSockets) {
    this.#root = root;
    this.#vault = vault;
    this.#sockets = sockets;
  }

  async open(ctx: OutsideContext, connection: EdiConnection): Promise<Transport> {
    switch (connection.kind) {
      case 'directory':
        return new DirectoryTransport(this.folderOf(ctx, connection), () => ctx.clock.now());
      case 'sftp': {
        const secret = await ctx.inTransaction((inner) => this.opened(inner, connection), { readOnly: true });
        const { host, port, username, hostKey, folder, allowsOldAlgorithms } = connection;
        return SftpTransport.open(
          {
            host: host ?? '',
            port: port ?? 22,
            username: username ?? '',
            hostKey: hostKey ?? '',
            folder: folder ?? '',
            secret,
            allowsOldAlgorithms,
          },
          { openSocket: (to, at) => this.#sockets.open(to, at), now: () => ctx.clock.now() },
        );
      }
      case 'mailbox':
        return new MailboxTransport(ctx, connection.id);
      case 'simulated':
        return new MailboxTransport(ctx, connection.id, (inner, bytes) =>
          retailerReceives(inner, connection.id, bytes),
        );
    }
  }

  /** Where a connection of folders has them. */
  folderOf(ctx: Pick<AccountContext, 'account'>, { folder }: Pick<EdiConnection, 'folder'>): string {
    return join(this.#root, ctx.account.id, folder ?? '');
  }

  async seal(ctx: AccountContext, connectionID: string, secret: string): Promise<string> {
    const { secret: sealed = '' } = await this.#vault.sealFields(ctx, connectionID, { secret });
    return sealed;
  }

  async opened(ctx: AccountContext, { id, secret }: Pick<EdiConnection, 'id' | 'secret'>): Promise<string> {
    if (!secret) return '';
    return (await this.#vault.openFields(ctx, id, { secret }))['secret'] ?? '';
  }
}
