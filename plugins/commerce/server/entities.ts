import { AccountGroup } from './parties/account-group/account-group.entity.ts';
import { Customer, CustomerPriceGroup, RetiredCustomerNumber } from './parties/customer/customer.entity.ts';
import { RetiredSupplierNumber, Supplier, SupplierMaterial } from './parties/supplier/supplier.entity.ts';
import { ProductLineAccess, ProductLineAccessLine } from './portal/product-line-access/product-line-access.entity.ts';
import { SalesOrderLine } from './sales/sales-order/lines/sales-order-line.entity.ts';
import { SalesOrder } from './sales/sales-order/sales-order.entity.ts';
import { Carrier, CarrierOption } from './terms/carrier/carrier.entity.ts';
import { PaymentTerm } from './terms/payment-term/payment-term.entity.ts';
import { Priority } from './terms/priority/priority.entity.ts';
import { ShippingTerm } from './terms/shipping-term/shipping-term.entity.ts';

/** Entities of schema `commerce`. */
export const entities = [
  AccountGroup,
  Carrier,
  CarrierOption,
  PaymentTerm,
  ShippingTerm,
  Priority,
  Customer,
  CustomerPriceGroup,
  RetiredCustomerNumber,
  ProductLineAccess,
  ProductLineAccessLine,
  SalesOrder,
  SalesOrderLine,
  Supplier,
  RetiredSupplierNumber,
  SupplierMaterial,
];
