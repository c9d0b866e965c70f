import { type FieldError, type RegistrationDefaults, RegistrationDefaultsPort } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

const references = [
  {
    path: 'defaultCustomerGroupID',
    message: 'There is no such customer type',
    rows: sql`commerce.account_group where type_code = 'customer_type' and`,
  },
  {
    path: 'defaultShippingTermID',
    message: 'There is no such shipping term',
    rows: sql`commerce.shipping_term where`,
  },
  {
    path: 'defaultPaymentTermID',
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
    return faults;
  }
}
