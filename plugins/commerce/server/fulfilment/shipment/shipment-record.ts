/** The shipment as history, events and search name it. */
export const shipmentRecord = (id: string) => ({ type: 'shipment', id });
