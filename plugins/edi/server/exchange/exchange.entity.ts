import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import type {
  AcknowledgmentStatus,
  EdiDeliveryStatus,
  EdiRunKind,
  HoldReason,
  InterchangeFinding,
  ProcessingStatus,
} from '../../contracts/index.ts';
import { EdiConnection } from '../connection/connection.entity.ts';
import { EdiPartner } from '../partner/partner.entity.ts';
import { acknowledgmentIs, ediDeliveryIs, processingIs } from '../states/states.ts';

const closed = { isClosedToCustomers: true };

/** One attempt to fetch, send or process. */
export const EdiRun = defineEntity({
  ...tenantTable('edi', 'run', closed),
  name: 'EdiRun',
  properties: {
    ...tenantColumns(),
    kind: column.text().$type<EdiRunKind>(),
    completedAt: column.timestamp().nullable(),
    hasSucceeded: column.boolean().default(false),
    fileCount: column.integer().default(0),
    duplicateCount: column.integer().default(0),
    documentCount: column.integer().default(0),
    importedCount: column.integer().default(0),
    heldCount: column.integer().default(0),
    sentCount: column.integer().default(0),
    messages: column.textArray(),
    personName: column.text(),
  },
  indexes: [{ properties: ['accountID', 'createdAt', 'id'] }],
  checks: [
    { name: 'run_kind', expression: "kind in ('pull', 'upload', 'send', 'reprocess')" },
    { name: 'run_success', expression: 'not has_succeeded or completed_at is not null' },
  ],
});
export type EdiRun = InferEntity<typeof EdiRun>;

/** The bytes that came or went: the evidence, which never changes. */
export const EdiFile = defineEntity({
  ...tenantTable('edi', 'file', {
    ...closed,
    jobColumns: {
      select: ['account_id', 'created_at', 'delivery'],
      update: [],
      why: 'accounts with files that were not sent',
    },
  }),
  name: 'EdiFile',
  properties: {
    ...tenantColumns(),
    direction: column.text().$type<'in' | 'out'>(),
    name: column.text(),
    bytes: column.bytes().lazy(),
    size: column.integer(),
    sha256: column.id(),
    connection: () => belongsTo(EdiConnection, 'connection_id').nullable(),
    run: () => belongsTo(EdiRun, 'run_id').nullable(),
    /** Of files that go out. */
    delivery: column.text().$type<EdiDeliveryStatus>().nullable(),
    attempts: column.integer().default(0),
    attemptedAt: column.timestamp().nullable(),
    retryAt: column.timestamp().nullable(),
    sentAt: column.timestamp().nullable(),
    error: column.text().nullable(),
    /** What is wrong with the file as a whole. */
    findings: column.json<InterchangeFinding[]>(),
  },
  indexes: [
    { properties: ['accountID', 'sha256'] },
    { properties: ['accountID', 'createdAt', 'id'], where: `${ediDeliveryIs.waiting('delivery')}` },
    { properties: ['accountID', 'connection'], where: 'connection_id is not null' },
    { properties: ['accountID', 'run'], where: 'run_id is not null' },
  ],
  checks: [
    {
      name: 'file_direction',
      expression: "direction in ('in', 'out') and (direction = 'out') = (delivery is not null)",
    },
    { name: 'file_delivery', expression: ediDeliveryIs.check('delivery') },
    { name: 'file_sent', expression: `(${ediDeliveryIs.sent('delivery')}) = (sent_at is not null)` },
  ],
});
export type EdiFile = InferEntity<typeof EdiFile>;

/** An ISA to IEA of a file. Numbers are stored without leading zeros. */
export const Interchange = defineEntity({
  ...tenantTable('edi', 'interchange', closed),
  name: 'EdiInterchange',
  properties: {
    ...tenantColumns(),
    file: () => belongsTo(EdiFile, 'file_id'),
    position: column.integer(),
    direction: column.text().$type<'in' | 'out'>(),
    partner: () => belongsTo(EdiPartner, 'partner_id').nullable(),
    senderQualifier: column.text(),
    senderID: column.text(),
    receiverQualifier: column.text(),
    receiverID: column.text(),
    controlNumber: column.text(),
    isTest: column.boolean(),
    elementSeparator: column.text(),
    sha256: column.id(),
    /**
     * 0 for the first of its control number; partners restart their counters, so another content may use it again.
     */
    repeat: column.integer().default(0),
  },
  uniques: [
    { properties: ['accountID', 'file', 'position'] },
    {
      name: 'interchange_once',
      properties: [
        'accountID',
        'direction',
        'senderQualifier',
        'senderID',
        'receiverQualifier',
        'receiverID',
        'controlNumber',
        'repeat',
      ],
      where: "direction = 'in'",
    },
    {
      name: 'interchange_content_once',
      properties: ['accountID', 'senderQualifier', 'senderID', 'controlNumber', 'sha256'],
      where: "direction = 'in'",
    },
    {
      name: 'interchange_sent_once',
      properties: ['accountID', 'partner', 'controlNumber'],
      where: "direction = 'out'",
    },
  ],
  indexes: [{ properties: ['accountID', 'partner'], where: 'partner_id is not null' }],
  checks: [{ name: 'interchange_direction', expression: "direction in ('in', 'out') and repeat >= 0" }],
});
export type Interchange = InferEntity<typeof Interchange>;

