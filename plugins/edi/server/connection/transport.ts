import type { OutsideContext } from '@millwright/core/server';
import { type ConnectionFaultCode, fileBounds } from '../../contracts/index.ts';
import type { EdiConnection } from './connection.entity.ts';

/** A file that waits at the other end. */
export interface WaitingFile {
  /** What the transport knows it by. */
  ref: string;
  name: string;
}

/** What became of a file that was taken. */
export type TransportOutcome = 'read' | 'unreadable';

/** How files of one connection come and go. Every method throws where the other end does not do its part. */
export interface Transport {
  list(): Promise<WaitingFile[]>;
  /** Takes a file so that nobody else does, and reads it; undefined where somebody else was faster. */
  take(file: WaitingFile): Promise<Uint8Array | undefined>;
  /** Puts a file that was taken away for good; nothing is ever deleted. */
  archive(file: WaitingFile, outcome: TransportOutcome): Promise<void>;
  /** Leaves a file for the partner: it appears whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Whether the file is there already, after a try that nobody knows the end of. */
  has(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a transport; asked outside of transactions. */
export type OpenTransport = (ctx: OutsideContext, connection: EdiConnection) => Promise<Transport>;

/** Why the other end does not do its part. */
export class ConnectionFault extends Error {
  readonly code: ConnectionFaultCode;

  constructor(code: ConnectionFaultCode, message: string) {
    super(message);
    this.name = 'ConnectionFault';
    this.code = code;
  }
}

/** What one end may make the other hold and wait for. */
export interface TransportBounds {
  /** Bytes that are read of a file: one more than may be taken in, so that the file is seen to be too large. */
  file: number;
  /** Names that are read of a folder. */
  names: number;
  /** Milliseconds for one answer, and for a whole visit. */
  answer: number;
  visit: number;
}

export const transportBounds: Readonly<TransportBounds> = {
  file: fileBounds.bytes + 1,
  names: 10_000,
  answer: 60_000,
  visit: 300_000,
};

/** Files that are taken in one visit; the others come with the next. */
export const filesOfVisit = 500;

/** A claim whose worker went away is given back after so long. */
export const claimMinutes = 10;

/** A name that is safe in any folder. */
export const safeFileName = (name: string): string =>
  name
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(-120) || 'file';

/** The first line of what went wrong, without secrets or stacks. */
export const failureReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) || 'It failed';
