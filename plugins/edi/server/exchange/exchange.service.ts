import { newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type OutsideContext,
  runWithPauses,
  sql,
  touched,
  WaitingLine,
} from '@millwright/core/server';
import {
  boundsInSteps,
  type EdiRunKind,
  type EdiRun as EdiRunReply,
  exchangeProblems,
  listEdiRuns,
  type ProcessingStatus,
} from '../../contracts/index.ts';
import { EdiConnection } from '../connection/connection.entity.ts';
import { failureReason, filesOfVisit, type Transport, type WaitingFile } from '../connection/transport.ts';
import type { Transports } from '../connection/transports.ts';
import { printableName } from '../document/document-names.ts';
import { processingIs } from '../states/states.ts';
import type { DocumentSources } from './documents/process-document.ts';
import { processDocument } from './documents/process-document.ts';
import { EdiRun } from './exchange.entity.ts';
import { ediRunView } from './exchange.queries.ts';
import { receiveFile } from './files/receive-file.ts';
import { connectionsToSend, noteContact, type SentHook, sendFiles } from './files/send-files.ts';

/** What a run has done so far. */
class Tally {
  readonly runID: string;
  fileCount = 0;
  duplicateCount = 0;
  documentCount = 0;
  importedCount = 0;
  heldCount = 0;
  sentCount = 0;
  hasFailed = false;
  readonly messages: string[] = [];

  constructor(runID: string) {
    this.runID = runID;
  }

  get isEmpty(): boolean {
    const { fileCount, documentCount, importedCount, heldCount, sentCount } = this;
    return !this.hasFailed && fileCount + documentCount + importedCount + heldCount + sentCount === 0;
  }

  say(message: string): void {
    if (this.messages.length < 200) this.messages.push(message);
  }
}

const isConnection = (ctx: OutsideContext, id: string): Promise<boolean> =>
  ctx.inTransaction(
    async (inner) => (await inner.em.findOne(EdiConnection, { accountID: inner.account.id, id })) !== null,
    {
      readOnly: true,
    },
  );

/** Reading holds a processor: two files at a time leave others their answers. */
const uploads = new WaitingLine({ ofKey: 1, all: 2, busy: 'Other EDI files are being read' });

/** Fetching, taking over and sending: everything that speaks to partners, outside of transactions. */
export class Exchange {
  readonly #transports: Transports;
  readonly #sources: DocumentSources;
  readonly #sent: SentHook;

  constructor(transports: Transports, sources: DocumentSources, sent: SentHook) {
    this.#transports = transports;
    this.#sources = sources;
    this.#sent = sent;
  }

