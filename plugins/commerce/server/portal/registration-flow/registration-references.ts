import {
  type FieldError,
  type RegistrationChoices,
  type RegistrationDefaults,
  RegistrationDefaultsPort,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

const references = [
  {
    path: 'defaultCustomerGroupID',
    offers: 'offeredCustomerGroupIDs',
    choices: 'customerGroups',
    message: 'There is no such customer type',
    rows: sql`commerce.account_group where type_code = 'customer_type' and`,
  },
  {
    path: 'defaultShippingTermID',
    offers: 'offeredShippingTermIDs',
    choices: 'shippingTerms',
    message: 'There is no such shipping term',
    rows: sql`commerce.shipping_term where`,
  },
  {
    path: 'defaultPaymentTermID',
    offers: 'offeredPaymentTermIDs',
    choices: 'paymentTerms',
    message: 'There is no such payment term',
    rows: sql`commerce.payment_term where`,
  },
] as const;

/** Checks the records that a registration flow refers to. `referrers.ts` covers the opposite direction. */
export class RegistrationReferences extends RegistrationDefaultsPort {
  override async faultsOf(ctx: AccountContext, defaults: RegistrationDefaults): Promise<FieldError[]> {
    const faults: FieldError[] = [];
    for (const { path, message, rows: condition } of references) {
      const id = defaults[path];
      if (!id) continue;
      // Core has no foreign key to plugins. This lock has the same effect: a deletion waits until the flow is saved.
      const { rows } = await sql`
        select id from ${condition} account_id = ${ctx.account.id} and id = ${id} for key share`.execute(
        ctx.em.query(),
      );
      if (!rows.length) faults.push({ path, message });
    }
    const named = await this.#offered(ctx, defaults);
    for (const { offers, message } of references)
      for (const [index, id] of (defaults[offers] ?? []).entries())
        if (!named.has(id)) faults.push({ path: `${offers}.${index}`, message });
    return faults;
  }

  override async choicesOf(ctx: AccountContext, defaults: RegistrationDefaults): Promise<RegistrationChoices> {
    const named = await this.#offered(ctx, defaults);
    const of = (path: (typeof references)[number]['path'], offers: (typeof references)[number]['offers']) => {
      const offered = defaults[offers] ?? [];
      const ids = offered.length ? new Set([...offered, defaults[path] ?? '']) : [];
      return [...ids]
        .flatMap((id) => named.get(id) ?? [])
        .sort((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
    };
    return {
      customerGroups: of('defaultCustomerGroupID', 'offeredCustomerGroupIDs'),
      shippingTerms: of('defaultShippingTermID', 'offeredShippingTermIDs'),
      paymentTerms: of('defaultPaymentTermID', 'offeredPaymentTermIDs'),
    };
  }

  /** Offered records that exist and have the right type, by id, read in one statement. */
  async #offered(ctx: AccountContext, defaults: RegistrationDefaults) {
    const ids = references.flatMap(({ path, offers }) => [...(defaults[offers] ?? []), defaults[path] ?? '']);
    if (!references.some(({ offers }) => defaults[offers]?.length)) return new Map<string, never>();
    const { rows } = await sql<{ id: string; name: string }>`${sql.join(
      references.map(
        ({ rows: condition }) => sql`select id, name from ${condition} account_id = ${ctx.account.id}
          and id = any(${ids}::text[])`,
      ),
      sql` union all `,
    )}`.execute(ctx.em.query());
    return new Map(rows.map((row) => [row.id, row]));
  }
}
