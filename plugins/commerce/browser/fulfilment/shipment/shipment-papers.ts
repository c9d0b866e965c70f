import { accountURL } from '@millwright/core/browser';

/** Opens a paper of a shipment in a tab of its own, from where it is printed. */
const open = (path: string, query: Record<string, unknown> = {}): void =>
  void globalThis.open(accountURL(path, query), '_blank', 'noopener');

/** The papers of a shipment. */
export const shipmentPapers = (shipmentID: string) => {
  const papers = `/v1/shipments/${shipmentID}/papers`;
  return {
    packingSlip: () => open(`${papers}/packing-slip`),
    billOfLading: () => open(`${papers}/bill-of-lading`),
    carrierLabels: () => open(`${papers}/carrier-labels`),
    cartonLabels: (labelFormat: 'pdf' | 'zpl' = 'pdf') => open(`${papers}/carton-labels`, { labelFormat }),
  };
};

/** The carton label of one case. */
export const printCaseLabel = (shippingCaseID: string): void => open(`/v1/shipment-cases/${shippingCaseID}/labels`);

/** The carrier's label of one case. */
export const printCarrierLabel = (shippingCaseID: string): void =>
  open(`/v1/shipment-cases/${shippingCaseID}/carrier-label`);
