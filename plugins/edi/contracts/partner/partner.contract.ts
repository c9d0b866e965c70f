import {
  crudEndpoints,
  endpoint,
  idOf,
  repeated,
  requiredLine,
  singleLine,
  wireDecimal,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Document types that a partner may want, besides the 997. */
export const sentDocumentTypes = ['855', '865', '856', '810'] as const;
/** Layouts of an 856 below the order: packs with items, items with packs, items only. */
export const shipNoticeLayouts = ['SOPI', 'SOIP', 'SOI'] as const;
export const shipNoticeLayoutNames: Readonly<Record<(typeof shipNoticeLayouts)[number], string>> = {
  SOPI: 'Shipment, order, pack, item',
  SOIP: 'Shipment, order, item, pack',
  SOI: 'Shipment, order, item',
};
/** Meaning of the quantities in a changed order (860). */
export const changeQuantities = ['new', 'difference'] as const;

const hours = z.int().gte(1, { error: 'Must be from 1 to 720' }).lte(720, { error: 'Must be from 1 to 720' });
const delimiter = z
  .string()
  .length(1, { error: 'Must be one character' })
  .refine((text) => !/[\p{L}\p{N} ]/u.test(text), { error: 'Must be no letter, digit or space' });

/** Agreements with a partner. */
export const partnerSettings = z
  .strictObject({
    sends: z.array(z.enum(sentDocumentTypes)).max(sentDocumentTypes.length).default(['855', '856', '810']),
    /** GS08 of outgoing documents: `004010VICS`. */
    version: z
      .string()
      .regex(/^\d{6}[A-Z0-9]{0,6}$/, { error: 'Must be like 004010 or 004010VICS' })
      .default('004010'),
    elementSeparator: delimiter.default('*'),
    componentSeparator: delimiter.default('>'),
    segmentTerminator: delimiter.default('~'),
    hasLineEnds: z.boolean().default(true),
    shipNoticeLayout: z.enum(shipNoticeLayouts).default('SOPI'),
    /** Whether a 999 is sent instead of a 997. */
    sends999: z.boolean().default(false),
    /** Hours within which the partner has to acknowledge our documents. */
    acknowledgmentHours: hours.default(24),
    /** Hours within which the partner expects the 855. */
    responseHours: hours.default(24),
    /** Largest difference between the partner's unit price and ours that does not hold the order. */
    priceTolerance: wireDecimal({ scale: 6, min: 0 }).default(0),
    /** True: orders are issued on import; false: they stay estimates. */
    issuesOrders: z.boolean().default(true),
    changeQuantity: z.enum(changeQuantities).default('new'),
    /** Whether an order with quantities per store (SDQ) is split into one order per store. */
    splitsStores: z.boolean().default(false),
    /** Units of the partner's unit codes. */
    units: z
      .array(
        z.strictObject({
          code: requiredLine(2, 'Code is required'),
          unitID: idOf('unit', 'Unit is required'),
        }),
      )
      .max(100, { error: 'At most 100 units' })
      .default([]),
  })
  .refine(
    ({ elementSeparator, componentSeparator, segmentTerminator }) =>
      new Set([elementSeparator, componentSeparator, segmentTerminator]).size === 3,
    { error: 'The three separators must differ', path: ['segmentTerminator'] },
  );
export type PartnerSettings = z.output<typeof partnerSettings>;

const named = z.object({ id: z.string(), name: z.string() });
const isaQualifier = z.string().regex(/^[A-Z0-9]{2}$/, { error: 'Must be two letters or digits, like ZZ, 01 or 12' });
const isaID = requiredLine(15, 'ID is required');

/** A business for exchanging documents. */
export const ediPartners = crudEndpoints({
  one: 'EdiPartner',
  many: 'EdiPartners',
  words: ['EDI partner', 'EDI partners'],
  path: '/v1/edi-partners',
  domain: 'edi_partners',
  prefix: 'edp',
  row: {
    name: z.string(),
    customer: named,
    connection: named.nullable(),
    /** Whether its connection is the simulated retailer. */
    isSimulated: z.boolean(),
    /** Whether the exchange is a test (ISA15 = T). */
    isTest: z.boolean(),
    isActive: z.boolean(),
    ourQualifier: z.string(),
    ourID: z.string(),
    ourGroupID: z.string(),
    theirQualifier: z.string(),
    theirID: z.string(),
    theirGroupID: z.string(),
    settings: partnerSettings,
    itemCount: z.int(),
    /** Number of held documents. */
    heldCount: z.int(),
  },
  sortBy: ['name', 'theirID', 'createdAt'],
  filters: { customerIDs: repeated(z.string()) },
  body: {
    name: requiredLine(100, 'Name is required'),
    customerID: idOf('cus', 'Customer is required'),
    connectionID: idOf('edc', 'Connection is required').nullish(),
    isTest: z.boolean().optional(),
    isActive: z.boolean().optional(),
    ourQualifier: isaQualifier,
    ourID: isaID,
    /** GS02 and GS03; default: the ISA id. */
    ourGroupID: singleLine(15).optional(),
    theirQualifier: isaQualifier,
    theirID: isaID,
    theirGroupID: singleLine(15).optional(),
    settings: partnerSettings.optional(),
  },
});

export const {
  list: listEdiPartners,
  get: getEdiPartner,
  create: createEdiPartner,
  update: updateEdiPartner,
  remove: deleteEdiPartner,
  createBody: createEdiPartnerBody,
  updateBody: updateEdiPartnerBody,
} = ediPartners;
export type EdiPartner = z.output<typeof ediPartners.row>;

/** A partner's number of an item: qualifier and number as in its orders. */
export const ediPartnerItems = crudEndpoints({
  one: 'EdiPartnerItem',
  many: 'EdiPartnerItems',
  words: ['partner item', 'partner items'],
  path: '/v1/edi-partner-items',
  domain: 'edi_partners',
  row: {
    /** The partner's item number. */
    name: z.string(),
    partner: named,
    /** `UP`, `IN`, `SK`, `VN`. */
    qualifier: z.string(),
    item: z.object({ id: z.string(), sku: z.string() }),
  },
  sortBy: ['name', 'qualifier', 'createdAt'],
  filters: { partnerIDs: repeated(z.string()), itemIDs: repeated(z.string()) },
  body: {
    partnerID: idOf('edp', 'Partner is required'),
    qualifier: z.string().regex(/^[A-Z0-9]{2}$/, { error: 'Must be two letters or digits, like UP or IN' }),
    name: requiredLine(48, 'Number is required'),
    itemID: idOf('itm', 'Item is required'),
  },
});

export const {
  list: listEdiPartnerItems,
  get: getEdiPartnerItem,
  create: createEdiPartnerItem,
  update: updateEdiPartnerItem,
  remove: deleteEdiPartnerItem,
  createBody: createEdiPartnerItemBody,
} = ediPartnerItems;
export type EdiPartnerItem = z.output<typeof ediPartnerItems.row>;

/** Sends a text message (864) marked as a test, and answers whether it was accepted. */
export const sendTestMessage = endpoint({
  name: 'sendTestMessage',
  method: 'POST',
  path: '/v1/edi-partners/{ediPartnerID}/actions/send-test',
  permission: 'edi_partners:update',
  summary: 'Sends a test message to a partner.',
  outside: true,
  waits: true,
  reply: z.object({ hasSucceeded: z.boolean(), message: z.string(), documentID: z.string() }),
});

/** Documents that the simulated retailer can send. */
export const simulatedDocuments = ['order', 'wrong_order', 'change', 'cancel'] as const;
export type SimulatedDocument = (typeof simulatedDocuments)[number];

/**
 * Lets the simulated retailer send an order, an order with an unknown item and DC, a change of its last order, or a
 * cancellation. The document waits in the mailbox until orders are fetched.
 */
export const simulateEdiPartner = endpoint({
  name: 'simulateEdiPartner',
  method: 'POST',
  path: '/v1/edi-partners/{ediPartnerID}/actions/simulate',
  permission: 'edi_partners:update',
  summary: 'Lets the simulated retailer send a document.',
  body: z.strictObject({ document: z.enum(simulatedDocuments, { error: 'Must be one of the known documents' }) }),
  reply: z.object({ customerPO: z.string() }),
});
