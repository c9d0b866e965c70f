import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, definePart, named, projection, referenceAggregate, sql } from '@millwright/core/server';
import {
  ediPartnerItems,
  ediPartners,
  listEdiConnections,
  listEdiPartnerItems,
  listEdiPartners,
  type PartnerSettings,
  type EdiPartner as PartnerView,
  partnerDeclarations,
  partnerProblems,
  partnerSettings,
} from '../../contracts/index.ts';
import { EdiConnection } from '../connection/connection.entity.ts';
import { customerOf } from './customer-of.ts';
import { ControlNumber, EdiPartner, EdiPartnerItem } from './partner.entity.ts';

const view = projection<typeof ediPartners.row, EndpointRequest<typeof listEdiPartners>['query']>(ediPartners.row, {
  list: listEdiPartners,
  table: 'edi.partner',
  computed: {
    customer: named('core.v_parties', 'partner.customer_id'),
    connection: named('edi.connection', 'partner.connection_id'),
    isSimulated: sql`exists (select from edi.connection connection where connection.account_id = partner.account_id
      and connection.id = partner.connection_id and connection.kind = 'simulated')`,
    itemCount: sql`(select count(*)::int from edi.partner_item item
      where item.account_id = partner.account_id and item.partner_id = partner.id)`,
    heldCount: sql`(select count(*)::int from edi.document document where document.account_id = partner.account_id
      and document.partner_id = partner.id and exists (select from edi.document_hold hold
        where hold.account_id = document.account_id and hold.document_id = document.id))`,
  },
  search: ['name', 'theirID', 'ourID'],
  filters: { customerIDs: (ids) => sql<boolean>`partner.customer_id = any(${ids}::text[])` },
  order: ['name'],
});

/**
 * Null removes the connection, undefined keeps it.
 * @throws Problem 400 for an unknown one
 */
async function connectionOf(ctx: AccountContext, id: string | null | undefined) {
  if (id === undefined) return {};
  const found = id === null ? null : await ctx.em.findOne(EdiConnection, { accountID: ctx.account.id, id });
  if (id !== null && !found)
    throw problems.invalid_input({ errors: [{ path: 'connectionID', message: 'There is no such connection' }] });
  return { connection: found };
}

const defaults = partnerSettings.parse({});

/** Settings with the key order of PostgreSQL; another order would look like a change to the ORM. */
const asStored = (settings: PartnerSettings): PartnerSettings =>
  Object.fromEntries(
    Object.entries(settings).sort(([one], [other]) => one.length - other.length || (one < other ? -1 : 1)),
  ) as PartnerSettings;

