import type { TableSample } from '../kernel/plugin/plugin.ts';

/** Sample rows of the event tables. */
export const eventSamples: readonly TableSample[] = [
  {
    table: 'core.event_outbox',
    row: {
      type: 'core.sample',
      version: 1,
      payload: {},
      actor: { type: 'system', id: '', name: 'System' },
      request_id: 'req_sample',
      occurred_at: '2026-01-01T00:00:00Z',
    },
  },
  {
    table: 'core.handled_event',
    row: { subscriber: 'core.sample', event_id: 'evt_sample', handled_at: '2026-01-01T00:00:00Z' },
  },
];
