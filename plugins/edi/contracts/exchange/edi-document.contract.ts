import {
  binaryReply,
  booleanText,
  declareStates,
  endpoint,
  filterValue,
  idOf,
  listOf,
  listQuery,
  namedCode,
  noteText,
  repeated,
  requiredLine,
  type StateOf,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { createDcLocationBody } from '../dc-location/dc-location.contract.ts';

/** Processing state of an incoming document; outgoing ones are `created`. */
export const processingStates = declareStates('edi_document', {
  received: { name: 'Received', tone: 'progress', is: ['open', 'received'] },
  held: { name: 'Waiting', tone: 'warning', is: ['open', 'held'], next: ['mend'] },
  imported: { name: 'Taken over', tone: 'success', is: ['imported'] },
  rejected: { name: 'Rejected', tone: 'neutral', is: ['rejected'] },
  duplicate: { name: 'Duplicate', tone: 'neutral', is: ['duplicate'] },
  ignored: { name: 'Ignored', tone: 'neutral', is: ['ignored'] },
  handled: { name: 'Handled outside', tone: 'neutral', is: ['handled'] },
  created: { name: 'Created', tone: 'neutral', is: ['created'] },
});
export type ProcessingStatus = StateOf<typeof processingStates>;
/** Delivery state of an outgoing document's file; null for incoming documents. */
export const ediDeliveryStates = declareStates('edi_document', {
  pending: { name: 'To be sent', tone: 'progress', is: ['waiting', 'pending'] },
  sending: { name: 'Sending', tone: 'progress', is: ['waiting', 'sending'] },
  sent: { name: 'Sent', tone: 'success', is: ['sent', 'tried'] },
  failed: { name: 'Not sent', tone: 'danger', is: ['tried', 'failed'], next: ['send_again'] },
});
export type EdiDeliveryStatus = StateOf<typeof ediDeliveryStates>;
/** The partner's acknowledgment. */
export const acknowledgmentStates = declareStates('edi_document', {
  none: { name: 'Not asked for', tone: 'neutral', is: ['unasked'] },
  waiting: { name: 'Not acknowledged yet', tone: 'info', is: ['waiting', 'unanswered'] },
  accepted: { name: 'Accepted', tone: 'success', is: ['answered', 'accepted'] },
  accepted_with_errors: { name: 'Accepted with errors', tone: 'warning', is: ['answered'] },
  rejected: { name: 'Rejected', tone: 'danger', is: ['answered', 'rejected'] },
  overdue: { name: 'Overdue', tone: 'danger', is: ['overdue', 'unanswered'] },
});
export type AcknowledgmentStatus = StateOf<typeof acknowledgmentStates>;

/** Reasons why a document waits for a person, with names. */
export const holdReasonNames = {
  unknown_partner: 'Unknown partner',
  wrong_receiver: 'Meant for somebody else',
  test_in_production: 'Test message',
  invalid_document: 'Not valid',
  unsupported_document: 'Kind of document not known',
  unknown_item: 'Unknown item',
  unknown_unit: 'Unknown unit',
  unknown_location: 'Unknown DC location',
  price_differs: 'Price differs',
  product_ended: 'Not sold any more',
  duplicate_order: 'Possible duplicate',
  repeated_control_number: 'Control number used again',
  order_refused: 'Order refused',
  unknown_order: 'Order not found',
  order_in_progress: 'Order already picked or shipped',
  unknown_acknowledgment: 'Acknowledges what was not sent',
  rejected_by_partner: 'Rejected by the partner',
  acknowledgment_overdue: 'Acknowledgment overdue',
  transfer_failed: 'Transfer failed',
  cannot_build: 'Cannot be built',
  partner_message: 'Message of the partner',
} as const;
export type HoldReason = keyof typeof holdReasonNames;
const holdReason = namedCode(holdReasonNames);

/** Types of documents that have a name; `file` is a file that no document could be read from. */
export const documentTypeNames = {
  '810': 'Invoice (810)',
  '824': 'Application advice (824)',
  '850': 'Purchase order (850)',
  '855': 'Order acknowledgment (855)',
  '856': 'Shipping notice (856)',
  '860': 'Order change (860)',
  '864': 'Text message (864)',
  '865': 'Answer to a change (865)',
  '997': 'Acknowledgment (997)',
  '999': 'Acknowledgment (999)',
  file: 'Unreadable file',
} as const;

/** Name of a document's type, if it has one. */
export const documentTypeName = (type: string): string | undefined =>
  (documentTypeNames as Readonly<Record<string, string>>)[type];

/** Ways of a document, seen from the account. */
const direction = namedCode({ in: 'In', out: 'Out' });

const named = z.object({ id: z.string(), name: z.string() });

/** A problem that keeps a document from being processed. */
export const documentHold = z.object({
  reason: holdReason,
  /** Documents with the same cause are solved by the same fix. */
  cause: z.string(),
  /** Message with the solution. */
  message: z.string(),
  /** Segment number in the document, from 1 for ST; null for the whole document. */
  segment: z.int().nullable(),
  element: z.int().nullable(),
  /** Data for the fix: qualifier and number of the item, code of the location, both prices. */
  details: z.record(z.string(), z.string()),
});
export type DocumentHold = z.output<typeof documentHold>;

const summary = {
  id: z.string(),
  direction,
  /** `850`. */
  type: z.string(),
  partner: named.nullable(),
  /** Purchase order number, shipment number or invoice number. */
  businessKey: z.string().nullable(),
  /** The record that it created or was created from. */
  record: z.object({ type: z.string(), id: z.string(), number: z.string() }).nullable(),
  processing: processingStates.code,
  delivery: ediDeliveryStates.code.nullable(),
  acknowledgment: acknowledgmentStates.code,
  /** Due time of the answer: ours to an order, the partner's to a document of ours. */
  dueAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  isTest: z.boolean(),
  /** ISA13, GS06, ST02. */
  interchangeControlNumber: z.string(),
  groupControlNumber: z.string(),
  controlNumber: z.string(),
  fileName: z.string(),
  /** ISA05 and ISA06: the sender as given in the file. */
  sender: z.string(),
  /** Reasons of its holds, without repetitions. */
  reasons: z.array(holdReason),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
};

/** A document in lists. */
export const ediDocumentRow = z.object(summary);
export type EdiDocumentRow = z.output<typeof ediDocumentRow>;

const finding = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  segment: z.int().nullable(),
  element: z.int().nullable(),
  message: z.string(),
});