/** @throws Problem 400 with one entry per unknown unit */
async function refuseUnits(ctx: AccountContext, { units }: PartnerSettings): Promise<void> {
  if (!units.length) return;
  const { rows } = await sql<{ id: string }>`select id from inventory.v_units where account_id = ${ctx.account.id}
    and id = any(${units.map(({ unitID }) => unitID)}::text[])`.execute(ctx.em.query());
  const known = new Set(rows.map(({ id }) => id));
  const errors = units.flatMap(({ unitID }, index) =>
    known.has(unitID) ? [] : [{ path: `settings.units.${index}.unitID`, message: 'There is no such unit' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
}

const partners = referenceAggregate<EdiPartner, PartnerView, typeof ediPartners>({
  type: 'edi_partner',
  prefix: 'edp',
  entity: EdiPartner,
  table: 'edi.partner',
  endpoints: ediPartners,
  view,
  lists: [listEdiPartners, listEdiConnections],
  fields: [
    ...['name', 'customer', 'connection', 'isTest', 'isActive', 'ourQualifier', 'ourID', 'ourGroupID'],
    ...['theirQualifier', 'theirID', 'theirGroupID', 'settings'],
  ],
  facts: ({ customer, connection, ...partner }) => ({
    ...partner,
    customer: customer.name,
    connection: connection?.name ?? null,
    settings: JSON.stringify(partner.settings),
  }),
  subtitle: ({ theirID }) => theirID,
  data: async (ctx, { customerID, connectionID, settings, ...fields }) => ({
    ...fields,
    ...(settings ? { settings: asStored(settings) } : {}),
    ...(await customerOf(ctx, customerID)),
    ...(await connectionOf(ctx, connectionID)),
  }),
  refuse: async (ctx, partner) => {
    partner.settings ??= defaults;
    await refuseUnits(ctx, partner.settings);
    // Most partners use the same ids for groups.
    partner.ourGroupID ||= partner.ourID;
    partner.theirGroupID ||= partner.theirID;
  },
  beforeRemove: async (ctx, partner) => {
    await sql`delete from edi.control_number
      where account_id = ${ctx.account.id} and partner_id = ${partner.id}`.execute(ctx.em.query());
  },
});

const itemView = projection<typeof ediPartnerItems.row, EndpointRequest<typeof listEdiPartnerItems>['query']>(
  ediPartnerItems.row,
  {
    list: listEdiPartnerItems,
    table: 'edi.partner_item',
    computed: {
      partner: named('edi.partner', 'partner_item.partner_id'),
      item: sql`(select json_build_object('id', item.id, 'sku', item.sku) from inventory.v_items item
        where item.account_id = partner_item.account_id and item.id = partner_item.item_id)`,
    },
    search: ['name'],
    filters: {
      partnerIDs: (ids) => sql<boolean>`partner_item.partner_id = any(${ids}::text[])`,
      itemIDs: (ids) => sql<boolean>`partner_item.item_id = any(${ids}::text[])`,
    },
    order: ['name'],
  },
);

/** @throws Problem 400 for an unknown partner or item */
async function partnerItemOf(ctx: AccountContext, { partnerID, itemID }: { partnerID?: string; itemID?: string }) {
  const { rows } = await sql<{ partner: boolean; item: boolean }>`select
      exists (select from edi.partner where account_id = ${ctx.account.id} and id = ${partnerID ?? null}) as partner,
      exists (select from inventory.v_items where account_id = ${ctx.account.id} and id = ${itemID ?? null}
        and type = 'product') as item`.execute(ctx.em.query());
  const errors = [
    ...(partnerID && !rows[0]?.partner ? [{ path: 'partnerID', message: 'There is no such partner' }] : []),
    ...(itemID && !rows[0]?.item ? [{ path: 'itemID', message: 'There is no such product' }] : []),
  ];
  if (errors.length) throw problems.invalid_input({ errors });
  return { ...(partnerID ? { partner: ctx.em.reference(EdiPartner, partnerID) } : {}), ...(itemID ? { itemID } : {}) };
}

const items = referenceAggregate({
  type: 'edi_partner_item',
  prefix: 'epi',
  entity: EdiPartnerItem,
  table: 'edi.partner_item',
  endpoints: ediPartnerItems,
  view: itemView,
  lists: [listEdiPartnerItems, listEdiPartners],
  fields: ['name', 'qualifier', 'item', 'partner'],
  facts: ({ partner, item, ...record }) => ({ ...record, partner: partner.name, item: item.sku }),
  data: async (ctx, { partnerID, itemID, ...fields }) => ({
    ...fields,
    ...(await partnerItemOf(ctx, { ...(partnerID ? { partnerID } : {}), ...(itemID ? { itemID } : {}) })),
  }),
});

const partnerReference = (to: string, column: string) => ({
  to,
  what: ['EDI partner', 'EDI partners'] as const,
  table: 'edi.partner',
  column,
  label: 'referrer.name',
});

export const partnerPart = definePart({
  ...partnerDeclarations,
  problems: partnerProblems,
  entities: [EdiPartner, EdiPartnerItem, ControlNumber],
  references: [
    partnerReference('customer', 'customer_id'),
    partnerReference('edi_connection', 'connection_id'),
    {
      to: 'edi_partner',
      what: ['item number', 'item numbers'],
      table: 'edi.partner_item',
      column: 'partner_id',
      label: 'referrer.name',
    },
    {
      to: 'item',
      what: ['number of an EDI partner', 'numbers of EDI partners'],
      table: 'edi.partner_item',
      column: 'item_id',
      label: 'referrer.name',
    },
  ],
  routes: () => [...partners.routes(), ...items.routes()],
  recordSources: (services) => [
    ...(partners.recordSources?.(services) ?? []),
    ...(items.recordSources?.(services) ?? []),
  ],
  samples: [
    {
      table: 'edi.partner',
      row: (ids) => ({
        name: 'Partner {label}',
        customer_id: ids('commerce.customer'),
        connection_id: ids('edi.connection'),
        our_qualifier: 'ZZ',
        our_id: 'US',
        our_group_id: 'US',
        their_qualifier: 'ZZ',
        their_id: 'CANARY{label}',
        their_group_id: 'THEM',
        settings: JSON.stringify(defaults),
      }),
    },
    {
      table: 'edi.partner_item',
      row: (ids) => ({
        partner_id: ids('edi.partner'),
        qualifier: 'UP',
        name: 'Canary {label}',
        item_id: ids('inventory.item'),
      }),
    },
    { table: 'edi.control_number', row: (ids) => ({ partner_id: ids('edi.partner'), level: 'set', next: 1 }) },
  ],
});
