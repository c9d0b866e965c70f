import type { Container, ServiceIdentifier } from 'inversify';
import type { z } from 'zod';
import type { ChangeSetWork } from '../change-sets/change-set-work.ts';
import type { EventDefinition } from '../contracts/event.ts';
import type { PermissionDomain } from '../contracts/permission.ts';
import type { DeclaredProblems } from '../contracts/problem.ts';
import type { QuantityAnswer, RateAnswer } from '../contracts/quantity.ts';
import type { RecordType } from '../contracts/record.ts';
import type { Screen } from '../contracts/screen.ts';
import type { ViewDefinition } from '../contracts/view.ts';
import type { WidgetDefinition } from '../contracts/widget.ts';
import type { AnyEntitySchema } from '../database/orm.ts';
import type { ImportDefinition } from '../imports/import-definition.ts';
import type { Paper } from '../papers/paper.ts';
import type { Reference } from '../records/reference.ts';
import type { AccountContext, OutsideContext } from './context.ts';
import type { ForbiddenState } from './forbidden-state.ts';
import { type Part, withParts } from './part.ts';
import type { Route } from './route.ts';

/** A port is an abstract class: token and type in one. */
export type Port<T = unknown> = (abstract new (
  ...args: never[]
) => T) & {
  /** Id of the plugin that provides it, as a static of the class: boot errors name it where it is missing. */
  readonly providedBy?: string;
};

/** Looks up bound ports and services; throws an error that names the port where none is bound. */
export interface Services {
  get<T>(port: ServiceIdentifier<T>): T;
  /** The port, or undefined where no installed plugin provides it. */
  find<T>(port: ServiceIdentifier<T>): T | undefined;
  /** What all installed plugins contribute to a port; `enabledOf(ctx, ...)` leaves those that the account has. */
  all<T extends object>(port: Port<T>): T[];
}

/** One plugin's answer to a question that several domains answer. */
export interface Contribution {
  port: Port;
  implementation: object;
}

/** Answers a question of another domain: `contribution(ItemUsePort, new OrdersOfItem())`. */
export const contribution = <T extends object>(port: Port<T>, implementation: T): Contribution => ({
  port,
  implementation,
});

/** A handler of an event: runs after the commit, at least once, in its own transaction of the account. */
export interface Subscription {
  event: EventDefinition;
  /** Unique and stable: `inventory.rename-owner`. */
  name: string;
  handle?(ctx: AccountContext, payload: unknown, event: { id: string; occurredAt: Date }): Promise<void>;
  /**
   * Instead of `handle`: no transaction around it, so that it may ask a provider. It may be delivered again, after a
   * crash too, and has to find out itself what was done.
   */
  handleOutside?(ctx: OutsideContext, payload: unknown): Promise<void>;
}

/** Subscribes to an event: `on(customerRenamed, 'inventory.rename-owner', async (ctx, { customerID }) => { ... })`. */
export const on = <Payload extends z.ZodType>(
  event: EventDefinition<Payload>,
  name: string,
  handle: (ctx: AccountContext, payload: z.output<Payload>, event: { id: string; occurredAt: Date }) => Promise<void>,
): Subscription => ({ event, name, handle: handle as never });

/** Subscribes with work outside of transactions: `onOutside(labelsWanted, 'commerce.buy-labels', buyLabels)`. */
export const onOutside = <Payload extends z.ZodType>(
  event: EventDefinition<Payload>,
  name: string,
  handle: (ctx: OutsideContext, payload: z.output<Payload>) => Promise<void>,
): Subscription => ({ event, name, handleOutside: handle as never });

/** Work on a timetable, per account. */
export interface ScheduledJob {
  name: string;
  /** Five-field cron expression, UTC. */
  cron: string;
  handle(ctx: AccountContext): Promise<void>;
}

/** Where a document stands, as people read it, and what it comes to. */
export interface RecordStanding {
  status: string;
  total: number;
}

/** A record that was found by a number. */
export interface NumberHit {
  id: string;
  label: string;
  /** What the number is on the record where it is not the record's own: `Purchase order`. */
  foundBy?: string | null;
}

