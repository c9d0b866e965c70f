import { createHash } from 'node:crypto';
import { type EndpointRequest, Problem } from '@millwright/core/contracts';
import { type AccountContext, audit, sql, touched } from '@millwright/core/server';
import type { StockPort, SupplyPort } from '@millwright/inventory/contracts';
import {
  type BatchEventKind,
  type bulkDeleteBatches,
  type closeBatch,
  type initializeBatch,
  listBatches,
  listProductionRuns,
  type mergeBatches,
  type moveBatches,
  type ScanReply,
  scanProblems,
  type splitBatch,
} from '../../contracts/index.ts';
import { type FlowingStep, goesAsPlanned, usedFromStock } from '../production-run/flow-ahead.ts';
import { holdStockOf } from '../production-run/lock-pass.ts';
import type { RunPromises } from '../production-run/orders/run-promises.ts';
import type { RunBill } from '../production-run/run-bill.ts';
import { batchIs } from '../states/states.ts';
import { mergeWork, splitWork } from './amounts/batch-parts.ts';
import { batchesInOrder } from './batch.queries.ts';
import { progress, Scan, type ScanPorts, type ScanRecord } from './scan/scan.ts';
import type { ScanClock } from './scan/scan-clock.ts';
import { batchesByCode, type DeskOpening, holdRuns, openDesk } from './scan/scan-desk.ts';
import { closeWork, initializeWork, moveWork } from './work/batch-moves.ts';

type InitializeBody = EndpointRequest<typeof initializeBatch>['body'];
type MoveBody = EndpointRequest<typeof moveBatches>['body'];
type SplitBody = EndpointRequest<typeof splitBatch>['body'];
type MergeBody = EndpointRequest<typeof mergeBatches>['body'];
type CloseBody = EndpointRequest<typeof closeBatch>['body'];

/** Fields of every scan. */
interface ScanBody extends ScanClock {
  scanningStationID?: string | undefined;
  scanID?: string | undefined;
}

/** Codes of scans and of HTTP itself are sent unchanged. */
const isScanCode = (code: string): boolean => Object.hasOwn(scanProblems.declarations, code);

/** The refusal of another domain as a scan's refusal. */
export function asScanProblem(error: unknown): unknown {
  if (!(error instanceof Problem) || isScanCode(error.code) || error.status !== 409) return error;
  return scanProblems.unknown_scan_error({ message: error.message, details: { cause: error.code } });
}

/** A hash of the scan's request, without the time of sending. */
export const hashOfRequest = (kind: BatchEventKind, body: object): string => {
  const { scannedAt: _, sentAt: __, scanID: ___, ...payload } = body as ScanBody;
  return createHash('sha256')
    .update(JSON.stringify([kind, payload]))
    .digest('hex');
};

/**
 * The event of a scan that was answered before.
 * @throws Problem 409 if its request was different
 */
export async function answeredBefore(
  ctx: AccountContext,
  { scanningStationID, scanID }: ScanBody,
  requestHash: string,
): Promise<{ id: string; kind: BatchEventKind } | undefined> {
  if (scanID === undefined) return undefined;
  const { rows } = await sql<{ id: string; kind: BatchEventKind; hash: string }>`select id, kind, request_hash as hash
    from production.batch_event
    where account_id = ${ctx.account.id} and station_id is not distinct from ${scanningStationID ?? null}
      and scan_id = ${scanID}`.execute(ctx.em.query());
  const [found] = rows;
  if (found && found.hash !== requestHash)
    throw scanProblems.scan_rejected({ message: 'This scan was used for something else before. Scan again.' });
  return found;
}

/** Answers a repeated scan, with its batches in their present state. */
export async function repeatedAnswer(
  ctx: AccountContext,
  { id, kind }: { id: string; kind: BatchEventKind },
): Promise<ScanReply> {
  const { rows } = await sql<{ id: string }>`select batch_id as id from production.batch_change
    where account_id = ${ctx.account.id} and event_id = ${id}`.execute(ctx.em.query());
  const batches = await batchesInOrder(
    ctx,
    rows.map((row) => row.id),
  );
  return { eventID: id, kind, isRepeated: true, batches, shortages: [] };
}

type ScanOpening = Omit<DeskOpening, 'stationID' | 'isDone'>;

/** The batch engine: every scan is one transaction. */
export class BatchService {
  readonly ports: ScanPorts;

  constructor(stock: StockPort, supply: SupplyPort, promises: RunPromises) {
    this.ports = { stock, supply, promises };
  }

  initialize(ctx: AccountContext, body: InitializeBody): Promise<ScanReply> {
    // Starting a batch moves no stock.
    const opening = { codes: [body.batchID], mayTouchStock: () => false };
    return this.#scan(ctx, 'init', body, opening, async (scan) => initializeWork(scan));
  }