const related = z.object({
  id: z.string(),
  type: z.string(),
  direction,
  businessKey: z.string().nullable(),
  /** `answers`: this document answers the other one; `answered_by`; `replaces`; `replaced_by`; `acknowledged_by`. */
  relation: z.enum(['answers', 'answered_by', 'replaces', 'replaced_by', 'acknowledged_by']),
  createdAt: z.iso.datetime(),
});

/** A document with its segments and all its problems. */
export const ediDocument = z.object({
  ...summary,
  /** Id and elements of each segment; the first is ST, the last SE. */
  segments: z.array(z.array(z.string())),
  elementSeparator: z.string(),
  isEdited: z.boolean(),
  findings: z.array(finding),
  holds: z.array(documentHold),
  related: z.array(related),
  /** The orders that it was split into, one per store. */
  orders: z.array(z.object({ id: z.string(), number: z.string(), store: z.string() })),
  note: z.string().nullable(),
  file: z.object({
    id: z.string(),
    name: z.string(),
    size: z.int(),
    sha256: z.string(),
    attempts: z.int(),
    sentAt: z.iso.datetime().nullable(),
    error: z.string().nullable(),
  }),
  /** The partner's customer, for the fix of this document. */
  customer: named.nullable(),
});
export type EdiDocument = z.output<typeof ediDocument>;

const documentFilters = {
  direction: filterValue(direction),
  type: repeated(z.string()),
  processing: repeated(processingStates.code),
  delivery: repeated(ediDeliveryStates.code),
  acknowledgment: repeated(acknowledgmentStates.code),
  reasons: repeated(holdReason),
  cause: filterValue(singleLine(500)),
  partnerIDs: repeated(z.string()),
  /** Documents of these orders, shipments or invoices. */
  recordIDs: repeated(z.string()),
  /** Documents in files of these runs. */
  runIDs: repeated(z.string()),
  isWaiting: booleanText,
  isOverdue: booleanText,
};

export const listEdiDocuments = endpoint({
  name: 'listEdiDocuments',
  method: 'GET',
  path: '/v1/edi-documents',
  permission: 'edi_runs:read',
  summary: 'Lists EDI documents.',
  query: listQuery({ sortBy: ['createdAt', 'type', 'businessKey', 'dueAt'], filters: documentFilters }),
  reply: listOf(ediDocumentRow),
});

export const getEdiDocument = endpoint({
  name: 'getEdiDocument',
  method: 'GET',
  path: '/v1/edi-documents/{ediDocumentID}',
  permission: 'edi_runs:read',
  summary: 'Reads an EDI document with its segments and what is wrong with it.',
  reply: ediDocument,
});

/** Words and endpoint of EDI documents, whose list is the workbench. */
export const ediDocuments = {
  type: 'edi_document',
  prefix: 'edd',
  words: ['EDI document', 'EDI documents'],
  home: '/dashboard/edi',
  listName: 'edi-workbench',
  get: getEdiDocument,
} as const;

/** The unchanged bytes of the document's file. */
export const getEdiFile = endpoint({
  name: 'getEdiFile',
  method: 'GET',
  path: '/v1/edi-documents/{ediDocumentID}/file',
  permission: 'edi_runs:read',
  summary: 'Answers the file of an EDI document.',
  reply: binaryReply('application/octet-stream'),
});

/** Held documents, by reason and cause. */
export const getEdiInbox = endpoint({
  name: 'getEdiInbox',
  method: 'GET',
  path: '/v1/edi/inbox',
  permission: 'edi_runs:read',
  summary: 'Counts the EDI documents that wait for a person, by reason.',
  reply: z.object({
    count: z.int(),
    overdue: z.int(),
    /** Outgoing documents that are not sent yet. */
    unsent: z.int(),
    reasons: z.array(
      z.object({
        reason: holdReason,
        count: z.int(),
        causes: z.array(z.object({ cause: z.string(), message: z.string(), count: z.int() })),
      }),
    ),
  }),
});

