import { isDeepStrictEqual } from 'node:util';
import {
  type AddressInput,
  type AddressSnapshot,
  type FieldError,
  problems,
  snapshotOfAddress,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

/** The address of an alias of `core.v_party_addresses`, as documents store it. */
export const addressSnapshotOf = (
  alias: string,
) => sql<AddressSnapshot | null>`case when ${sql.ref(`${alias}.id`)} is not null then
  json_build_object('name', ${sql.ref(`${alias}.name`)}, 'line1', ${sql.ref(`${alias}.line1`)},
    'line2', ${sql.ref(`${alias}.line2`)}, 'city', ${sql.ref(`${alias}.city`)}, 'state', ${sql.ref(`${alias}.state`)},
    'postalCode', ${sql.ref(`${alias}.postal_code`)}, 'country', ${sql.ref(`${alias}.country`)},
    'phone', ${sql.ref(`${alias}.phone`)}, 'email', ${sql.ref(`${alias}.email`)},
    'isDropShip', ${sql.ref(`${alias}.is_drop_ship`)}) end`;

interface AddressChoice {
  billTo?: AddressInput | null | undefined;
  billToID?: string | null | undefined;
  shipTo?: AddressInput | null | undefined;
  shipToID?: string | null | undefined;
}

/**
 * The addresses of a request: one of the party's by id, or a one-off. Undefined if absent, null for none.
 * @throws Problem 400 for an address of another party
 */
export async function chosenAddresses(
  ctx: AccountContext,
  party: { id: string; what: string },
  input: AddressChoice,
): Promise<{ billTo: AddressSnapshot | null | undefined; shipTo: AddressSnapshot | null | undefined }> {
  const ids = [input.billToID, input.shipToID].filter((id) => typeof id === 'string');
  const known = new Map<string, AddressSnapshot>();
  if (ids.length) {
    const { rows } = await sql<{ id: string; address: AddressSnapshot }>`
      select located.id, ${addressSnapshotOf('located')} as address from core.v_party_addresses located
      where located.account_id = ${ctx.account.id} and located.party_id = ${party.id}
        and located.id = any(${ids}::text[])`.execute(ctx.em.query());
    for (const { id, address } of rows) known.set(id, address);
  }
  const errors: FieldError[] = [];
  const choose = (name: 'billTo' | 'shipTo'): AddressSnapshot | null | undefined => {
    const [fields, id] = [input[name], input[`${name}ID`]];
    if (fields) return snapshotOfAddress(fields);
    if (id) {
      const found = known.get(id);
      if (!found) errors.push({ path: `${name}ID`, message: `The ${party.what} has no such address` });
      return found ?? null;
    }
    return fields === null || id === null ? null : undefined;
  };
  const chosen = { billTo: choose('billTo'), shipTo: choose('shipTo') };
  if (errors.length) throw problems.invalid_input({ errors });
  return chosen;
}

/** Drops unchanged addresses, because the ORM treats JSON with another key order as a change. */
export const onlyChanged = <Address>(
  before: Record<'billTo' | 'shipTo', Address>,
  { billTo, shipTo }: Record<'billTo' | 'shipTo', Address | undefined>,
) => ({
  ...(billTo === undefined || isDeepStrictEqual(billTo, before.billTo) ? {} : { billTo }),
  ...(shipTo === undefined || isDeepStrictEqual(shipTo, before.shipTo) ? {} : { shipTo }),
});
