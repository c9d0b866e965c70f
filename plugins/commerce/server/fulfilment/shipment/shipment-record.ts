/** Name of the list among those whose counts are cached. */
export const shipmentList = 'shipments';

/** The shipment as history, events and search name it. */
export const shipmentRecord = (id: string) => ({ type: 'shipment', id });
