import { connect } from 'node:net';
import { refuseInTransaction } from '../../database/transactions/inside-transaction.ts';

/** Verdict on the bytes of a file; `away` if the scanner did not say. */
export type ScanVerdict = { is: 'clean' } | { is: 'infected'; found: string } | { is: 'away'; why: string };

/** Looks for malware in uploads. Without a configured scanner nothing is said about files. */
export abstract class FileScanner {
  /** False if no scanner is configured; all files count as clean then. */
  abstract readonly isThere: boolean;
  /** Never throws: whatever keeps the scanner from answering is `away`. Called outside of transactions. */
  abstract scan(bytes: Uint8Array): Promise<ScanVerdict>;
}

/** An installation without a scanner. */
class NoScanner extends FileScanner {
  override readonly isThere = false;
  override async scan(): Promise<ScanVerdict> {
    return { is: 'clean' };
  }
}

/** Milliseconds without a byte of the scanner, for connecting and for the verdict. */
const longestSilence = 15_000;
const chunkSize = 64 * 1024;

/** A file as the command INSTREAM: chunks behind their length in four bytes, and a chunk without bytes at the end. */
function* instream(bytes: Uint8Array): Generator<Uint8Array> {
  const length = (size: number): Uint8Array => {
    const four = Buffer.alloc(4);
    four.writeUInt32BE(size);
    return four;
  };
  yield Buffer.from('zINSTREAM\0');
  for (let from = 0; from < bytes.byteLength; from += chunkSize) {
    const chunk = bytes.subarray(from, from + chunkSize);
    yield length(chunk.byteLength);
    yield chunk;
  }
  yield length(0);
}

/** `stream: OK`, `stream: Eicar-Signature FOUND`, or a text that ends with ERROR. */
function verdictOf(answer: string): ScanVerdict {
  const text = answer.replaceAll('\0', '').trim();
  if (text === 'stream: OK') return { is: 'clean' };
  const found = /^stream: (.+) FOUND$/.exec(text)?.[1];
  return found ? { is: 'infected', found } : { is: 'away', why: text || 'It closed the connection without a verdict' };
}

/** A clamd (ClamAV), to which each file is streamed over a connection of its own. */
export class ClamdScanner extends FileScanner {
  override readonly isThere = true;
  readonly #address: { host: string; port: number };
  readonly #silence: number;

  constructor(address: { host: string; port: number }, silence = longestSilence) {
    super();
    this.#address = address;
    this.#silence = silence;
  }

  override scan(bytes: Uint8Array): Promise<ScanVerdict> {
    refuseInTransaction('The scanner');
    return new Promise((done) => {
      let answer = '';
      const socket = connect(this.#address);
      const end = (verdict: ScanVerdict): void => {
        socket.destroy();
        done(verdict);
      };
      socket.setTimeout(this.#silence, () => end({ is: 'away', why: 'It did not answer in time' }));
      // An answer that came before the connection broke counts: clamd closes it as soon as a file is too long.
      socket.on('error', ({ message }) => end(answer ? verdictOf(answer) : { is: 'away', why: message }));
      socket.on('data', (part) => {
        answer += part.toString('latin1');
        if (answer.includes('\0')) end(verdictOf(answer));
      });
      socket.on('end', () => end(verdictOf(answer)));
      socket.on('connect', () => {
        for (const part of instream(bytes)) socket.write(part);
      });
    });
  }
}

/** The scanner of an installation: the configured clamd, else none. */
export const createFileScanner = (clamd: { host: string; port: number } | undefined): FileScanner =>
  clamd ? new ClamdScanner(clamd) : new NoScanner();
