import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../../database/tenant-entity.ts';

/** A person's passkey: the public part of a key that never leaves their device or password manager. */
export const Passkey = defineEntity({
  ...globalTable('core', 'passkey'),
  name: 'Passkey',
  properties: {
    id: column.id().primary(),
    userID: column.id(),
    name: column.text(),
    /** The browser's id of the passkey in Base64url. */
    credentialID: column.id(),
    /** The COSE key in Base64url. */
    publicKey: column.text(),
    /** The passkey's own count of its signatures; 0 if it does not count. A decreasing count indicates a copy. */
    signCount: column.bigint(),
    /** Transports to the passkey: `internal`, `usb`, `hybrid`. */
    transports: column.textArray(),
    /** Whether a password manager syncs it to the person's other devices. */
    isSynced: column.boolean(),
    createdAt: column.timestamp(),
    lastUsedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['credentialID'] }],
  indexes: [{ properties: ['userID'] }],
});
export type Passkey = InferEntity<typeof Passkey>;
