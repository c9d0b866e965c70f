import { audit, changesOf, snapshotOf } from '../audit/audit.ts';
import {
  listRegistrationFlows,
  type RegistrationFlowInput,
  type RegistrationFlowPatch,
  type RegistrationFlowPublic,
  type RegistrationFlow as View,
} from '../contracts/accounts/registration-flow.contract.ts';
import type { ListQuery } from '../contracts/endpoints/list-query.ts';
import { type FieldError, problems } from '../contracts/endpoints/problem.ts';
import type {
  RegistrationDefaults,
  RegistrationDefaultsPort,
} from '../contracts/plugins/registration-defaults-port.ts';
import { newID } from '../contracts/texts/id.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { portFor } from '../kernel/plugin/container.ts';
import { matchesText } from '../lists/conditions.ts';
import { listPage, touched } from '../lists/list-page.ts';
import { Party } from './parties/party.entity.ts';
import { RegistrationFlow } from './registration-flow.entity.ts';

type Tables = { 'core.registration_flow': TableRow<typeof RegistrationFlow> };

const fields = [
  'name',
  'title',
  'message',
  'isActive',
  'allowsExistingCustomers',
  'phoneField',
  'addressField',
  'websiteField',
  'noteField',
  'approval',
  'closingWords',
  'notifiedEmails',
  'defaultCustomerGroupID',
  'defaultShippingTermID',
  'defaultPaymentTermID',
  'offeredCustomerGroupIDs',
  'offeredShippingTermIDs',
  'offeredPaymentTermIDs',
] as const;

const questionsOf = (flow: RegistrationFlow) => ({
  id: flow.id,
  title: flow.title,
  message: flow.message ?? null,
  allowsExistingCustomers: flow.allowsExistingCustomers,
  phoneField: flow.phoneField,
  addressField: flow.addressField,
  websiteField: flow.websiteField,
  noteField: flow.noteField,
  approval: flow.approval,
  closingWords: flow.closingWords ?? null,
});

/** The public part of a flow. */
export async function publicFlow(
  ctx: AccountContext,
  flow: RegistrationFlow,
  defaults: RegistrationDefaultsPort | undefined,
): Promise<RegistrationFlowPublic> {
  const choices = await portFor(ctx, defaults)?.choicesOf(ctx, flow);
  return { ...questionsOf(flow), ...(choices ?? { customerGroups: [], shippingTerms: [], paymentTerms: [] }) };
}

const viewOf = (flow: RegistrationFlow): View => ({
  ...questionsOf(flow),
  name: flow.name,
  isActive: flow.isActive,
  defaultCustomerGroupID: flow.defaultCustomerGroupID ?? null,
  defaultShippingTermID: flow.defaultShippingTermID ?? null,
  defaultPaymentTermID: flow.defaultPaymentTermID ?? null,
  offeredCustomerGroupIDs: flow.offeredCustomerGroupIDs,
  offeredShippingTermIDs: flow.offeredShippingTermIDs,
  offeredPaymentTermIDs: flow.offeredPaymentTermIDs,
  notifiedEmails: flow.notifiedEmails,
  version: flow.version,
  createdAt: flow.createdAt.toISOString(),
  updatedAt: flow.updatedAt.toISOString(),
});

const offerFields = ['offeredCustomerGroupIDs', 'offeredShippingTermIDs', 'offeredPaymentTermIDs'] as const;
const defaultFields = ['defaultCustomerGroupID', 'defaultShippingTermID', 'defaultPaymentTermID'] as const;

/** Empty texts of optional fields count as null. */
const withoutBlanks = <T extends object>(input: T): T =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === '' ? null : value])) as T;

/** The active flow; null if customers cannot register. */
export const activeFlow = (ctx: AccountContext): Promise<RegistrationFlow | null> =>
  ctx.em.findOne(RegistrationFlow, { accountID: ctx.account.id, isActive: true }) as Promise<RegistrationFlow | null>;

/** Registration flows of an account. */
export class RegistrationFlowService {
  readonly #defaults: RegistrationDefaultsPort | undefined;

  constructor(defaults: RegistrationDefaultsPort | undefined) {
    this.#defaults = defaults;
  }

