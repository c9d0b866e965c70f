import { useEndpointMutation } from '@millwright/core/browser';
import {
  buyLabels,
  createShippingCase,
  deleteShippingCase,
  getSalesOrder,
  getShipment,
  listShipments,
  rateShipment,
  shipShipment,
  updateShipment,
  updateShippingCase,
  updateShippingCaseContents,
  useEstimatedWeights,
  voidLabels,
  voidShipment,
} from '../../../contracts/index.ts';

const stale = [getShipment, listShipments, getSalesOrder];

/** What people do to a shipment on its screens. */
export const useShipmentChanges = () => ({
  change: useEndpointMutation(updateShipment, { invalidates: stale }),
  rate: useEndpointMutation(rateShipment, { invalidates: stale }),
  buyLabels: useEndpointMutation(buyLabels, { invalidates: stale }),
  voidLabels: useEndpointMutation(voidLabels, { invalidates: stale }),
  ship: useEndpointMutation(shipShipment, { invalidates: stale }),
  takeBack: useEndpointMutation(voidShipment, { invalidates: stale }),
  addCase: useEndpointMutation(createShippingCase, { invalidates: stale }),
  removeCase: useEndpointMutation(deleteShippingCase, { invalidates: stale }),
  changeCase: useEndpointMutation(updateShippingCase, { invalidates: stale }),
  fillCase: useEndpointMutation(updateShippingCaseContents, { invalidates: stale }),
  takeEstimates: useEndpointMutation(useEstimatedWeights, { invalidates: stale }),
});
