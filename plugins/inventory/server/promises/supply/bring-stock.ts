import { type Big, toColumn } from '@millwright/core/contracts';
import { type AccountContext, todayOf } from '@millwright/core/server';
import type { DemandLine, DemandSource, StockOfLine } from '../../../contracts/index.ts';
import { placeStates } from '../../../contracts/index.ts';
import { applyStock } from '../../stock/ledger/operation/stock-ledger.ts';
import { stockOfLines } from '../../stock/ledger/operation/stock-of-line.ts';
import type { StockChange } from '../../stock/ledger/operation/stock-operation.ts';
import { findLocations } from '../../stock/ledger/plan/stock-facts.queries.ts';
import { lotKey, lotsThatCome } from '../../stock/lot/lots-of.ts';
import { fulfilSupply, supplyIsHere } from './supply-rows.ts';

/** Stock that comes for a line of a document. */
interface Arrival
  extends Pick<
    StockChange,
    | 'itemID'
    | 'locationID'
    | 'measure'
    | 'unitID'
    | 'value'
    | 'unitCost'
    | 'costUnit'
    | 'receivedAt'
    | 'reference'
    | 'path'
    | 'scanningStation'
  > {
  lineID: string;
  quantity: Big;
  lotNumber?: string | undefined;
  expiresOn?: string | undefined;
  supply?: DemandLine | undefined;
}

/**
 * Brings stock in for a document, and raises what was received of the supply that it fulfils; where nothing is promised
 * from the place, the supply stays open until the goods are moved to where they can be. Nobody expected what is
 * returned.
 */
export async function bringStock(
  ctx: AccountContext,
  action: 'receive' | 'produce' | 'return',
  source: DemandSource,
  arrivals: readonly Arrival[],
): Promise<StockOfLine[]> {
  if (arrivals.length === 0) return [];
  const places = await findLocations(
    ctx,
    arrivals.flatMap(({ locationID }) => locationID ?? []),
  );
  const isHere = ({ locationID }: Arrival): boolean =>
    locationID === undefined || placeStates.is.open(places.get(locationID)?.state);
  const supplyOf = ({ supply, lineID }: Arrival): DemandLine => supply ?? { type: source.type, id: source.id, lineID };
  const come = (some: readonly Arrival[]) =>
    some.map((arrival) => ({
      ...supplyOf(arrival),
      itemID: arrival.itemID,
      quantity: toColumn(arrival.quantity, 6),
    }));
  const expected = action === 'return' ? [] : arrivals;
  await fulfilSupply(ctx, source, come(expected.filter(isHere)));
  await supplyIsHere(ctx, todayOf(ctx), come(expected.filter((arrival) => !isHere(arrival))));
  const lots = await lotsThatCome(
    ctx,
    arrivals.flatMap(({ itemID, lotNumber, expiresOn, path }) =>
      lotNumber ? { itemID, lotNumber, expiresOn, path } : [],
    ),
  );
  const { parts } = await applyStock(ctx, {
    action,
    source,
    changes: arrivals.map((arrival) => {
      const {
        lotNumber,
        expiresOn: _,
        supply: __,
        path = arrival.lineID,
        reference = source.number,
        ...line
      } = arrival;
      return {
        ...line,
        path,
        reference: reference || undefined,
        lotID: (lotNumber && lots.get(lotKey({ itemID: line.itemID, lotNumber }))) || null,
        supply: isHere(arrival) && action !== 'return' ? supplyOf(arrival) : undefined,
      };
    }),
  });
  return stockOfLines(arrivals, parts);
}
