import { decimal } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import {
  type AllocatedStock,
  type DemandSource,
  type DocumentDemand,
  type DoneAt,
  type ItemAvailability,
  type LinePromise,
  type PlaceProposal,
  type ServedShort,
  type StockHold,
  type StockIssue,
  type StockKeys,
  type StockOfLine,
  StockPort,
  type StockRelocation,
  type WorkPlaceType,
} from '../../../../contracts/index.ts';
import { availabilityOf } from '../../../catalogue/item/amount/availability.queries.ts';
import { proposePlaces } from '../../../locations/storage-location/places/proposed-places.ts';
import { defaultPlace } from '../../../locations/storage-location/places/work-places.ts';
import {
  type AllocationRequest,
  allocateStock,
  type FreedAllocation,
  freeAllocations,
  stockAllocationsOf,
} from '../../../stock/allocation/allocate-stock.ts';
import { demandOf } from '../../../stock/demand/demand-rows.ts';
import { endCustomerHolding } from '../../hold/customer-holding.ts';
import { HoldService } from '../../hold/hold.service.ts';
import { returnIssuedStock } from '../../supply/take-back.ts';
import { answerPromises } from '../promise.queries.ts';
import { holdStock } from './hold-stock.ts';
import { issueStock, relocateStock } from './issue-stock.ts';
import {
  asPromise,
  type ReserveOptions,
  releaseDocuments,
  releaseHold,
  reserveDocuments,
} from './reserve-documents.ts';

/** Promises and uses the account's own stock for other domains, inside their transaction. */
export class StockService extends StockPort {
  readonly #holds = new HoldService();

  override hold(ctx: AccountContext, keys: StockKeys): Promise<void> {
    return holdStock(ctx, keys);
  }

  override async reserve(
    ctx: AccountContext,
    documents: readonly DocumentDemand[],
    options?: ReserveOptions,
  ): Promise<Map<string, LinePromise>> {
    if (options?.holdID !== undefined)
      await endCustomerHolding(ctx, options.isDocumentHold ? documents[0]?.customerID : undefined);
    return reserveDocuments(ctx, documents, options);
  }

  override release(ctx: AccountContext, sourceType: string, sourceIDs: readonly string[]): Promise<void> {
    return releaseDocuments(ctx, sourceType, sourceIDs);
  }

  override async holdForDocument(ctx: AccountContext, hold: StockHold): Promise<void> {
    const { holdID, documentID, customerID, lines, seconds, largestOrder } = hold;
    const holder: AccountContext = {
      ...ctx,
      customerID,
      actor: { type: 'system', id: documentID, name: 'Checkout' },
    };
    const body = { lines: lines.map((line) => ({ ...line })), expiresInSeconds: seconds };
    await this.#holds.put(holder, holdID, body, { orders: [{ largestOrderOf: async () => largestOrder }] });
  }

  override async releaseHold(ctx: AccountContext, holdID: string, documentID?: string): Promise<void> {
    if (documentID === undefined) await endCustomerHolding(ctx);
    await releaseHold(ctx, holdID, documentID);
  }

  override async promisesOf(
    ctx: AccountContext,
    sourceType: string,
    sourceIDs: readonly string[],
  ): Promise<Map<string, LinePromise>> {
    const rows = await demandOf(ctx, { type: sourceType, ids: sourceIDs });
    return new Map(rows.map((row) => [row.lineID, asPromise(row)]));
  }

  override availabilityOf(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, ItemAvailability>> {
    return availabilityOf(ctx, itemIDs);
  }

  override async firstDatesOf(ctx: AccountContext, wanted: readonly { itemID: string; quantity: string }[]) {
    const answers = await answerPromises(
      ctx,
      wanted.map(({ itemID, quantity }) => ({ itemID, quantity: decimal(quantity), on: null })),
    );
    return wanted.map(({ itemID }, index) => {
      const { availableToPromise, firstDate } = answers[index] as (typeof answers)[number];
      return { itemID, availableToPromise: availableToPromise.toFixed(), firstDate };
    });
  }

  override allocate(ctx: AccountContext, documents: readonly AllocationRequest[]): Promise<AllocatedStock[]> {
    return allocateStock(ctx, documents);
  }

  override free(ctx: AccountContext, allocations: readonly FreedAllocation[]): Promise<void> {
    return freeAllocations(ctx, allocations);
  }

  override allocationsOf(
    ctx: AccountContext,
    sourceType: string,
    sourceIDs: readonly string[],
  ): Promise<AllocatedStock[]> {
    return stockAllocationsOf(ctx, sourceType, sourceIDs);
  }

  override async move(
    ctx: AccountContext,
    source: DemandSource,
    lines: readonly StockRelocation[],
    { reason }: { reason?: string | undefined } = {},
  ): Promise<StockOfLine[]> {
    return (await relocateStock(ctx, source, lines, reason)).lines;
  }

  override async putAway(
    ctx: AccountContext,
    source: DemandSource,
    lines: readonly StockRelocation[],
  ): Promise<readonly ServedShort[]> {
    return (await relocateStock(ctx, source, lines, undefined)).served;
  }

  override proposePlaces(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, PlaceProposal[]>> {
    return proposePlaces(ctx, itemIDs);
  }

  override issue(
    ctx: AccountContext,
    action: 'ship' | 'consume',
    source: DemandSource,
    issues: readonly StockIssue[],
  ): Promise<StockOfLine[]> {
    return issueStock(ctx, action, source, issues);
  }

  override returnIssued(
    ctx: AccountContext,
    source: Pick<DemandSource, 'type' | 'id'>,
    lineIDs?: readonly string[],
    demands: readonly DocumentDemand[] = [],
    doneAt?: DoneAt,
  ): Promise<StockOfLine[]> {
    return returnIssuedStock(ctx, source, lineIDs, demands, doneAt);
  }

  override defaultPlace(ctx: AccountContext, type: WorkPlaceType): Promise<{ id: string; name: string }> {
    return defaultPlace(ctx, type);
  }
}