/** A document: ST to SE, what it became, and what the other side said of it. */
export const EdiDocument = defineEntity({
  ...tenantTable('edi', 'document', {
    ...closed,
    jobColumns: {
      select: ['account_id', 'due_at', 'acknowledgment', 'is_live'],
      update: [],
      why: 'accounts with documents that are late',
    },
  }),
  name: 'EdiDocument',
  properties: {
    ...tenantColumns(),
    interchange: () => belongsTo(Interchange, 'interchange_id'),
    file: () => belongsTo(EdiFile, 'file_id'),
    partner: () => belongsTo(EdiPartner, 'partner_id').nullable(),
    direction: column.text().$type<'in' | 'out'>(),
    /** In its interchange, from 1 on. */
    position: column.integer(),
    type: column.id(),
    groupCode: column.text(),
    groupControlNumber: column.text(),
    controlNumber: column.text(),
    businessKey: column.id().nullable(),
    recordType: column.text().nullable(),
    recordID: column.id().nullable(),
    recordNumber: column.text().nullable(),
    processing: column.text().$type<ProcessingStatus>(),
    acknowledgment: column.text().$type<AcknowledgmentStatus>().default('none'),
    dueAt: column.timestamp().nullable(),
    /** Each its id and elements, ST first. */
    segments: column.json<string[][]>(),
    /** Place of ST in the file. */
    firstSegment: column.integer(),
    isEdited: column.boolean().default(false),
    findings: column.json<InterchangeFinding[]>(),
    /** What a person has allowed of it: prices, a repetition, a test. */
    releases: column.textArray(),
    /** What this one answers, and what it was sent again for. */
    answersID: column.id().nullable(),
    replacesID: column.id().nullable(),
    /** A shipment whose 856 has to be with the partner first. */
    afterID: column.id().nullable(),
    /** False once another one was sent in its place. */
    isLive: column.boolean().default(true),
    note: column.text().nullable(),
  },
  uniques: [
    { properties: ['accountID', 'interchange', 'position'] },
    {
      name: 'document_live',
      properties: ['accountID', 'type', 'recordID'],
      where: "direction = 'out' and is_live and type in ('810', '856')",
    },
  ],
  indexes: [
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['accountID', 'file'] },
    { properties: ['accountID', 'partner', 'groupControlNumber'], where: "direction = 'out'" },
    { properties: ['accountID', 'partner', 'type', 'businessKey'], where: 'partner_id is not null' },
    { properties: ['accountID', 'recordID'], where: 'record_id is not null' },
    { properties: ['accountID', 'answersID'], where: 'answers_id is not null' },
    { properties: ['accountID', 'replacesID'], where: 'replaces_id is not null' },
    { properties: ['accountID', 'dueAt', 'id'], where: 'due_at is not null' },
    { properties: ['dueAt', 'accountID'], where: `is_live and ${acknowledgmentIs.waiting('acknowledgment')}` },
    { properties: ['accountID', 'id'], name: 'document_received', where: `${processingIs.received('processing')}` },
  ],
  checks: [
    {
      name: 'document_processing',
      expression: [
        processingIs.check('processing'),
        `(direction = 'out') = (${processingIs.created('processing')})`,
      ].join(' and '),
    },
    {
      name: 'document_acknowledgment',
      expression: acknowledgmentIs.check('acknowledgment'),
    },
    {
      name: 'document_record',
      expression: '(record_type is null) = (record_id is null) and (record_id is null) = (record_number is null)',
    },
  ],
});
export type EdiDocument = InferEntity<typeof EdiDocument>;

/** The orders that an 850 was divided into, one a store. */
export const DocumentOrder = defineEntity({
  ...tenantTable('edi', 'document_order', closed),
  name: 'EdiDocumentOrder',
  properties: {
    ...accountColumn(),
    document: () => belongsTo(EdiDocument, 'document_id').primary(),
    orderID: column.id().primary(),
    orderNumber: column.text(),
    /** The store as the 850 names it. */
    codeKind: column.text(),
    code: column.text(),
  },
  indexes: [{ properties: ['accountID', 'orderID'] }],
});

/** What keeps a document. */
export const DocumentHold = defineEntity({
  ...tenantTable('edi', 'document_hold', {
    ...closed,
    jobColumns: { select: ['account_id'], update: [], why: 'accounts with documents that wait for a person' },
  }),
  name: 'EdiDocumentHold',
  properties: {
    ...accountColumn(),
    document: () => belongsTo(EdiDocument, 'document_id').primary(),
    position: column.integer().primary(),
    reason: column.id().$type<HoldReason>(),
    cause: column.id(),
    message: column.text(),
    /** From 1 for ST. */
    segment: column.integer().nullable(),
    element: column.integer().nullable(),
    details: column.json<Record<string, string>>(),
  },
  indexes: [{ properties: ['accountID', 'cause'] }, { properties: ['accountID', 'reason'] }],
  checks: [{ name: 'document_hold_cause', expression: "cause <> '' and message <> ''" }],
});
