import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../database/tenant-entity.ts';

/**
 * A logged request (spec operations section 3) with masked secrets; append-only, kept for 30 days. It covers all
 * accounts, so the tenant role has no access.
 */
export const RequestLog = defineEntity({
  ...globalTable('core', 'request_log'),
  name: 'RequestLog',
  properties: {
    id: column.id().primary(),
    requestID: column.text(),
    method: column.text(),
    host: column.text(),
    path: column.text(),
    normalizedRoute: column.text(),
    query: column.json<Record<string, string | string[]>>().nullable(),
    statusCode: column.integer(),
    /** In milliseconds. */
    latency: column.quantity(),
    accountID: column.text().nullable(),
    accountName: column.text().nullable(),
    actorID: column.text().nullable(),
    actorType: column.text(),
    actorName: column.text().nullable(),
    actorUsername: column.text().nullable(),
    actorEmail: column.text().nullable(),
    clientIP: column.text().nullable(),
    userAgent: column.text().nullable(),
    referrer: column.text().nullable(),
    errorCode: column.text().nullable(),
    errorMessage: column.text().nullable(),
    idempotencyKeyID: column.text().nullable(),
    stackTrace: column.text().nullable(),
    internalErrorMessage: column.text().nullable(),
    occurredAt: column.timestamp(),
    createdAt: column.timestamp(),
  },
  indexes: [
    { properties: ['occurredAt', 'id'] },
    { properties: ['accountID', 'occurredAt'] },
    { properties: ['actorID', 'occurredAt'] },
    { properties: ['statusCode', 'occurredAt'] },
  ],
});
export type RequestLog = InferEntity<typeof RequestLog>;
