import type { Member, Party, PartyAddress, TableRow } from '@millwright/core/server';
import type { AccountGroup } from './parties/account-group/account-group.entity.ts';
import type { Customer, CustomerPriceGroup, RetiredCustomerNumber } from './parties/customer/customer.entity.ts';
import type { RetiredSupplierNumber, Supplier, SupplierMaterial } from './parties/supplier/supplier.entity.ts';
import type {
  ProductLineAccess,
  ProductLineAccessLine,
} from './portal/product-line-access/product-line-access.entity.ts';
import type { Carrier, CarrierOption } from './terms/carrier/carrier.entity.ts';
import type { PaymentTerm } from './terms/payment-term/payment-term.entity.ts';
import type { Priority } from './terms/priority/priority.entity.ts';
import type { ShippingTerm } from './terms/shipping-term/shipping-term.entity.ts';

/** Tables of customers and what they refer to, for projections. */
export type Tables = {
  'commerce.account_group': TableRow<typeof AccountGroup>;
  'commerce.carrier': TableRow<typeof Carrier>;
  'commerce.carrier_option': TableRow<typeof CarrierOption>;
  'commerce.payment_term': TableRow<typeof PaymentTerm>;
  'commerce.shipping_term': TableRow<typeof ShippingTerm>;
  'commerce.priority': TableRow<typeof Priority>;
  'commerce.customer': TableRow<typeof Customer>;
  'commerce.customer_price_group': TableRow<typeof CustomerPriceGroup>;
  'commerce.retired_customer_number': TableRow<typeof RetiredCustomerNumber>;
  'commerce.product_line_access': TableRow<typeof ProductLineAccess>;
  'commerce.product_line_access_line': TableRow<typeof ProductLineAccessLine>;
  'commerce.supplier': TableRow<typeof Supplier>;
  'commerce.supplier_material': TableRow<typeof SupplierMaterial>;
  'commerce.retired_supplier_number': TableRow<typeof RetiredSupplierNumber>;
  'core.party': TableRow<typeof Party>;
  'core.party_address': TableRow<typeof PartyAddress>;
  'core.v_members': Pick<
    TableRow<typeof Member>,
    'account_id' | 'id' | 'user_id' | 'name' | 'email' | 'image' | 'role_id' | 'status'
  >;
};

/** As the connections of the run-time roles write timestamps, which are in UTC. */
const timestampText = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::00)?$/;

/** A timestamp of a projection as answers carry it. Taking the text apart is many times as fast as making a date of it. */
export function isoText(value: Date | string): string {
  const parts = typeof value === 'string' ? timestampText.exec(value) : null;
  return parts
    ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
    : new Date(value).toISOString();
}
