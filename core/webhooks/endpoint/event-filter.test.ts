import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentAdded } from '../../contracts/records/comment.contract.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import { hearsEvent, webhookOff } from '../../contracts/work/webhook.contract.ts';
import { webhookHearing } from '../../tenancy/access/webhook-hearing.ts';
import { filterFaults, nearestFilter, unreadableFaults } from './event-filter.ts';

const types = ['commerce.sales-order.created', 'commerce.sales-order.issued', 'commerce.shipment.packed', 'core.x.y'];

describe('event filters', () => {
  it('name an event, a group or all', () => {
    const heard = (filter: string) => types.filter((type) => hearsEvent([filter], type));
    expect(heard('*')).toEqual(types);
    expect(heard('commerce.*')).toEqual(types.slice(0, 3));
    expect(heard('commerce.sales-order.*')).toEqual(types.slice(0, 2));
    expect(heard('commerce.sales-order.issued')).toEqual([types[1]]);
    for (const filter of ['commerce', 'commerce.sales.*', 'commerce.sales-order', 'commerce.sales-order.issued.*'])
      expect(heard(filter), filter).toEqual([]);
  });

  it('that name nothing are refused with the nearest', () => {
    expect(filterFaults(['commerce.*', 'commerce.sales-orders.*', 'commerce.shipment.pakced'], types)).toEqual([
      { path: 'events.1', message: 'There is no event commerce.sales-orders.*. Did you mean commerce.sales-order.*?' },
      {
        path: 'events.2',
        message: 'There is no event commerce.shipment.pakced. Did you mean commerce.shipment.packed?',
      },
    ]);
    expect(filterFaults(['a.b'], [])).toEqual([{ path: 'events.0', message: 'There is no event a.b' }]);
  });

  it('find a name that differs in one letter', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.nat(), (type, at) => {
        const cut = 1 + (at % (type.length - 2));
        expect(nearestFilter(`${type.slice(0, cut)}${type.slice(cut + 1)}`, types)).toBe(type);
      }),
    );
  });
});

describe('rights of an endpoint', () => {
  const records = [
    { type: 'webhook_endpoint', prefix: 'whe', permission: 'webhooks:read' },
    { type: 'sales_order', prefix: 'so', permission: 'sales_orders:read' },
  ].map((each) => ({ ...each, label: each.type, path: `/${each.prefix}/{id}` })) as RecordType[];

  it('cover an event of any record with one right, and each of its events by the record', () => {
    const faults = (events: string[], scopes: string[]) =>
      unreadableFaults({ events, scopes }, [webhookOff, commentAdded], records).map(({ message }) => message);
    const needs = 'needs one of the rights';
    expect(faults([webhookOff.type], ['sales_orders:read'])).toEqual([`core.webhook.off ${needs} webhooks:read`]);
    expect(faults([commentAdded.type, 'core.*'], ['sales_orders:read'])).toEqual([]);
    expect(faults(['core.webhook.*', 'core.comment.added'], ['invoices:read'])).toEqual([
      `core.webhook.* ${needs} webhooks:read`,
      `core.comment.added ${needs} sales_orders:read, webhooks:read`,
    ]);
    const endpoint = { id: 'whe_1', events: ['core.*'], scopes: ['sales_orders:read'] };
    const hearing = webhookHearing({ record: (type) => records.find((each) => each.type === type) }, [endpoint]);
    expect(hearing.endpointsFor(commentAdded, 'sales_order')).toEqual([endpoint]);
    expect(hearing.endpointsFor(commentAdded, 'webhook_endpoint')).toEqual([]);
    expect(hearing.endpointsFor(webhookOff, 'webhook_endpoint')).toEqual([]);
  });
});
