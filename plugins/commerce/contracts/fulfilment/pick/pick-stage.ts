import { declareStates, type StateOf } from '@millwright/core/contracts';

/** Progress of a pick, in the order of its life. */
export const pickStates = declareStates('pick', {
  to_release: { name: 'To release', tone: 'neutral', is: ['open'], next: ['release'] },
  to_pick: { name: 'To pick', tone: 'info', is: ['open'], next: ['start'] },
  picking: { name: 'Being picked', tone: 'progress', is: ['open'], next: ['start'] },
  to_pack: { name: 'To pack', tone: 'warning', is: ['open'], next: ['pack'] },
  finished: { name: 'Finished', tone: 'success', is: ['finished'], next: ['open_shipment'] },
});
export type PickStage = StateOf<typeof pickStates>;

/** State of a pick line's stock. */
export const pickLineStates = declareStates('pick_line', {
  planned: { name: 'Planned', tone: 'info', is: ['planned', 'unpacked'] },
  picked: { name: 'Picked', tone: 'warning', is: ['picked', 'fetched', 'unpacked'] },
  packed: { name: 'Packed', tone: 'success', is: ['packed', 'fetched'] },
});
export type PickLineState = StateOf<typeof pickLineStates>;

/** Filter of pick lists: unfinished, all, finished (spec commerce section 4). */
export const pickStatuses = ['open', 'all', 'closed'] as const;
export type PickStatus = (typeof pickStatuses)[number];