  /**
   * Fetches what waits at every active connection, or at one, takes it over, and sends what is ready. `isPatient`
   * leaves connections alone that have failed of late.
   * @throws Problem 400 for a connection that is not there
   */
  async pull(
    ctx: OutsideContext,
    { connectionID, isPatient = false }: { connectionID?: string | undefined; isPatient?: boolean } = {},
  ): Promise<EdiRunReply> {
    if (connectionID !== undefined && !(await isConnection(ctx, connectionID)))
      throw problems.invalid_input({ errors: [{ path: 'connectionID', message: 'There is no such connection' }] });
    const work = async (tally: Tally): Promise<void> => {
      for (const connection of await this.#connections(ctx, { connectionID, isPatient }))
        await this.#reach(ctx, connection, tally, async (transport) => {
          const waiting = await transport.list();
          for (const file of waiting.slice(0, filesOfVisit)) await this.#fetch(ctx, connection, transport, file, tally);
          const left = waiting.length - filesOfVisit;
          if (left > 0) tally.say(`${connection.name}: ${left} more files wait for the next fetch`);
        });
      await this.#processReceived(ctx, tally);
      await this.#send(ctx, tally, { connectionID, isForced: !isPatient });
    };
    // What looks every few minutes and finds nothing leaves no row.
    return this.#run(ctx, 'pull', work, { isKeptEmpty: !isPatient });
  }

  /**
   * Takes in a file that a person has; one of an account at a time.
   * @throws Problem 400 `edi_file_too_large`, 429
   */
  upload(ctx: OutsideContext, name: string, bytes: Uint8Array): Promise<EdiRunReply> {
    return uploads.during(ctx.account.id, async () => {
      const breach = await runWithPauses(boundsInSteps(bytes));
      if (breach) {
        const { message, bound, byte, segment } = breach;
        throw exchangeProblems.edi_file_too_large({
          message,
          errors: [{ path: 'body', message }],
          details: { bound, byte, ...(segment === undefined ? {} : { segment }) },
        });
      }
      return this.#run(ctx, 'upload', async (tally) => {
        await this.#receive(ctx, { name, bytes, connectionID: null }, tally);
        await this.#processReceived(ctx, tally);
        await this.#send(ctx, tally, { isForced: true });
      });
    });
  }

  /** Sends every document that is ready; by itself it takes over only what a worker has left behind. */
  send(ctx: OutsideContext, { isForced = true }: { isForced?: boolean } = {}): Promise<EdiRunReply> {
    const work = async (tally: Tally): Promise<void> => {
      await this.#processReceived(ctx, tally, isForced ? receivedIDs : leftIDs);
      await this.#send(ctx, tally, { isForced });
    };
    // Another worker may have been faster.
    return this.#run(ctx, 'send', work, { isKeptEmpty: isForced });
  }

  /** Whether anything is ready to be sent or taken over: a run without work is not worth a row. */
  hasWork(ctx: OutsideContext): Promise<boolean> {
    return ctx.inTransaction(
      async (inner) => (await leftIDs(inner)).length > 0 || (await connectionsToSend(inner, false)).size > 0,
      { readOnly: true },
    );
  }

  /** Processes documents again that a person has mended the cause of. */
  reprocess(ctx: OutsideContext, ids: readonly string[]): Promise<EdiRunReply> {
    return this.#run(ctx, 'reprocess', async (tally) => {
      for (const id of ids) await this.#process(ctx, id, tally);
      await this.#send(ctx, tally, { isForced: false });
    });
  }

  async #run(
    ctx: OutsideContext,
    kind: EdiRunKind,
    work: (tally: Tally) => Promise<void>,
    { isKeptEmpty = true }: { isKeptEmpty?: boolean } = {},
  ): Promise<EdiRunReply> {
    const id = newID('edr');
    await ctx.inTransaction(async (inner) => {
      inner.em.create(EdiRun, { id, kind, messages: [], personName: inner.actor.name });
      await inner.em.flush();
      touched(inner, listEdiRuns);
    });
    const tally = new Tally(id);
    try {
      await work(tally);
    } catch (error) {
      tally.hasFailed = true;
      tally.say(failureReason(error));
      ctx.log.error({ err: error }, 'an EDI run failed');
    }
    const { runID: _, hasFailed, messages, ...counts } = tally;
    return ctx.inTransaction(async (inner) => {
      const run = (await inner.em.getForUpdate(EdiRun, id)) as EdiRun;
      const completedAt = inner.clock.now();
      inner.em.assign(run, { ...counts, messages: [...messages], hasSucceeded: !hasFailed, completedAt });
      await inner.em.flush();
      touched(inner, listEdiRuns);
      const reply = await ediRunView.byID(inner, id);
      if (!isKeptEmpty && tally.isEmpty)
        await sql`delete from edi.run where account_id = ${inner.account.id} and id = ${id}`.execute(inner.em.query());
      return reply;
    });
  }

  async #connections(
    ctx: OutsideContext,
    { connectionID, isPatient }: { connectionID?: string | undefined; isPatient: boolean },
  ): Promise<EdiConnection[]> {
    return ctx.inTransaction(
      async (inner) => {
        const found = (await inner.em.find(
          EdiConnection,
          { accountID: inner.account.id, isActive: true, ...(connectionID ? { id: connectionID } : {}) },
          { orderBy: { name: 'asc' } },
        )) as EdiConnection[];
        const now = inner.clock.now();
        return found.filter(({ retryAt }) => !isPatient || !retryAt || retryAt <= now);
      },
      { readOnly: true },
    );
  }

  /** Opens a connection for work and closes it; that it does not answer is told, and no reason to stop. */
  async #reach(
    ctx: OutsideContext,
    connection: EdiConnection,
    tally: Tally,
    work: (transport: Transport) => Promise<void>,
  ): Promise<void> {
    let transport: Transport | undefined;
    try {
      transport = await this.#transports.open(ctx, connection);
      await work(transport);
      if (connection.failures > 0 || !connection.lastContactAt || isOld(ctx, connection.lastContactAt))
        await ctx.inTransaction((inner) => noteContact(inner, connection.id, null));
    } catch (error) {
      const message = failureReason(error);
      tally.hasFailed = true;
      tally.say(`${connection.name}: ${message}`);
      await ctx.inTransaction((inner) => noteContact(inner, connection.id, message));
    } finally {
      await transport?.close().catch(() => undefined);
    }
  }

  async #fetch(
    ctx: OutsideContext,
    { id: connectionID }: EdiConnection,
    transport: Transport,
    file: WaitingFile,
    tally: Tally,
  ): Promise<void> {
    const bytes = await transport.take(file);
    // Somebody else was faster.
    if (!bytes) return;
    const breach = await runWithPauses(boundsInSteps(bytes));
    if (breach) {
      tally.fileCount += 1;
      tally.hasFailed = true;
      tally.say(`${printableName(file.name)}: ${breach.message}. It was put aside`);
      return transport.archive(file, 'unreadable');
    }
    const isReadable = await this.#receive(ctx, { name: file.name, bytes, connectionID }, tally);
    await transport.archive(file, isReadable ? 'read' : 'unreadable');
  }

  async #receive(
    ctx: OutsideContext,
    file: { name: string; bytes: Uint8Array; connectionID: string | null },
    tally: Tally,
  ): Promise<boolean> {
    const received = await ctx.inTransaction((inner) => receiveFile(inner, { ...file, runID: tally.runID }));
    tally.fileCount += 1;
    tally.duplicateCount += received.duplicateCount;
    tally.documentCount += received.documentIDs.length + received.heldCount;
    tally.heldCount += received.heldCount;
    for (const message of received.messages) tally.say(message);
    if (!received.isReadable) tally.hasFailed = true;
    return received.isReadable;
  }

  async #process(ctx: OutsideContext, id: string, tally: Tally, from?: readonly ProcessingStatus[]): Promise<void> {
    const became = await processDocument(ctx, this.#sources, id, from);
    if (became === 'imported') tally.importedCount += 1;
    else if (became === 'held') tally.heldCount += 1;
  }

  /** Everything that was stored and not taken over yet, by whomever: a worker that went away leaves such. */
  async #processReceived(ctx: OutsideContext, tally: Tally, find = receivedIDs): Promise<void> {
    const ids = await ctx.inTransaction(find, { readOnly: true });
    for (const id of ids) await this.#process(ctx, id, tally, ['received']);
  }

  async #send(
    ctx: OutsideContext,
    tally: Tally,
    { connectionID, isForced }: { connectionID?: string | undefined; isForced: boolean },
  ): Promise<void> {
    const ready = await ctx.inTransaction((inner) => connectionsToSend(inner, isForced), { readOnly: true });
    for (const connection of await this.#connections(ctx, { connectionID, isPatient: !isForced }))
      if (ready.has(connection.id))
        await this.#reach(ctx, connection, tally, async (transport) => {
          const { runID } = tally;
          const { sentCount, messages } = await sendFiles(ctx, connection, transport, {
            runID,
            sent: this.#sent,
            isForced,
          });
          tally.sentCount += sentCount;
          for (const message of messages) tally.say(message);
        });
  }
}

/** That a connection answers is written once an hour, not every time. */
const isOld = (ctx: OutsideContext, at: Date): boolean => ctx.clock.now().getTime() - at.getTime() > 3_600_000;

/** A worker that stored a document and has not taken it over for so long has gone away. */
const takingMinutes = 5;

async function receivedIDs(ctx: AccountContext, until = ctx.clock.now()): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from edi.document
    where account_id = ${ctx.account.id} and ${processingIs.received('processing')} and created_at <= ${until}
    order by id`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

/** What nobody is about to take over: the answers to a running pull's first orders do not compete with it. */
const leftIDs = (ctx: AccountContext): Promise<string[]> =>
  receivedIDs(ctx, new Date(ctx.clock.now().getTime() - takingMinutes * 60_000));
