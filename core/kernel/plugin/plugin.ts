import type { Container } from 'inversify';
import type { z } from 'zod';
import type { ChangeSetAction } from '../../change-sets/run/change-set-action.ts';
import type { QuantityAnswer, RateAnswer } from '../../contracts/amounts/quantity.ts';
import type { DeclaredProblems } from '../../contracts/endpoints/problem.ts';
import type { EventDefinition } from '../../contracts/plugins/event.ts';
import type { PermissionDomain } from '../../contracts/plugins/permission.ts';
import type { Screen } from '../../contracts/plugins/screen.ts';
import type { ViewDefinition } from '../../contracts/plugins/view.ts';
import type { WidgetDefinition } from '../../contracts/plugins/widget.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import type { AnyEntitySchema } from '../../database/orm.ts';
import type { MigrationClass } from '../../database/schema/migrate.ts';
import type { ImportDefinition } from '../../imports/import-definition.ts';
import type { PrintedDocument } from '../../papers/printed-document.ts';
import type { Reference } from '../../records/reference.ts';
import type { AccountContext, OutsideContext } from '../context/context.ts';
import type { Route } from '../route.ts';
import type { ForbiddenState } from './forbidden-state.ts';
import type { Contribution, Port, Services } from './services.ts';

/** A handler of an event. It runs after the commit, at least once, in its own transaction of the account. */
export interface Subscription {
  event: EventDefinition;
  /** Unique and stable: `inventory.rename-owner`. */
  name: string;
  handle?(ctx: AccountContext, payload: unknown, event: { id: string; occurredAt: Date }): Promise<void>;
  /**
   * Used instead of `handle`: runs without a transaction, so that it can call a provider. The event may be delivered
   * again, also after a crash, so the handler has to find out what is already done.
   */
  handleOutside?(ctx: OutsideContext, payload: unknown): Promise<void>;
}

/** Subscribes to an event: `on(customerRenamed, 'inventory.rename-owner', async (ctx, { customerID }) => { ... })`. */
export const on = <Payload extends z.ZodType>(
  event: EventDefinition<Payload>,
  name: string,
  handle: (ctx: AccountContext, payload: z.output<Payload>, event: { id: string; occurredAt: Date }) => Promise<void>,
): Subscription => ({ event, name, handle });

/** Subscribes with a handler outside of transactions: `onOutside(labelsWanted, 'commerce.buy-labels', buyLabels)`. */
export const onOutside = <Payload extends z.ZodType>(
  event: EventDefinition<Payload>,
  name: string,
  handle: (ctx: OutsideContext, payload: z.output<Payload>) => Promise<void>,
): Subscription => ({ event, name, handleOutside: handle });

/** Finds the accounts with work for a scheduled job. One look at each tick covers all accounts. */
export interface DueLook {
  /**
   * Selects `account_id`; duplicates are allowed, and `$1::timestamptz` is the current time. The job role runs the
   * statement with the column rights from `jobColumns` of the table. The statement needs an index, so that a look reads
   * the work and not all accounts. The platform leaves out closed accounts and accounts without the plugin.
   */
  sql: string;
  /**
   * True if the statement also selects `from_day` and `until_day`: the first and last day of the work in the account's
   * time zone, or null.
   */
  isByDay?: boolean;
  /**
   * Makes the plugin's sample rows due for the generated test of all looks; `$1` is the id of their account. Without
   * this statement the sample rows must be due as they are.
   */
  sample?: string;
}

/** A scheduled job. Only accounts with work get a job. */
export interface ScheduledJob {
  name: string;
  /** Five-field cron expression, UTC, at which all accounts are looked at. */
  cron: string;
  /**
   * Full hour in the account's time zone for a job with one run a day. The first look after this hour starts the run,
   * even after hours without any process.
   */
  hour?: number;
  due: DueLook;
  /** Does the work; `day` is the account's date at the time of the look or of the `hour`, also for a late run. */
  handle(ctx: AccountContext, day: string): Promise<void>;
}

/** Status of a document in words, and its total. */
export interface RecordStanding {
  status: string;
  total: number;
}