/** The server half of a record type: what generic parts can ask about it. */
export interface SearchableRecord {
  type: string;
  /** Records of this number (or sku, or code); used by duplicates, palette and imports. */
  findByNumber?(ctx: AccountContext, number: string, scope: { customerID?: string }): Promise<NumberHit[]>;
  /** One line that names the record; 404 where it is not there. */
  label(ctx: AccountContext, id: string): Promise<string>;
  /** Where documents stand and what they come to, by id, for staff; one statement for all. */
  standing?(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, RecordStanding>>;
  /** Builds the mail of `POST /v1/actions/email-record`; absent where a record cannot be mailed. */
  email?(
    ctx: AccountContext,
    id: string,
  ): Promise<{ to: string[]; template: string; props: Record<string, unknown>; isConfidential?: boolean }>;
  /**
   * Writes a `Quantity` field of the record and answers it as it stands now (PATCH /v1/quantities); undefined for a
   * field that the record does not have.
   */
  setQuantity?(
    ctx: AccountContext,
    id: string,
    field: string,
    value: { measure: string; unitID?: string },
  ): Promise<QuantityAnswer | undefined>;
  /** The same for a `Rate` field (PATCH /v1/rates). */
  setRate?(
    ctx: AccountContext,
    id: string,
    field: string,
    value: { value: string; unitID?: string; perUnitID?: string },
  ): Promise<RateAnswer | undefined>;
}

/** An email the plugin can send: subject and body from props; the preview routes render it with `sample`. */
export interface EmailTemplate {
  /** Unique: `commerce.order-status`. */
  name: string;
  /** Screen-free address of the preview: `/order-email-preview`; optional. */
  previewPath?: string;
  render(props: Record<string, unknown>): Promise<{ subject: string; html: string; text: string }>;
  /** The paper that goes with it as PDF; read in a transaction when the mail is sent, and drawn outside. */
  paper?(ctx: AccountContext, props: Record<string, unknown>): Promise<{ filename: string; paper: Paper }>;
  sample: Record<string, unknown>;
}

/** A gapless number series; the shell shows it under system properties. */
export interface NumberSeries {
  /** `order`, `customer`, `transaction`: the spec's type of the system property. */
  kind: string;
  label: string;
  /** First number of a new account. */
  first: number;
}

/**
 * A rule that must hold at all times: a query that answers one row per violation. `millwright doctor` and tests run it
 * per account.
 */
export interface Invariant {
  name: string;
  /** Selects violations; `$1` is the account id. */
  sql: string;
  /**
   * What to do about a violation. A rule with it is about what people once entered: doctor warns, and nothing is
   * broken.
   */
  advice?: string;
}

/** One valid row per table for the generated matrices: plain column values beside account and id. */
export interface TableSample {
  /** `commerce.carrier`. */
  table: string;
  /** Column values by column name; a function gets the ids of samples made before it. */
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
   * kebab-case: owner of URLs, prefix of events, problems and ports. Schema and federation name are the id with
   * underscores.
   */
  id: string;
  title: string;
  description: string;
  /** True for the domains of the product, which own the spec's paths; everybody else lives under `/v1/x/<id>`. */
  isDomain?: boolean;
  config?: Config;
  permissions?: readonly PermissionDomain[];
  problems?: DeclaredProblems;
  entities?: readonly AnyEntitySchema[];
  migrations?: readonly { name: string; class: unknown }[];
  /** One line per aggregate; each says in its own folder what it contributes. */
  parts?: readonly Part[];
  provides?: readonly Port[];
  /** Its answers to questions that several domains answer: whoever asks joins those of all (`services.all`). */
  contributes?(services: Services): Contribution[];
  consumes?: { required?: readonly Port[]; optional?: readonly Port[] };
  bind?(container: Container, config: z.output<Config>): void;
  routes?(services: Services): Route[];
  events?: readonly EventDefinition[];
  subscriptions?(services: Services): Subscription[];
  jobs?(services: Services): ScheduledJob[];
  views?: readonly ViewDefinition[];
  screens?: readonly Screen[];
  /** Named zones that its screens host: `commerce.sales-order.panels`. */
  slots?: readonly string[];
  /** Zones of any plugin that its browser half fills: the shell loads it for them when one is shown. */
  fills?: readonly string[];
  /** Custom elements for other sites; publishable keys open them by name. */
  widgets?: readonly WidgetDefinition[];
  records?: readonly RecordType[];
  recordSources?(services: Services): SearchableRecord[];
  /** Which of its columns refer to records, so that what something refers to is not deleted. */
  references?: readonly Reference[];
  numbering?: readonly NumberSeries[];
  /** Kinds of mail that people may switch off: the team's, or those of the people of customers. */
  notifications?: readonly { code: string; name: string; description: string; for?: 'customers' }[];
  emails?: readonly EmailTemplate[];
  invariants?: readonly Invariant[];
  /** States in which something must not happen at any door; see `ForbiddenState`. */
  forbids?: readonly ForbiddenState[];
  /**
   * Kinds of work that are done as change sets: bulk actions over many records, and what else is checked, applied and
   * undone as one.
   */
  changeSets?(services: Services): ChangeSetWork[];
  /** What can be taken in from files; each is a kind of change set, `<name>.import`. */
  imports?(services: Services): ImportDefinition[];
  samples?: readonly TableSample[];
  account?: {
    settings?: Settings;
    /**
     * Seeds what an account needs; runs in the account's transaction when the plugin is enabled, and must be
     * repeatable.
     */
    onEnable?(ctx: AccountContext, services: Services): Promise<void>;
  };
  /** Demo records of one demo account; called once per account after `onEnable`, plugins in dependency order. */
  demo?(ctx: AccountContext, random: DemoRandom, services: Services): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: any plugin, whatever its configuration
export type AnyPlugin = PluginDefinition<any, any>;

/** Declares a plugin: its table of contents, checked at boot. */
export const definePlugin = <Config extends z.ZodType, Settings extends z.ZodType>(
  definition: PluginDefinition<Config, Settings>,
): PluginDefinition<Config, Settings> => withParts(definition) as PluginDefinition<Config, Settings>;
