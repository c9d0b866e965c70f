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

/** Looks up what a registration flow gives to new customers; `referrers.ts` is the other direction. */
export class RegistrationReferences extends RegistrationDefaultsPort {
  override async faultsOf(ctx: AccountContext, defaults: RegistrationDefaults): Promise<FieldError[]> {
    const faults: FieldError[] = [];
    for (const { path, message, rows: condition } of references) {
      const id = defaults[path];
      if (!id) continue;
      // No foreign key leads from core to a plugin; the lock does what one would: it makes a deletion wait for this
      // flow.
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

  /** What is offered and still there, of the right kind, by id; one statement. */
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
