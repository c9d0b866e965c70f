import { definePart, implementation } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import { TradingPort } from '../../contracts/index.ts';
import { SalesOrderService } from '../sales/sales-order/sales-order.service.ts';
import { SalesOrderStatusService } from '../sales/sales-order/status/sales-order-status.service.ts';
import { TradingDesk } from './trading-desk.ts';

/** Sales functions for the exchange with trading partners. */
export const tradingPart = definePart({
  provides: [TradingPort],
  services: [implementation(TradingPort, TradingDesk, SalesOrderService, SalesOrderStatusService, CataloguePort)],
});
