import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../database/tenant-entity.ts';

/** A person's passkey: the public half of a key that never leaves their device or password manager. */
export const Passkey = defineEntity({
  ...globalTable('core', 'passkey'),
  name: 'Passkey',
  properties: {
    id: column.id().primary(),
    userID: column.id(),
    name: column.text(),
    /** Base64url; what the browser names the passkey by. */
    credentialID: column.id(),
    /** Base64url of the COSE key. */
    publicKey: column.text(),
    /** How often it has signed, as it says itself; 0 where it does not count. One that goes back is a copy. */
    signCount: column.bigint(),
    /** How the browser reaches it: `internal`, `usb`, `hybrid`. */
    transports: column.textArray(),
    /** Whether a password manager carries it to the person's other devices. */
    isSynced: column.boolean(),
    createdAt: column.timestamp(),
    lastUsedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['credentialID'] }],
  indexes: [{ properties: ['userID'] }],
});
export type Passkey = InferEntity<typeof Passkey>;
