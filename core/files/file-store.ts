import { sql } from 'kysely';
import { problems } from '../contracts/endpoints/problem.ts';
import type { AccountContext } from '../kernel/context/context.ts';

/** Storage of the files' bytes. A plugin's store replaces the default one at boot. */
export abstract class FileStore {
  /**
   * Stores the bytes of a new file. A store outside the database may write before the commit, because orphans do no
   * harm.
   */
  abstract put(ctx: AccountContext, fileID: string, bytes: Uint8Array): Promise<void>;
  /** Reads the bytes. @throws Problem 404 `not_found` */
  abstract get(ctx: AccountContext, fileID: string): Promise<Uint8Array>;
  /**
   * Deletes the bytes of files. A store outside the database does so in `ctx.afterCommit`, because a rollback restores
   * the files.
   */
  abstract remove(ctx: AccountContext, fileIDs: readonly string[]): Promise<void>;
}

/** The default store: a table beside the files, with the same transaction and policies. */
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

  override async remove(ctx: AccountContext, fileIDs: readonly string[]): Promise<void> {
    await sql`delete from core.file_content
      where account_id = ${ctx.account.id} and file_id = any(${[...fileIDs]}::text[])`.execute(ctx.em.query());
  }
}

let store: FileStore = new PostgresFileStore();

/** Replaces the default store for the whole process; called once at boot. */
export const setFileStore = (other: FileStore): void => {
  store = other;
};

/** The store of this process. */
export const fileStore = (): FileStore => store;
