import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskeyAnswer, PasskeyAnswer } from '../../contracts/sign-in/passkey.contract.ts';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

const isPresent = 0x01;
const isVerified = 0x04;
const hasCredential = 0x40;

/** Faults of an authenticator. */
export interface AuthenticatorFault {
  origin?: string;
  /** No user verification by finger, face or PIN. */
  isUnverified?: boolean;
  /** The reported number of signatures. */
  count?: number;
}

/** A passkey in software, made and used like those of a browser and its authenticator (WebAuthn level 3, P-256). */
export class TestAuthenticator {
  readonly id = base64url(randomBytes(16));
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #userHandle = '';
  #count = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The browser's reply to `beginPasskey`. */
  create(options: { challenge: string; user: { id: string } }, fault: AuthenticatorFault = {}): NewPasskeyAnswer {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    // COSE: an EC2 key for ES256 on P-256.
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.#data(fault, hasCredential, credential))],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.#client('webauthn.create', options.challenge, fault)),
        attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      },
    };
  }

  /** The browser's reply to a request for a signature. */
  get(options: { challenge: string }, fault: AuthenticatorFault = {}): PasskeyAnswer {
    this.#count += 1;
    const client = this.#client('webauthn.get', options.challenge, fault);
    const data = this.#data(fault, 0, Buffer.alloc(0));
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), this.#pair.privateKey)),
        ...(this.#userHandle ? { userHandle: this.#userHandle } : {}),
      },
    };
  }

  #client(type: string, challenge: string, { origin = this.#origin }: AuthenticatorFault): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  #data({ isUnverified, count = this.#count }: AuthenticatorFault, flags: number, rest: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(isPresent | (isUnverified ? 0 : isVerified) | flags, 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), head, rest]);
  }
}