  async page(
    ctx: AccountContext,
    query: ListQuery & { sortBy?: 'name' | 'title' | 'createdAt' | 'updatedAt'; isActive?: boolean | undefined },
  ): Promise<{ items: View[]; count: number }> {
    let matching = ctx.em
      .query<Tables>()
      .selectFrom('core.registration_flow as flow')
      .where('flow.account_id', '=', ctx.account.id);
    if (query.query) matching = matching.where(matchesText(query.query, ['flow.name', 'flow.title']));
    if (query.isActive !== undefined) matching = matching.where('flow.is_active', '=', query.isActive);
    const { items, count } = await listPage(ctx, {
      list: listRegistrationFlows,
      id: 'flow.id',
      matching,
      select: (rows) => rows.select('flow.id'),
      page: query,
      sortable: { name: 'flow.name', title: 'flow.title', createdAt: 'flow.created_at', updatedAt: 'flow.updated_at' },
      order: [['flow.name', 'asc']],
    });
    const ids = items.map(({ id }) => id);
    const flows = await ctx.em.findInOrder(RegistrationFlow, ids);
    return { count, items: flows.map((flow) => viewOf(flow)) };
  }

  async read(ctx: AccountContext, id: string): Promise<View> {
    return viewOf(await ctx.em.get(RegistrationFlow, id));
  }

  /** The flow as customers will see it. */
  async preview(ctx: AccountContext, id: string): Promise<RegistrationFlowPublic> {
    return publicFlow(ctx, (await ctx.em.get(RegistrationFlow, id)) as RegistrationFlow, this.#defaults);
  }

  async create(ctx: AccountContext, input: RegistrationFlowInput): Promise<View> {
    await this.#checkName(ctx, input.name);
    await this.#checkDefaults(ctx, input);
    if (input.isActive) await this.#putAside(ctx, undefined);
    const flow = ctx.em.create(RegistrationFlow, { id: newID('rgf'), ...withoutBlanks(input) });
    await ctx.em.flush();
    touched(ctx, listRegistrationFlows);
    audit(ctx, { record: { type: 'registration_flow', id: flow.id }, action: 'created' });
    return viewOf(flow);
  }

  async update(ctx: AccountContext, id: string, { version, ...patch }: RegistrationFlowPatch): Promise<View> {
    if (patch.isActive) await this.#putAside(ctx, id);
    const flow = await ctx.em.getForUpdate(RegistrationFlow, id);
    ctx.em.expectVersion(flow, version);
    const before = snapshotOf(flow, fields);
    if (patch.name !== undefined && patch.name !== flow.name) await this.#checkName(ctx, patch.name);
    await this.#checkDefaults(ctx, patch, flow);
    ctx.em.assign(flow, withoutBlanks(patch));
    audit(ctx, {
      record: { type: 'registration_flow', id },
      action: 'updated',
      changes: changesOf(before, snapshotOf(flow, fields), fields),
    });
    await ctx.em.flush();
    touched(ctx, listRegistrationFlows);
    return viewOf(flow);
  }

  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const flow = await ctx.em.getForUpdate(RegistrationFlow, id);
    ctx.em.remove(flow);
    audit(ctx, { record: { type: 'registration_flow', id }, action: 'deleted', note: flow.name });
    await ctx.em.flush();
    touched(ctx, listRegistrationFlows);
    return undefined;
  }

  /** Deactivates the active flow and flushes before the other one is activated, because the index permits only one. */
  async #putAside(ctx: AccountContext, exceptID: string | undefined): Promise<void> {
    // Two concurrent activations wait here instead of violating the index.
    await ctx.em.lockRows(Party, [ctx.account.id]);
    const active = await activeFlow(ctx);
    if (!active || active.id === exceptID) return;
    active.isActive = false;
    audit(ctx, {
      record: { type: 'registration_flow', id: active.id },
      action: 'updated',
      changes: [{ field: 'isActive', from: true, to: false }],
    });
    await ctx.em.flush();
  }

  /**
   * Checks that newly named records exist. Records named before cannot have been deleted, because the flow refers to
   * them.
   */
  async #checkDefaults(ctx: AccountContext, input: RegistrationDefaults, stored?: RegistrationDefaults): Promise<void> {
    const named = [
      ...defaultFields.filter((field) => input[field] && input[field] !== stored?.[field]),
      // Records offered before may have been deleted meanwhile. They are no longer offered, but do not prevent saving.
      ...offerFields.filter((field) => input[field]?.some((id) => !stored?.[field]?.includes(id))),
    ];
    if (!named.length) return;
    const keeper = portFor(ctx, this.#defaults);
    const errors: FieldError[] = keeper
      ? await keeper.faultsOf(ctx, Object.fromEntries(named.map((field) => [field, input[field]])))
      : named.map((path) => ({ path, message: 'This account keeps no customers, so there is nothing to choose from' }));
    if (errors.length) throw problems.invalid_input({ errors });
  }

  async #checkName(ctx: AccountContext, name: string): Promise<void> {
    if (await ctx.em.findOne(RegistrationFlow, { accountID: ctx.account.id, name }))
      throw problems.duplicate({
        message: 'Another flow has this name',
        errors: [{ path: 'name', message: 'Another flow has this name' }],
      });
  }
}
