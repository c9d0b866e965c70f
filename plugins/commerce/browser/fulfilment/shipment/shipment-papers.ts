import { openInTab } from '@millwright/core/browser';

/** Functions that open the documents of a shipment. */
export const shipmentPapers = (shipmentID: string) => {
  const papers = `/v1/shipments/${shipmentID}/papers`;
  return {
    packingSlip: () => openInTab(`${papers}/packing-slip`),
    billOfLading: () => openInTab(`${papers}/bill-of-lading`),
    carrierLabels: () => openInTab(`${papers}/carrier-labels`),
    cartonLabels: (labelFormat: 'pdf' | 'zpl' = 'pdf') => openInTab(`${papers}/carton-labels`, { labelFormat }),
  };
};

export const printCaseLabel = (shippingCaseID: string): void =>
  openInTab(`/v1/shipment-cases/${shippingCaseID}/labels`);

export const printCarrierLabel = (shippingCaseID: string): void =>
  openInTab(`/v1/shipment-cases/${shippingCaseID}/carrier-label`);
