import { accountURL } from '@millwright/core/browser';

/** Opens a document in a new tab for printing. */
const open = (path: string, query: Record<string, unknown> = {}): void =>
  void globalThis.open(accountURL(path, query), '_blank', 'noopener');

/** Functions that open the documents of a shipment. */
export const shipmentPapers = (shipmentID: string) => {
  const papers = `/v1/shipments/${shipmentID}/papers`;
  return {
    packingSlip: () => open(`${papers}/packing-slip`),
    billOfLading: () => open(`${papers}/bill-of-lading`),
    carrierLabels: () => open(`${papers}/carrier-labels`),
    cartonLabels: (labelFormat: 'pdf' | 'zpl' = 'pdf') => open(`${papers}/carton-labels`, { labelFormat }),
  };
};

export const printCaseLabel = (shippingCaseID: string): void => open(`/v1/shipment-cases/${shippingCaseID}/labels`);

export const printCarrierLabel = (shippingCaseID: string): void =>
  open(`/v1/shipment-cases/${shippingCaseID}/carrier-label`);