/** A fix of one cause. */
export const documentFix = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('map_item'),
    qualifier: z.string().regex(/^[A-Z0-9]{2}$/, { error: 'Must be two letters or digits' }),
    number: requiredLine(48, 'Number is required'),
    itemID: idOf('itm', 'Item is required'),
  }),
  z.strictObject({
    kind: z.literal('map_unit'),
    code: requiredLine(2, 'Code is required'),
    unitID: idOf('unit', 'Unit is required'),
  }),
  z.strictObject({ kind: z.literal('create_location'), location: createDcLocationBody.omit({ customerID: true }) }),
  /** Accepts the partner's prices in this document. */
  z.strictObject({ kind: z.literal('accept_prices') }),
  /** Releases a suspected duplicate, a test, or a document for another receiver, and continues as usual. */
  z.strictObject({ kind: z.literal('release') }),
]);
export type DocumentFix = z.output<typeof documentFix>;

/**
 * Fixes one cause and continues with the document; other documents with the same cause stay held until they are
 * reprocessed.
 */
export const fixEdiDocument = endpoint({
  name: 'fixEdiDocument',
  method: 'POST',
  path: '/v1/edi-documents/{ediDocumentID}/actions/fix',
  permission: 'edi_runs:update',
  outside: true,
  summary: 'Mends what keeps an EDI document, and processes it again.',
  body: documentFix,
  reply: z.object({
    document: ediDocument,
    /** Number of other documents held for the same cause. */
    sameCause: z.int(),
    cause: z.string().nullable(),
  }),
});

/** Edits the segments of a held document and processes it; the file is kept as received. */
export const editEdiDocument = endpoint({
  name: 'editEdiDocument',
  method: 'PUT',
  path: '/v1/edi-documents/{ediDocumentID}/segments',
  permission: 'edi_runs:update',
  outside: true,
  summary: 'Corrects the segments of a held EDI document.',
  bodyLimit: 5_000_000,
  body: z.strictObject({
    segments: z
      .array(z.array(z.string().max(65_536)).min(1).max(200))
      .min(2, { error: 'Must have at least ST and SE' })
      .max(50_000),
    version: z.int().optional(),
  }),
  reply: ediDocument,
});

export const reprocessEdiDocument = endpoint({
  name: 'reprocessEdiDocument',
  method: 'POST',
  path: '/v1/edi-documents/{ediDocumentID}/actions/reprocess',
  permission: 'edi_runs:update',
  outside: true,
  summary: 'Processes a held EDI document again.',
  reply: ediDocument,
});

/** Processes all documents held for this cause again; answers a run. */
export const reprocessEdiDocuments = endpoint({
  name: 'reprocessEdiDocuments',
  method: 'POST',
  path: '/v1/edi/actions/reprocess',
  permission: 'edi_runs:update',
  summary: 'Processes all EDI documents again that wait for the same cause.',
  outside: true,
  isLong: true,
  body: z.strictObject({ cause: requiredLine(500, 'Cause is required') }),
  reply: z.object({ ediRunID: z.string(), count: z.int(), imported: z.int(), held: z.int() }),
});

/** Rejects a held order with an 855 to the partner. */
export const rejectEdiDocument = endpoint({
  name: 'rejectEdiDocument',
  method: 'POST',
  path: '/v1/edi-documents/{ediDocumentID}/actions/reject',
  permission: 'edi_runs:update',
  summary: 'Rejects a held order and tells the partner.',
  body: z.strictObject({ note: noteText.nullish() }),
  reply: ediDocument,
});

/** Marks a held document as handled elsewhere. */
export const handleEdiDocument = endpoint({
  name: 'handleEdiDocument',
  method: 'POST',
  path: '/v1/edi-documents/{ediDocumentID}/actions/mark-handled',
  permission: 'edi_runs:update',
  summary: 'Marks an EDI document as handled outside.',
  body: z.strictObject({ note: requiredLine(500, 'Say how it was handled') }),
  reply: ediDocument,
});

/** Sends a document again with new control numbers; the new document refers to the old one. */
export const resendEdiDocument = endpoint({
  name: 'resendEdiDocument',
  method: 'POST',
  path: '/v1/edi-documents/{ediDocumentID}/actions/resend',
  permission: 'edi_runs:update',
  summary: 'Sends an EDI document again under new control numbers.',
  reply: ediDocument,
});

/** Builds the 810 of an invoice again and queues it, with new control numbers if it was sent before. */
export const resubmitInvoice = endpoint({
  name: 'resubmitInvoice',
  method: 'POST',
  path: '/v1/edi/actions/resubmit-invoice',
  permission: 'edi_runs:update',
  summary: 'Sends an invoice by EDI once more.',
  body: z.strictObject({ invoiceID: idOf('inv', 'Invoice is required') }),
  reply: ediDocument,
});