  move(ctx: AccountContext, body: MoveBody): Promise<ScanReply> {
    const { batchIDs: codes, productionStepID: targetID } = body;
    const opening: ScanOpening = {
      codes,
      stepIDs: [targetID],
      // Without consumptions no stock is touched, and the expectations of the runs stay the same.
      mayTouchStock: ({ batches, bills }) =>
        batches.some((batch) => {
          const bill = bills.get(batch.runID) as RunBill;
          const step = bill.get(batch.stepID) as FlowingStep;
          return usedFromStock(step).length > 0 || !goesAsPlanned(bill, step.id, targetID);
        }),
    };
    return this.#scan(ctx, 'move', body, opening, (scan) => moveWork(scan, body.productionStepID));
  }

  split(ctx: AccountContext, body: SplitBody): Promise<ScanReply> {
    const stepIDs = body.productionStepID === undefined ? [] : [body.productionStepID];
    const opening = { codes: body.batchIDs, stepIDs, hasSeconds: body.seconds > 0 };
    return this.#scan(ctx, 'split', body, opening, (scan) => splitWork(scan, body));
  }

  merge(ctx: AccountContext, body: MergeBody): Promise<ScanReply> {
    const opening = { codes: body.batchIDs, stepIDs: [body.productionStepID] };
    return this.#scan(ctx, 'merge', body, opening, (scan) => mergeWork(scan, body));
  }

  close(ctx: AccountContext, body: CloseBody): Promise<ScanReply> {
    const opening = { codes: [body.batchID] };
    return this.#scan(ctx, 'close', body, opening, (scan) => closeWork(scan, body.reason), body.reason);
  }

  /** @throws Problem 409 `batch_delete_failed` */
  async remove(ctx: AccountContext, code: string): Promise<undefined> {
    const { refused } = await this.removeAll(ctx, { batchIDs: [code] });
    const [first] = refused;
    if (first?.code === 'batch_not_found') throw scanProblems.batch_not_found();
    if (first) throw scanProblems.batch_delete_failed({ message: first.message });
  }

  async removeAll(ctx: AccountContext, { batchIDs: codes }: EndpointRequest<typeof bulkDeleteBatches>['body']) {
    const known = await batchesByCode(ctx, codes);
    const found = [...new Set(known.values())];
    const query = ctx.em.query();
    const { rows: of } = await sql<{ runID: string }>`select distinct run_id as "runID" from production.batch
      where account_id = ${ctx.account.id} and id = any(${found}::text[])`.execute(query);
    const runs = await holdRuns(
      ctx,
      of.map(({ runID }) => runID),
    );
    await holdStockOf(ctx, this.ports.stock, [...runs.values()]);
    const { rows } = await sql<{ id: string; number: string }>`delete from production.batch
      where account_id = ${ctx.account.id} and id = any(${found}::text[]) and ${batchIs.planned('status')}
      returning id, number`.execute(query);
    const deleted = new Set(rows.map(({ id }) => id));
    for (const { id, number } of rows) audit(ctx, { record: { type: 'batch', id }, action: 'deleted', note: number });
    if (rows.length) {
      for (const run of runs.values()) {
        await progress(ctx, run, ctx.clock.now());
        await this.ports.promises.updateRunPromises(ctx, run);
      }
      touched(ctx, listBatches, listProductionRuns);
    }
    const refusal = (batchID: string, code: 'batch_not_found' | 'batch_delete_failed') => ({
      batchID,
      code,
      message: scanProblems.declarations[code].message,
    });
    return {
      deleted: [...deleted],
      refused: [
        ...found.filter((id) => !deleted.has(id)).map((id) => refusal(id, 'batch_delete_failed')),
        ...codes.filter((code) => !known.has(code)).map((code) => refusal(code, 'batch_not_found')),
      ],
    };
  }

  async #scan(
    ctx: AccountContext,
    kind: BatchEventKind,
    body: ScanBody,
    opening: ScanOpening,
    work: (scan: Scan) => Promise<void> | void,
    note?: string,
  ): Promise<ScanReply> {
    const requestHash = hashOfRequest(kind, body);
    let before: Awaited<ReturnType<typeof answeredBefore>>;
    const desk = await openDesk(ctx, this.ports.stock, {
      ...opening,
      stationID: body.scanningStationID,
      isDone: async () => {
        before = await answeredBefore(ctx, body, requestHash);
        return before !== undefined;
      },
    });
    if (!desk) return repeatedAnswer(ctx, before as NonNullable<typeof before>);
    const record: ScanRecord = { kind, requestHash, note, stationID: body.scanningStationID, scanID: body.scanID };
    const scan = new Scan(ctx, this.ports, desk, body);
    try {
      await work(scan);
      const { batchIDs, shortages } = await scan.finish(record);
      const batches = await batchesInOrder(ctx, batchIDs);
      return { eventID: scan.id, kind, isRepeated: false, batches, shortages };
    } catch (error) {
      throw asScanProblem(error);
    }
  }
}
