import { type Invariant, numbersWithoutGaps, textTwins } from '@millwright/core/server';

/** Invariants of suppliers; part of `commerceInvariants`. */
export const supplierInvariants: readonly Invariant[] = [
  textTwins('commerce.supplier-numbers-differ-by-what-is-seen', { table: 'commerce.supplier', column: 'number' }),
  textTwins('commerce.supplier-names-differ-by-what-is-seen', { table: 'commerce.supplier', column: 'name' }),
  {
    name: 'commerce.supplier-is-its-party',
    sql: `select coalesce(supplier.id, party.id) as id from commerce.supplier supplier
      full join core.v_parties party on party.account_id = supplier.account_id and party.id = supplier.id
      where coalesce(supplier.account_id, party.account_id) = $1 and coalesce(party.kind, 'supplier') = 'supplier'
        and (supplier.id is null or party.id is null or supplier.name <> party.name
          or supplier.number is distinct from party.number or supplier.email is distinct from party.email)`,
  },
  numbersWithoutGaps(
    'commerce.supplier-numbers-without-gaps',
    'supplier',
    'commerce.supplier',
    'commerce.retired_supplier_number',
  ),
  {
    name: 'commerce.supplier-address-is-its-own',
    sql: `select supplier.id from commerce.supplier supplier
      join core.v_party_addresses address
        on address.account_id = supplier.account_id and address.id = supplier.address_id
      where supplier.account_id = $1 and address.party_id <> supplier.id`,
  },
  {
    name: 'commerce.supplied-items-exist',
    sql: `select supplied.id from commerce.supplier_material supplied
      where supplied.account_id = $1 and not exists (select from inventory.v_items item
        where item.account_id = supplied.account_id and item.id = supplied.item_id)`,
  },
];
