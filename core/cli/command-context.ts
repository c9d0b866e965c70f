import type { Readable, Writable } from 'node:stream';
import type { Kernel } from '../boot/boot.ts';
import type { Client } from '../contracts/client.ts';
import type { Output } from './output/output.ts';

/** The context of every command. */
export interface CommandContext extends Output {
  /** True at a terminal without `--yes` and `--json`: the command may show screens and ask questions. */
  readonly isInteractive: boolean;
  /** `--json`: stdout contains one JSON document and nothing else. */
  readonly isJSON: boolean;
  /** `--dry-run`: the command says what would happen and writes nothing. */
  readonly isDryRun: boolean;
  /** Aborted by Ctrl-C and SIGTERM. Pass it to all waiting operations, and remove incomplete output. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Piped input, or the keyboard. */
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** For binary results, such as a file; all text goes through `say` and `result`. */
  readonly stdout: Writable & { readonly isTTY?: boolean | undefined };
  /** Path of a file named in the command line, relative to the folder in which the command was called. */
  pathOf(file: string): string;
  /** Registers work for the end of the command, whatever its outcome; the last registered runs first. */
  onEnd(work: () => void | Promise<void>): void;
}

/** A command on the machine of the installation: it uses the database directly, without a sign-in. */
export interface OperatorContext extends CommandContext {
  /** Opens the database with the roles of the installation; it is closed when the command ends. */
  openDatabase(): Promise<{ urls: Kernel['database']['urls']; secret: string }>;
  /** The whole platform, checked and bound, without HTTP and jobs; it is closed when the command ends. */
  openKernel(): Promise<Kernel>;
}

/** A command against a running server, signed in with a profile. */
export interface AdministratorContext extends CommandContext {
  /** Typed calls in the chosen account: `ctx.client.call(listSalesOrders, { query })`. */
  readonly client: Client;
  /** The account of the calls. */
  readonly account: { id: string; slug: string; name: string };
  /** Name of the caller, for messages. */
  readonly actor: string;
  /** Address of the server without a trailing slash. */
  readonly url: string;
  readonly profile: string;
  /** Enabled plugins of the account. */
  readonly plugins: readonly { id: string; title: string }[];
  /** All rights of the caller in the account: `sales_orders:read`. */
  readonly permissions: readonly string[];
  /** A raw request below `/api` with the same credentials, for streams: `ctx.request('/v1/items?...', { headers })`. */
  request(path: string, init?: RequestInit): Promise<Response>;
}
