import { type Route, widgetRoute } from '@millwright/core/server';
import { findOrderStatus } from '../../../contracts/index.ts';
import { orderNumberForm } from './order-proof.ts';
import { orderStatusOf } from './order-status.queries.ts';

const hour = 3_600;

/** The widget `order-status`. */
export const orderStatusRoutes = (): Route[] => [
  widgetRoute(findOrderStatus, (ctx, { body }) => orderStatusOf(ctx, body), {
    customers: 'An order is found by its number before anybody knows whose it is',
    repeat: 'runs',
    // Numbers follow one another and a postcode has few digits: what keeps guesses out is how few there are.
    limits: ({ body }, { network }) => [
      {
        name: 'order-status.number',
        points: 10,
        seconds: hour,
        subject: orderNumberForm(body.number).toLowerCase(),
        failuresOnly: true,
      },
      { name: 'order-status.network', points: 20, seconds: hour, subject: network, failuresOnly: true },
    ],
  }),
];
