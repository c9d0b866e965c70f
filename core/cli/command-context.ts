import type { Readable, Writable } from 'node:stream';
import type { Kernel } from '../boot/boot.ts';
import type { Client } from '../contracts/client.ts';
import type { Output } from './output.ts';

/** What every command gets. */
export interface CommandContext extends Output {
  /** A person sits at a terminal, and neither `--yes` nor `--json` was given: screens and questions are welcome. */
  readonly isInteractive: boolean;
  /** `--json`: stdout carries one JSON document and nothing else. */
  readonly isJSON: boolean;
  /** `--dry-run`: say what would happen, write nothing. */
  readonly isDryRun: boolean;
  /** Aborted by Ctrl-C and SIGTERM: hand it to everything that waits, and remove what is half-written. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is piped in, or the keyboard. */
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** For a result that is no text of ours, such as a file: everything else goes through `say` and `result`. */
  readonly stdout: Writable & { readonly isTTY?: boolean | undefined };
  /** Where a file is that the command line names: relative to the folder in which the command was called. */
  pathOf(file: string): string;
  /** Leaves something to do however the command ends, last registered first. */
  onEnd(work: () => void | Promise<void>): void;
}

/** A command on the machine of the installation: it has the database itself, no sign-in. */
export interface OperatorContext extends CommandContext {
  /** Opens the database with the roles of the installation; closed when the command ends. */
  openDatabase(): Promise<{ urls: Kernel['database']['urls']; secret: string }>;
  /** The whole platform, checked and bound, without HTTP and jobs; closed when the command ends. */
  openKernel(): Promise<Kernel>;
}

/** A command against a running server, signed in by a profile. */
export interface AdministratorContext extends CommandContext {
  /** Typed calls in the chosen account: `ctx.client.call(listSalesOrders, { query })`. */
  readonly client: Client;
  /** The account the calls work in. */
  readonly account: { id: string; slug: string; name: string };
  /** Who is signed in, for messages. */
  readonly actor: string;
  /** Address of the server, without a slash at the end. */
  readonly url: string;
  /** Name of the profile. */
  readonly profile: string;
  /** Plugins that are enabled for the account. */
  readonly plugins: readonly { id: string; title: string }[];
  /** Every right of the caller in the account: `sales_orders:read`. */
  readonly permissions: readonly string[];
  /** A raw request below `/api` with the same credentials, for streams: `ctx.request('/v1/items?...', { headers })`. */
  request(path: string, init?: RequestInit): Promise<Response>;
}
