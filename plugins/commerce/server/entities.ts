import { AccountGroup } from './account-group/account-group.entity.ts';
import { Carrier, CarrierOption } from './carrier/carrier.entity.ts';
import { Customer, CustomerPriceGroup, RetiredCustomerNumber } from './customer/customer.entity.ts';
import { PaymentTerm } from './payment-term/payment-term.entity.ts';
import { Priority } from './priority/priority.entity.ts';
import { ProductLineAccess, ProductLineAccessLine } from './product-line-access/product-line-access.entity.ts';
import { SalesOrder } from './sales-order/sales-order.entity.ts';
import { SalesOrderLine } from './sales-order/sales-order-line.entity.ts';
import { ShippingTerm } from './shipping-term/shipping-term.entity.ts';
import { RetiredSupplierNumber, Supplier, SupplierMaterial } from './supplier/supplier.entity.ts';

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
