import { created, definePlugin } from '@millwright/core/server';
import { CataloguePort, StockPort } from '@millwright/inventory/contracts';
import { documentPermissions } from '../contracts/index.ts';
import { cardPaymentPart } from './billing/card-payment/card-payment.part.ts';
import { creditPart } from './billing/credit/credit.part.ts';
import { invoicePart } from './billing/invoice/invoice.part.ts';
import { journalPart } from './billing/journal/journal.part.ts';
import { marginPart } from './billing/margin/margin.part.ts';
import { receivablePart } from './billing/receivable/receivable.part.ts';
import { settlementPart } from './billing/settlement/settlement.part.ts';
import { transactionPart } from './billing/transaction/transaction.part.ts';
import { historyPart } from './demo/history.part.ts';
import { carrierServicePart } from './fulfilment/carrier-service/carrier-service.part.ts';
import { CarrierAddresses, carrierConfig } from './fulfilment/carrier-service/providers/carrier-addresses.ts';
import { freightRatePart } from './fulfilment/freight-rate/freight-rate.part.ts';
import { pickPart } from './fulfilment/pick/pick.part.ts';
import { shipmentPart } from './fulfilment/shipment/shipment.part.ts';
import { migrations } from './migrations/index.ts';
import { accountGroupPart } from './parties/account-group/account-group.part.ts';
import { contactPart } from './parties/contact/contact.part.ts';
import { customerPart } from './parties/customer/customer.part.ts';
import { supplierPart } from './parties/supplier/supplier.part.ts';
import { cartPart } from './portal/cart/cart.part.ts';
import { documentLinkPart } from './portal/document-link/document-link.part.ts';
import { ownMoneyPart } from './portal/own-money/own-money.part.ts';
import { ownOrderPart } from './portal/own-order/own-order.part.ts';
import { payWidgetPart } from './portal/pay-widget/pay-widget.part.ts';
import { portalRequestPart } from './portal/portal-request/portal-request.part.ts';
import { productLineAccessPart } from './portal/product-line-access/product-line-access.part.ts';
import { registrationPart } from './portal/registration/registration.part.ts';
import { registrationFlowPart } from './portal/registration-flow/registration-flow.part.ts';
import { shopWidgetPart } from './portal/shop-widget/shop-widget.part.ts';
import { storefrontPart } from './portal/storefront/storefront.part.ts';
import { accountPricePart } from './pricing/account-price/account-price.part.ts';
import { orderDiscountPart } from './pricing/order-discount/order-discount.part.ts';
import { territoryPart } from './pricing/territory/territory.part.ts';
import { volumeDiscountPart } from './pricing/volume-discount/volume-discount.part.ts';
import { deliveryPart } from './purchasing/delivery/delivery.part.ts';
import { purchaseOrderPart } from './purchasing/purchase-order/purchase-order.part.ts';
import { receivingOrderPart } from './purchasing/receiving-order/receiving-order.part.ts';
import { suggestionPart } from './purchasing/suggestion/suggestion.part.ts';
import { orderStatusPart } from './sales/order-status/order-status.part.ts';
import { salesOrderPart } from './sales/sales-order/sales-order.part.ts';
import { salesTargetPart } from './sales/sales-target/sales-target.part.ts';
import { carrierPart } from './terms/carrier/carrier.part.ts';
import { paymentTermPart } from './terms/payment-term/payment-term.part.ts';
import { priorityPart } from './terms/priority/priority.part.ts';
import { shippingTermPart } from './terms/shipping-term/shipping-term.part.ts';
import { tradingPart } from './trading/trading.part.ts';

export default definePlugin({
  id: 'commerce',
  title: 'Commerce',
  description: 'Customers, their terms and groups, suppliers, carriers, sales and purchase orders.',
  isDomain: true,
  permissions: documentPermissions,
  consumes: { required: [CataloguePort, StockPort] },
  migrations,
  config: carrierConfig,
  services: (config) => [created(CarrierAddresses, () => new CarrierAddresses(config))],
  // Samples and demo records of a part may refer to those of earlier parts.
  parts: [
    accountGroupPart,
    carrierPart,
    paymentTermPart,
    shippingTermPart,
    priorityPart,
    customerPart,
    accountPricePart,
    volumeDiscountPart,
    orderDiscountPart,
    territoryPart,
    salesOrderPart,
    shipmentPart,
    carrierServicePart,
    freightRatePart,
    pickPart,
    invoicePart,
    settlementPart,
    transactionPart,
    creditPart,
    receivablePart,
    journalPart,
    marginPart,
    salesTargetPart,
    orderStatusPart,
    productLineAccessPart,
    registrationFlowPart,
    registrationPart,
    cardPaymentPart,
    storefrontPart,
    cartPart,
    shopWidgetPart,
    payWidgetPart,
    ownOrderPart,
    documentLinkPart,
    ownMoneyPart,
    portalRequestPart,
    supplierPart,
    contactPart,
    suggestionPart,
    purchaseOrderPart,
    receivingOrderPart,
    deliveryPart,
    tradingPart,
    historyPart,
  ],
});
