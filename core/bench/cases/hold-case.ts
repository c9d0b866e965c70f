import { newID } from '../../contracts/texts/id.ts';
import type { Floor } from '../floors/floor.ts';
import type { BenchFacts } from '../place/facts.ts';
import type { BenchRequest } from '../place/load-client.ts';

/** Number of items in high demand, which all orders share. */
export const hotItems = 20;
/** Orders being typed at the same time; a person may have twenty. */
const holds = 16;
const renewals = 20;

/**
 * Held lines of an order being typed at its nth change: each change adds a line of the shared items, every fifth starts
 * anew.
 */
const linesOf = ({ itemIDs }: BenchFacts, turn: number): { itemID: string; quantity: number }[] =>
  Array.from({ length: 1 + (turn % 5) }, (_, line) => ({
    itemID: itemIDs[(Math.floor(turn / 5) * 7 + line * 3) % hotItems] as string,
    quantity: 1 + (line % 4),
  }));

const holdID = (number: number): string => `hold_${String(number).padStart(26, '0')}`;

/** Renewals of holds. Those of one hold are consecutive, because a client mostly works on its own hold. */
export const holdRequests = (facts: BenchFacts): BenchRequest[] =>
  Array.from({ length: holds * renewals }, (_, turn) => ({
    method: 'PUT',
    path: `/api/v1/inventory-holds/${holdID(Math.floor(turn / renewals))}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines: linesOf(facts, turn), expiresInSeconds: 900 }),
  }));

/**
 * The same hold in plain SQL: writes the hold, locks the positions in order, replaces the lines, updates the positions.
 */
export const holdFloor = (facts: BenchFacts): Floor => ({
  writes: true,
  run: async (ask, turn) => {
    const { accountID, memberID } = facts;
    const id = `floor_${turn % holds}`;
    const lines = new Map<string, number>();
    for (const { itemID, quantity } of linesOf(facts, turn)) lines.set(itemID, (lines.get(itemID) ?? 0) + quantity);
    await ask(
      'hold',
      `insert into inventory.hold (account_id, id, created_at, updated_at, version, actor_id, actor_name, expires_at)
      values ($1, $2, now(), now(), 1, $3, 'Floor', now() + interval '15 minutes')
      on conflict (account_id, id) do update set expires_at = excluded.expires_at, version = hold.version + 1`,
      [accountID, id, memberID],
    );
    const units = await ask(
      'units',
      `select i.id, u.name, f.numerator, f.denominator from inventory.item i
        join inventory.unit_conversion f on f.account_id = i.account_id and f.id = i.default_conversion_id
        join inventory.unit u on u.account_id = f.account_id and u.id = f.unit_id
      where i.account_id = $1 and i.id = any($2::text[]) and i.product_type = 'sale'`,
      [accountID, [...lines.keys()]],
    );
    const held = await ask(
      'held',
      'select item_id, quantity from inventory.hold_line where account_id = $1 and hold_id = $2',
      [accountID, id],
    );
    const items = [...new Set([...lines.keys(), ...held.map((line) => String(line['item_id']))])];
    const positions = await ask(
      'lock',
      `select item_id, on_hand - held - reserved as free from inventory.item_position
      where account_id = $1 and owner_id = $1 and item_id = any($2::text[]) order by item_id for no key update`,
      [accountID, items],
    );
    await ask('clear', 'delete from inventory.hold_line where account_id = $1 and hold_id = $2', [accountID, id]);
    const change = items.map(
      (item) => (lines.get(item) ?? 0) - Number(held.find((line) => line['item_id'] === item)?.['quantity'] ?? 0),
    );
    await ask(
      'lines',
      `insert into inventory.hold_line (account_id, hold_id, item_id, wanted, quantity, expires_at)
      select $1, $2, line.item_id, line.quantity, line.quantity, now() + interval '15 minutes'
      from unnest($3::text[], $4::numeric[]) as line (item_id, quantity)`,
      [accountID, id, [...lines.keys()], [...lines.values()]],
    );
    await ask(
      'positions',
      `update inventory.item_position p set held = p.held + c.held, version = p.version + 1, updated_at = now(),
        holds_expire_at = coalesce(p.holds_expire_at, now() + interval '15 minutes')
      from unnest($2::text[], $3::numeric[]) as c (item_id, held)
      where p.account_id = $1 and p.owner_id = $1 and p.item_id = c.item_id`,
      [accountID, items, change],
    );
    return { id: newID('hold'), units, positions };
  },
});
