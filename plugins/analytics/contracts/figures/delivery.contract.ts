import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { periodShape, salesFilterShape, targetDays } from './filter.ts';
import { periodAnswer } from './sales.contract.ts';
import { trend } from './trend.ts';

/**
 * Delivery of the orders that were issued in the period (spec operations section 7). Times are days from issue, null if
 * there is nothing to divide by. Percentages, from 0 to 100, refer to orders with a promised date that has passed or
 * was kept.
 */
export const deliveryStatistics = z.object({
  averageTimeToFirstShipment: z.number().nullable(),
  averageTimeToCompletion: z.number().nullable(),
  onTimeDeliveryPercentage: z.number().nullable(),
  onTimeFirstShipmentPercentage: z.number().nullable(),
  totalOrders: z.int(),
  ordersWithFirstShipment: z.int(),
  ordersWithCompletion: z.int(),
  ordersWithPromiseDate: z.int(),
  /** Orders of which something was shipped on or before the promised date. */
  ordersPartiallyFulfilledInPromiseDate: z.int(),
  ordersCompletedWithinPromiseDate: z.int(),
});
export type DeliveryStatistics = z.output<typeof deliveryStatistics>;

export const deliveriesAnswer = z.object({
  ...periodAnswer,
  statistics: deliveryStatistics,
  /** Open orders whose promised date has not passed: neither on time nor late. */
  ordersNotYetDue: z.int(),
  /** By the day of issue. */
  chartData: z.object({ onTimeDelivery: trend, averageDeliveryTime: trend, averageFirstShipmentTime: trend }),
});
export type DeliveriesAnswer = z.output<typeof deliveriesAnswer>;

/** Request of the delivery figures. */
export const deliveriesBody = z.strictObject({
  ...periodShape,
  ...salesFilterShape,
  /** Used only with `overridePromisedDates`. */
  targetDeliveryTimeDays: targetDays.nullish(),
  /** Replaces the promised dates: each order is due so many days after its issue. */
  overridePromisedDates: z.boolean({ error: 'Must be true or false' }).nullish(),
});

/** Errors: 400 `invalid_input`, also for `overridePromisedDates` without `targetDeliveryTimeDays`. */
export const analyzeDeliveries = endpoint({
  name: 'analyzeDeliveries',
  method: 'PUT',
  path: '/v1/analytics/deliveries',
  permission: 'sales_analytics:read',
  isReport: true,
  summary: 'Measures how orders were delivered.',
  reads: true,
  body: deliveriesBody,
  reply: deliveriesAnswer,
});
