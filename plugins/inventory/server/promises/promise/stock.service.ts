import type { AccountContext } from '@millwright/core/server';
import {
  type DemandSource,
  type DocumentDemand,
  type ItemAvailability,
  type LinePromise,
  type StockIssue,
  type StockOfLine,
  StockPort,
} from '../../../contracts/index.ts';
import { endCustomerHolding } from '../hold/customer-holding.ts';
import { availabilityOf } from './availability.queries.ts';
import { demandOf } from './demand-rows.ts';
import { issueStock } from './issue-stock.ts';
import {
  asPromise,
  type ReserveOptions,
  releaseDocuments,
  releaseHold,
  reserveDocuments,
} from './reserve-documents.ts';

/** Promises and uses the account's own stock for other domains, inside their transaction. */
export class StockService extends StockPort {
  override async reserve(
    ctx: AccountContext,
    documents: readonly DocumentDemand[],
    options?: ReserveOptions,
  ): Promise<Map<string, LinePromise>> {
    if (options?.holdID !== undefined) await endCustomerHolding(ctx);
    return reserveDocuments(ctx, documents, options);
  }

  override release(ctx: AccountContext, sourceType: string, sourceIDs: readonly string[]): Promise<void> {
    return releaseDocuments(ctx, sourceType, sourceIDs);
  }

  override async releaseHold(ctx: AccountContext, holdID: string): Promise<void> {
    await endCustomerHolding(ctx);
    await releaseHold(ctx, holdID);
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

  override allocate(): Promise<never> {
    throw new Error('to come');
  }
  override free(): Promise<never> {
    throw new Error('to come');
  }
  override allocationsOf(): Promise<never> {
    throw new Error('to come');
  }
  override move(): Promise<never> {
    throw new Error('to come');
  }
  override giveBack(): Promise<never> {
    throw new Error('to come');
  }
  override defaultPlace(): Promise<never> {
    throw new Error('to come');
  }

  override async issue(
    ctx: AccountContext,
    action: 'ship' | 'consume',
    source: DemandSource,
    issues: readonly StockIssue[],
  ): Promise<StockOfLine[]> {
    await issueStock(ctx, action, source, issues);
    return [];
  }
}
