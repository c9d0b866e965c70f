/** How far a pick has come, in the order of its life. */
export const pickStages = ['to_release', 'to_pick', 'picking', 'to_pack', 'finished'] as const;
export type PickStage = (typeof pickStages)[number];

/** People's names of the stages. */
export const pickStageNames: Record<PickStage, string> = {
  to_release: 'To release',
  to_pick: 'To pick',
  picking: 'Being picked',
  to_pack: 'To pack',
  finished: 'Finished',
};

/** What happens to the stock of a pick line. */
export const pickLineStates = ['planned', 'picked', 'packed'] as const;
export type PickLineState = (typeof pickLineStates)[number];

/** People's names of the states. */
export const pickLineStateNames: Record<PickLineState, string> = {
  planned: 'Planned',
  picked: 'Picked',
  packed: 'Packed',
};

/** Which picks a list shows: not finished, every one, finished (spec commerce section 4). */
export const pickStatuses = ['open', 'all', 'closed'] as const;
export type PickStatus = (typeof pickStatuses)[number];
