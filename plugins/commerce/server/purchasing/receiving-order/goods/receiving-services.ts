import type { CataloguePort, StockPort, SupplyPort } from '@millwright/inventory/contracts';
import type { PurchaseOrderService } from '../../purchase-order/purchase-order.service.ts';
import type { OrderSupply } from '../../purchase-order/status/order-supply.ts';

/** Services for receiving. */
export interface Receiving {
  catalogue: CataloguePort;
  stock: StockPort;
  supply: SupplyPort;
  orders: PurchaseOrderService;
  orderSupply: OrderSupply;
}
