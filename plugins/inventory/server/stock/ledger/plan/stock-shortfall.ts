import { type Big, Problem, sumOf, toWire } from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import { stockProblems } from '../../../../contracts/index.ts';
import type { StockedItem } from './stock-facts.queries.ts';

/** Places named in a message; the others are only counted. */
const mostNamed = 3;

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayOfYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Lot L1 expired Nov 27'; with the year if it is not the current one. ISO dates. */
export const expiredText = (lotNumber: string, expiresOn: string, today: string): string =>
  `Lot ${lotNumber} expired ${(expiresOn.slice(0, 4) === today.slice(0, 4) ? day : dayOfYear).format(
    new Date(`${expiresOn}T00:00:00Z`),
  )}`;

/** Texts about expired stock of these items, which cannot be used; the latest expiry first. */
export async function blockedTexts(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ itemID: string; text: string }>`select item_id as "itemID", blocked_because as text
    from inventory.v_stock_on_hand
    where account_id = ${ctx.account.id} and owner_id = ${ctx.account.id} and item_id = any(${listed(itemIDs)})
      and is_blocked and on_hand > 0
    group by item_id, lot_id, blocked_because, expires_on order by expires_on desc, lot_id`.execute(ctx.em.query());
  return new Map(
    [...Map.groupBy(rows, ({ itemID }) => itemID)].map(([itemID, own]) => [itemID, own.map(({ text }) => text)]),
  );
}

/** Adds the expired lots in stock to an `insufficient_stock` problem; answers any other error unchanged. */
export async function withBlockedLots(ctx: AccountContext, error: unknown): Promise<unknown> {
  if (!(error instanceof Problem) || error.code !== 'insufficient_stock') return error;
  const lines = (error.details?.['lines'] ?? []) as { path: string; itemID: string }[];
  const found = await blockedTexts(
    ctx,
    lines.map(({ itemID }) => itemID),
  );
  if (found.size === 0) return error;
  const because = (message: string, itemID: string | undefined): string => {
    const texts = found.get(itemID ?? '') ?? [];
    return [message, ...texts.slice(0, mostNamed)].join('; ');
  };
  return stockProblems.insufficient_stock({
    message: because(error.message, lines[0]?.itemID),
    errors: error.errors.map(({ path, message }, at) => ({ path, message: because(message, lines[at]?.itemID) })),
    ...(error.details ? { details: error.details } : {}),
  });
}

/** The missing quantity of a line, in base units. */
export interface Shortfall {
  path: string;
  item: StockedItem;
  missing: Big;
  /** `in this place` */
  where: string;
  wanted?: Big | undefined;
  /** Stock in closed places, which limits how low a count of all places can go. */
  closed?: readonly { onHand: Big; place: string }[] | undefined;
}

const closedText = (item: StockedItem, closed: readonly { onHand: Big; place: string }[]): string => {
  const places = [...new Set(closed.map(({ place }) => place))].sort();
  const named = places.slice(0, mostNamed).join(', ');
  const rest = places.length - mostNamed;
  const quantity = sumOf(closed.map(({ onHand }) => onHand)).toString();
  return (
    `${quantity} ${item.baseUnit} of ${item.sku} ${quantity === '1' ? 'lies' : 'lie'} in closed places: ` +
    `${named}${rest > 0 ? ` and ${rest} more` : ''}`
  );
};

const messageOf = ({ item, missing, where, wanted, closed }: Shortfall): string => {
  if (closed?.length) return closedText(item, closed);
  return wanted
    ? `Only ${wanted.minus(missing).toString()} of ${wanted.toString()} ${item.baseUnit} of ${item.sku} are ${where}`
    : `${missing.toString()} ${item.baseUnit} of ${item.sku} too few are ${where}`;
};

/** 409 `insufficient_stock` with one entry per line. */
export const shortfallProblem = (shortfalls: readonly Shortfall[]): Problem => {
  const [first] = shortfalls as [Shortfall];
  return stockProblems.insufficient_stock({
    message: messageOf(first),
    errors: shortfalls.map((shortfall) => ({ path: shortfall.path, message: messageOf(shortfall) })),
    details: {
      lines: shortfalls.map(({ path, item, missing }) => ({
        path,
        itemID: item.id,
        sku: item.sku,
        shortfall: toWire(missing),
        unitID: item.baseUnitID,
        unit: item.baseUnit,
      })),
    },
  });
};
