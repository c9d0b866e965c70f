import { sql } from 'kysely';
import { problems } from '../contracts/problem.ts';
import type { AccountContext } from '../kernel/context.ts';

/** Where the bytes of files are. A plugin that provides another store is bound in its place at boot. */
export abstract class FileStore {
  /**
   * Keeps the bytes of a new file. A store outside the database may write before the commit: an orphan does no harm.
   */
  abstract put(ctx: AccountContext, fileID: string, bytes: Uint8Array): Promise<void>;
  /** @throws Problem 404 `not_found` */
  abstract get(ctx: AccountContext, fileID: string): Promise<Uint8Array>;
  /**
   * Removes the bytes; a store outside the database does so in `ctx.afterCommit`, since a rollback brings the file
   * back.
   */
  abstract remove(ctx: AccountContext, fileID: string): Promise<void>;
}

/**
 * The store that is there without configuration: a table beside the files, in their transaction and under their
 * policies.
 */
export class PostgresFileStore extends FileStore {
  override async put(ctx: AccountContext, fileID: string, bytes: Uint8Array): Promise<void> {
    await sql`insert into core.file_content (account_id, file_id, bytes)
      values (${ctx.account.id}, ${fileID}, ${Buffer.from(bytes)})`.execute(ctx.em.query());
  }

  override async get(ctx: AccountContext, fileID: string): Promise<Uint8Array> {
    const { rows } = await sql<{ bytes: Uint8Array }>`select bytes from core.file_content
      where account_id = ${ctx.account.id} and file_id = ${fileID}`.execute(ctx.em.query());
    if (!rows[0]) throw problems.not_found();
    return new Uint8Array(rows[0].bytes);
  }

  override async remove(ctx: AccountContext, fileID: string): Promise<void> {
    await sql`delete from core.file_content where account_id = ${ctx.account.id} and file_id = ${fileID}`.execute(
      ctx.em.query(),
    );
  }
}

let store: FileStore = new PostgresFileStore();

/** Puts another store in place of PostgreSQL, for the whole process; called once at boot. */
export const setFileStore = (other: FileStore): void => {
  store = other;
};

/** The store of this process. */
export const fileStore = (): FileStore => store;
