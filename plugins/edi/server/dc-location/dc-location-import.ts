import { type AccountContext, cellOf, type PlainImport, type PlainRows, sql } from '@millwright/core/server';
import { createDcLocationBody, locationQualifiers } from '../../contracts/index.ts';

const { shape } = createDcLocationBody;
const text = (records: PlainRows, name: string): string => String(cellOf(records.rows, name) ?? '').trim();

/** The account's locations, by the texts with which rows can name them. */
async function knownPlaces(ctx: AccountContext, records: readonly PlainRows[]): Promise<Map<string, string>> {
  const codes = [...new Set(records.map((each) => text(each, 'code')))];
  const { rows } = await sql<{ id: string; key: string }>`select location.id,
      lower(concat_ws('|', called.text, location.qualifier, location.code)) as key
    from edi.dc_location location
    join core.v_parties party on party.account_id = location.account_id and party.id = location.customer_id
    cross join lateral (values (party.name), (party.number)) called (text)
    where location.account_id = ${ctx.account.id} and location.code = any(${codes}::text[])
      and called.text is not null`.execute(ctx.em.query());
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Import of locations: created, or changed if customer, qualifier and code exist. */
export const dcLocationImport = {
  name: 'dc-locations',
  title: 'DC locations',
  description: 'Creates DC locations, or changes those whose customer and code exist. Leading zeros of codes count.',
  domain: 'dc_locations',
  words: ['DC location', 'DC locations'],
  keys: ['code'],
  within: ['customer'],
  known: knownPlaces,
  find: (records, known) =>
    new Map(
      records.flatMap((record) => {
        const parts = [text(record, 'customer'), text(record, 'qualifier') || '92', text(record, 'code')];
        const id = known.get(parts.join('|').toLowerCase());
        return id ? [[record.key, id] as const] : [];
      }),
    ),
  fields: [
    {
      name: 'code',
      label: 'Code',
      column: 'code',
      isNeeded: true,
      schema: shape.code,
      synonyms: ['dc', 'dc code', 'dc number', 'location', 'location code', 'store', 'store number', 'n104'],
      description: 'As the customer writes it, with leading zeros.',
      example: '0042',
    },
    {
      name: 'customer',
      label: 'Customer',
      kind: 'reference',
      column: 'customer_id',
      isNeeded: true,
      longest: 200,
      reference: { recordType: 'customer', by: ['name', 'number'], canCreate: false },
      refersTo: { table: 'core.v_parties', what: 'customer', by: ['number'] },
      synonyms: ['customer name', 'customer number', 'retailer', 'partner', 'account'],
      example: 'Lakeside Outfitters',
    },
    {
      name: 'qualifier',
      label: 'Qualifier',
      column: 'qualifier',
      schema: shape.qualifier,
      blank: '92',
      synonyms: ['code qualifier', 'n103'],
      description: `Who gave the code: ${locationQualifiers.join(', ')}; 92, the buyer, if empty.`,
      example: '92',
    },
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['dc name', 'location name', 'store name'],
      example: 'Duluth DC',
    },
    ...(
      [
        ['line1', 'Address', ['address', 'address 1', 'street', 'line 1'], '12 Canal Road'],
        ['line2', 'Address 2', ['address line 2', 'line 2', 'suite'], 'Dock 4'],
        ['city', 'City', ['town'], 'Duluth'],
        ['state', 'State', ['province', 'region'], 'MN'],
        ['postalCode', 'Postal code', ['zip', 'zip code', 'postcode'], '55806'],
      ] as const
    ).map(([name, label, synonyms, example]) => ({
      name,
      label,
      column: name === 'postalCode' ? 'postal_code' : name,
      schema: shape[name],
      synonyms: [...synonyms],
      example,
    })),
    {
      name: 'country',
      label: 'Country',
      column: 'country',
      schema: shape.country,
      blank: 'US',
      synonyms: ['country code'],
      example: 'US',
    },
    {
      name: 'receivingHours',
      label: 'Receiving hours',
      column: 'receiving_hours',
      schema: shape.receivingHours,
      synonyms: ['dock hours', 'hours'],
      example: 'Mon-Fri 6:00-14:00',
    },
    { name: 'isActive', label: 'Active', kind: 'boolean', column: 'is_active', blank: true, example: 'yes' },
  ],
} satisfies Omit<PlainImport<Map<string, string>>, 'recordType' | 'prefix' | 'table' | 'lists' | 'uses'>;