/** A record found by its number. */
export interface NumberHit {
  id: string;
  label: string;
  /** Kind of the number, if it is not the record's own: `Purchase order`. */
  foundBy?: string | null;
}

/** The mail of a record. Building it writes nothing, so that it can be shown before it leaves. */
export interface EmailOfRecord {
  to: string[];
  template: string;
  props: Record<string, unknown>;
  isConfidential?: boolean;
  /**
   * Writes what the mail brings about, such as a link for its recipients or a mark on the record, before the mail is
   * queued. Returns the props that replace those of a preview.
   */
  beforeQueued?(): Promise<Record<string, unknown>>;
}

/** The server part of a record type, for generic functions. */
export interface SearchableRecord {
  type: string;
  /** Records with this number (or SKU, or code); used by duplicates, palette and imports. */
  findByNumber?(ctx: AccountContext, number: string, scope: { customerID?: string }): Promise<NumberHit[]>;
  /** Name of the record in one line. @throws Problem 404 if it does not exist */
  label(ctx: AccountContext, id: string): Promise<string>;
  /** Status and total of documents by id, for staff; one statement for all ids. */
  standing?(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, RecordStanding>>;
  /**
   * Builds the mail of `POST /v1/actions/email-record`, to these recipients or else to the default ones; absent if the
   * type cannot be mailed. A preview may ask for it as of another status.
   */
  email?(ctx: AccountContext, id: string, recipients?: readonly string[], status?: string): Promise<EmailOfRecord>;
  /**
   * Writes a `Quantity` field of the record and returns its new value (PATCH /v1/quantities); undefined for an unknown
   * field.
   */
  setQuantity?(
    ctx: AccountContext,
    id: string,
    field: string,
    value: { measure: string; unitID?: string },
  ): Promise<QuantityAnswer | undefined>;
  /** Like `setQuantity`, for a `Rate` field (PATCH /v1/rates). */
  setRate?(
    ctx: AccountContext,
    id: string,
    field: string,
    value: { value: string; unitID?: string; perUnitID?: string },
  ): Promise<RateAnswer | undefined>;
}

/** A mail of the plugin: subject and body from props. Preview routes render it with `sample`. */
export interface EmailTemplate {
  /** Unique: `commerce.order-status`. */
  name: string;
  /** Path of the preview page: `/order-email-preview`. */
  previewPath?: string;
  render(props: Record<string, unknown>): Promise<{ subject: string; html: string; text: string }>;
  /** The attached PDF document: read in a transaction when the mail is sent, and drawn after it. */
  paper?(ctx: AccountContext, props: Record<string, unknown>): Promise<{ filename: string; paper: PrintedDocument }>;
  sample: Record<string, unknown>;
}

/** A gapless number series, shown under system properties. */
export interface NumberSeries {
  /** Type of the system property in the spec: `order`, `customer`, `transaction`. */
  kind: string;
  label: string;
  /** First number of a new account. */
  first: number;
}

/**
 * A rule that must always hold, as a query with one row per violation. `millwright doctor` and tests run it per
 * account.
 */
export interface Invariant {
  name: string;
  /** Selects violations; `$1` is the account id. */
  sql: string;
  /** Advice on a violation. A rule with advice is about data that people entered: doctor only warns. */
  advice?: string;
}

/** One valid row per table for the generated matrices: plain column values besides account and id. */
export interface TableSample {
  /** `commerce.carrier`. */
  table: string;
  /** Values by column name. A function receives the ids of earlier samples. */
  row: Record<string, unknown> | ((ids: (table: string) => string) => Record<string, unknown>);
}

/** Deterministic random numbers for demo data. */
export interface DemoRandom {
  /** [0, 1) */
  next(): number;
  integer(min: number, max: number): number;
  pick<T>(values: readonly T[]): T;
}

export interface PluginDefinition<Config extends z.ZodType = z.ZodType, Settings extends z.ZodType = z.ZodType> {
  /**
   * kebab-case. Prefix of the plugin's paths, events, problems and ports. Schema and federation name are the id with
   * underscores.
   */
  id: string;
  title: string;
  description: string;
  /** True for the product's domains, which have the spec's paths. All other plugins live under `/v1/x/<id>`. */
  isDomain?: boolean;
  config?: Config;
  permissions?: readonly PermissionDomain[];
  problems?: DeclaredProblems;
  entities?: readonly AnyEntitySchema[];
  migrations?: readonly MigrationClass[];
  /** One line per aggregate; each declares its contributions in its own folder. */
  parts?: readonly Part[];
  provides?: readonly Port[];
  /** Implementations of ports that several domains implement; callers join all of them (`services.all`). */
  contributes?(services: Services): Contribution[];
  consumes?: { required?: readonly Port[]; optional?: readonly Port[] };
  bind?(container: Container, config: z.output<Config>): void;
  /** Services that need settings of the installation; all others belong to a part. */
  services?(config: z.output<Config>): readonly Binding[];
  routes?(services: Services): Route[];
  events?: readonly EventDefinition[];
  subscriptions?(services: Services): Subscription[];
  jobs?(services: Services): ScheduledJob[];
  views?: readonly ViewDefinition[];
  screens?: readonly Screen[];
  /** Named slots in its screens: `commerce.sales-order.panels`. */
  slots?: readonly string[];
  /** Slots of any plugin that its browser code fills. The shell loads that code when such a slot is shown. */
  fills?: readonly string[];
  /** Custom elements for other sites, which publishable keys open by name. */
  widgets?: readonly WidgetDefinition[];
  records?: readonly RecordType[];
  recordSources?(services: Services): SearchableRecord[];
  /** Columns that refer to records, so that a referenced record cannot be deleted. */
  references?: readonly Reference[];
  numbering?: readonly NumberSeries[];
  /** Kinds of mail that people may switch off: members of the team, or with `for` the people of customers. */
  notifications?: readonly { code: string; name: string; description: string; for?: 'customers' }[];
  emails?: readonly EmailTemplate[];
  invariants?: readonly Invariant[];
  /** Effects that no endpoint may have in some state; see `ForbiddenState`. */
  forbids?: readonly ForbiddenState[];
  /** Actions that run as change sets: bulk actions and other work that is checked, applied and undone as a whole. */
  changeSets?(services: Services): ChangeSetAction[];
  /** Imports from files; each is also an action of change sets, `<name>.import`. */
  imports?(services: Services): ImportDefinition[];
  samples?: readonly TableSample[];
  account?: {
    settings?: Settings;
    /**
     * Creates the records that an account needs. Runs in the account's transaction when the plugin is enabled, and must
     * be repeatable.
     */
    onEnable?(ctx: AccountContext, services: Services): Promise<void>;
  };
  /**
   * Creates the demo records of a demo account. Called once per account after `onEnable`, plugins in dependency order.
   */
  demo?(ctx: AccountContext, random: DemoRandom, services: Services): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: any plugin, whatever its configuration
export type AnyPlugin = PluginDefinition<any, any>;

/** The contributions of an aggregate to its plugin, declared in the aggregate's folder. */
export interface Part
  extends Pick<
    PluginDefinition,
    | 'permissions'
    | 'problems'
    | 'entities'
    | 'provides'
    | 'contributes'
    | 'consumes'
    | 'routes'
    | 'events'
    | 'subscriptions'
    | 'jobs'
    | 'views'
    | 'screens'
    | 'slots'
    | 'fills'
    | 'widgets'
    | 'records'
    | 'recordSources'
    | 'references'
    | 'numbering'
    | 'notifications'
    | 'emails'
    | 'invariants'
    | 'forbids'
    | 'changeSets'
    | 'imports'
    | 'samples'
    | 'demo'
  > {
  /**
   * Services of the part, created once per process: `[service(OptionService), service(OrderService, CataloguePort)]`.
   */
  services?: readonly Binding[];
  /** Settings of the part per account. Their names are unique in the plugin. */
  settings?: z.ZodObject;
  /** Creates the records that an account needs; see `PluginDefinition.account`. */
  onEnable?: NonNullable<PluginDefinition['account']>['onEnable'];
}

/** Binds a class in the container. */
export type Binding = (container: Container) => void;
