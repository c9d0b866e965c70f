import { decimal } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type {
  DemandSource,
  ServedShort,
  StockIssue,
  StockOfLine,
  StockRelocation,
} from '../../../../contracts/index.ts';
import { applyStock, moveStock } from '../../../stock/ledger/operation/stock-ledger.ts';
import { stockOfLines } from '../../../stock/ledger/operation/stock-of-line.ts';
import { fulfilSupply } from '../../supply/supply-rows.ts';

/**
 * Takes stock out for a document. What a line has reserved and set aside goes along; what leaves beyond it has to be
 * free.
 */
export async function issueStock(
  ctx: AccountContext,
  action: 'ship' | 'consume',
  source: DemandSource,
  issues: readonly StockIssue[],
): Promise<StockOfLine[]> {
  if (issues.length === 0) return [];
  const { parts } = await applyStock(ctx, {
    action,
    source,
    changes: issues.map(({ quantity, demand, ...issue }) => ({
      ...issue,
      quantity: decimal(quantity).times('-1'),
      demand: demand ?? (issue.lineID === undefined ? undefined : { ...source, lineID: issue.lineID }),
    })),
  });
  return stockOfLines(issues, parts);
}

/** Takes stock to other places for a document; what is set aside for a line stays so, unless it says otherwise. */
export async function relocateStock(
  ctx: AccountContext,
  source: DemandSource,
  lines: readonly StockRelocation[],
  reason: string | undefined,
): Promise<{ lines: StockOfLine[]; served: readonly ServedShort[] }> {
  if (lines.length === 0) return { lines: [], served: [] };
  await fulfilSupply(
    ctx,
    source,
    lines.flatMap(({ supply, itemID, quantity }) => (supply ? { ...supply, itemID, quantity } : [])),
  );
  const { parts, served } = await moveStock(ctx, {
    source,
    reason,
    lines: lines.map(({ quantity, ...line }) => ({ ...line, quantity: decimal(quantity) })),
  });
  return { lines: stockOfLines(lines, parts), served };
}
