import { newID } from '@millwright/core/contracts';
import { type AccountContext, type OutsideContext, sql } from '@millwright/core/server';
import { claimMinutes, type Transport, type WaitingFile } from './transport.ts';

/** Puts a file into a mailbox: for us, or for the partner. One of the same name in it is left as it is. */
export async function putIntoMailbox(
  ctx: AccountContext,
  file: { connectionID: string; direction: 'in' | 'out'; name: string; bytes: Uint8Array },
): Promise<void> {
  const now = ctx.clock.now();
  await sql`insert into edi.mailbox_file (account_id, id, created_at, updated_at, version, connection_id,
      direction, name, bytes)
    values (${ctx.account.id}, ${newID('edm')}, ${now}, ${now}, 1, ${file.connectionID}, ${file.direction},
      ${file.name}, ${Buffer.from(file.bytes)})
    on conflict (account_id, connection_id, direction, name) do nothing`.execute(ctx.em.query());
}

/** A mailbox of ours, in the database: for partners without a connection, and for the simulated retailer. */
export class MailboxTransport implements Transport {
  readonly #ctx: OutsideContext;
  readonly #connectionID: string;
  readonly #onPut: ((ctx: AccountContext, bytes: Uint8Array) => Promise<void>) | undefined;

  /** `onPut`: what the other end does with a file, in the transaction that hands it over. */
  constructor(
    ctx: OutsideContext,
    connectionID: string,
    onPut?: (ctx: AccountContext, bytes: Uint8Array) => Promise<void>,
  ) {
    this.#ctx = ctx;
    this.#connectionID = connectionID;
    this.#onPut = onPut;
  }

  list(): Promise<WaitingFile[]> {
    return this.#ctx.inTransaction(async (ctx) => {
      const { rows } = await sql<WaitingFile>`select id as ref, name from edi.mailbox_file
        where ${this.#waiting(ctx)} order by created_at, id`.execute(ctx.em.query());
      return rows;
    });
  }

  take(file: WaitingFile): Promise<Uint8Array | undefined> {
    return this.#ctx.inTransaction(async (ctx) => {
      const { rows } = await sql<{ bytes: Uint8Array }>`update edi.mailbox_file set claimed_at = ${ctx.clock.now()},
          updated_at = ${ctx.clock.now()}, version = version + 1
        where ${this.#waiting(ctx)} and id = ${file.ref} returning bytes`.execute(ctx.em.query());
      return rows[0] && new Uint8Array(rows[0].bytes);
    });
  }

  async archive(file: WaitingFile): Promise<void> {
    await this.#ctx.inTransaction((ctx) =>
      sql`update edi.mailbox_file set archived_at = ${ctx.clock.now()}, updated_at = ${ctx.clock.now()},
          version = version + 1
        where account_id = ${ctx.account.id} and id = ${file.ref}`.execute(ctx.em.query()),
    );
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#ctx.inTransaction(async (ctx) => {
      await putIntoMailbox(ctx, { connectionID: this.#connectionID, direction: 'out', name, bytes });
      await this.#onPut?.(ctx, bytes);
    });
  }

  has(name: string): Promise<boolean> {
    return this.#ctx.inTransaction(async (ctx) => {
      const { rows } = await sql`select from edi.mailbox_file where account_id = ${ctx.account.id}
        and connection_id = ${this.#connectionID} and direction = 'out' and name = ${name}`.execute(ctx.em.query());
      return rows.length > 0;
    });
  }

  async close(): Promise<void> {}

  #waiting(ctx: AccountContext) {
    const since = new Date(ctx.clock.now().getTime() - claimMinutes * 60_000);
    return sql<boolean>`account_id = ${ctx.account.id} and connection_id = ${this.#connectionID} and direction = 'in'
      and archived_at is null and (claimed_at is null or claimed_at < ${since})`;
  }
}
