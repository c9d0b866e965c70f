import { analyzeDeliveries, type DeliveriesAnswer } from '../figures/delivery.contract.ts';
import { defineReport, pointsOf, type ReportChart } from './report.ts';

const onTime =
  'Completed on or before the promised date, or within the target days of issue where that is asked for; ' +
  'of orders with such a date. Orders that are not due yet and not completed are not counted.';

/** Delivery times and punctuality of orders. */
export const deliveriesReport = defineReport({
  name: 'deliveries',
  title: 'Deliveries',
  path: '/dashboard/delivery-analytics',
  endpoint: analyzeDeliveries,
  filters: ['productLineIDs', 'customerIDs', 'customerGroupIDs', 'salesRepIDs'],
  hasPeriod: true,
  hasTarget: true,
  view: ({ statistics: found, ordersNotYetDue, chartData }: DeliveriesAnswer) => {
    const chart = (
      name: keyof typeof chartData,
      parts: Omit<ReportChart, 'name' | 'points' | 'shape'>,
    ): ReportChart => ({
      name,
      shape: 'line',
      points: pointsOf(chartData[name]),
      drill: { figure: 'deliveries' },
      ...parts,
    });
    return {
      figures: [
        {
          name: 'onTime',
          label: 'On time',
          kind: 'percent',
          value: found.onTimeDeliveryPercentage,
          better: 'more',
          definition: onTime,
          drill: { figure: 'deliveries', deliveryState: 'onTime' },
        },
        {
          name: 'firstOnTime',
          label: 'First shipment on time',
          kind: 'percent',
          better: 'more',
          value: found.onTimeFirstShipmentPercentage,
          definition:
            'Something had shipped on or before the promised date; of orders with such a date. Orders that are not ' +
            'due yet and of which nothing shipped are not counted.',
          drill: { figure: 'deliveries', deliveryState: 'firstOnTime' },
        },
        {
          name: 'toCompletion',
          label: 'To completion',
          kind: 'days',
          better: 'less',
          value: found.averageTimeToCompletion,
          definition: 'Days of 24 hours from issue to completion, on average. Orders closed short were not completed.',
          drill: { figure: 'deliveries', deliveryState: 'completed' },
        },
        {
          name: 'toFirst',
          label: 'To first shipment',
          kind: 'days',
          better: 'less',
          value: found.averageTimeToFirstShipment,
          definition: 'Days of 24 hours from issue to the first shipment, on average.',
          drill: { figure: 'deliveries', deliveryState: 'shipped' },
        },
        {
          name: 'orders',
          label: 'Orders',
          kind: 'count',
          value: found.totalOrders,
          drill: { figure: 'deliveries' },
          definition: 'Orders that were issued in the period.',
        },
      ],
      charts: [
        chart('onTimeDelivery', { label: 'On time', kind: 'percent', definition: `${onTime} By the day of issue.` }),
        chart('averageDeliveryTime', {
          label: 'Days to completion',
          kind: 'days',
          definition: 'Days from issue to completion, on average, by the day of issue.',
        }),
        chart('averageFirstShipmentTime', {
          label: 'Days to first shipment',
          kind: 'days',
          definition: 'Days from issue to the first shipment, on average, by the day of issue.',
        }),
      ],
      table: {
        columns: [
          { name: 'what', label: 'Orders', kind: 'text' },
          { name: 'count', label: 'Count', kind: 'count' },
        ],
        rows: [
          ['all', 'Issued in the period', found.totalOrders] as const,
          ['shipped', 'With a first shipment', found.ordersWithFirstShipment] as const,
          ['completed', 'Completed', found.ordersWithCompletion] as const,
          ['promised', 'With a promised date', found.ordersWithPromiseDate] as const,
          ['firstOnTime', 'First shipment by the promised date', found.ordersPartiallyFulfilledInPromiseDate] as const,
          ['onTime', 'Completed by the promised date', found.ordersCompletedWithinPromiseDate] as const,
          [
            'late',
            'Late',
            found.ordersWithPromiseDate - found.ordersCompletedWithinPromiseDate - ordersNotYetDue,
          ] as const,
          ['notYetDue', 'Not due yet', ordersNotYetDue] as const,
        ].map(([deliveryState, what, count]) => ({
          id: deliveryState,
          cells: { what, count },
          drill: { figure: 'deliveries' as const, deliveryState },
        })),
      },
    };
  },
});
