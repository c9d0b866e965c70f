import { Member, type ReferencedTables, sql } from '@millwright/core/server';
import { Carrier, CarrierOption } from '../terms/carrier/carrier.entity.ts';
import { PaymentTerm } from '../terms/payment-term/payment-term.entity.ts';
import { Priority } from '../terms/priority/priority.entity.ts';
import { ShippingTerm } from '../terms/shipping-term/shipping-term.entity.ts';
import { AccountGroup } from './account-group/account-group.entity.ts';

const groups = { entity: AccountGroup, table: 'commerce.account_group' };

/** Entities of the references of customers, suppliers and their documents. */
export const referenceTables = {
  carrier: { entity: Carrier, table: 'commerce.carrier' },
  carrier_option: { entity: CarrierOption, table: 'commerce.carrier_option', within: 'carrier_id' },
  payment_term: { entity: PaymentTerm, table: 'commerce.payment_term' },
  priority: { entity: Priority, table: 'commerce.priority' },
  shipping_term: { entity: ShippingTerm, table: 'commerce.shipping_term' },
  customer_type: { ...groups, among: sql`type_code = 'customer_type'` },
  price_group: { ...groups, among: sql`type_code = 'price_group'` },
  sales_rep: {
    entity: Member,
    table: 'core.v_members',
    among: sql`customer_id is null`,
    gone: sql`removed_at is not null`,
  },
} satisfies ReferencedTables;
