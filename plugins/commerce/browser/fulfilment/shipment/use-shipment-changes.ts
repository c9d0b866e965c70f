import { useEndpointMutation } from '@millwright/core/browser';
import {
  createShippingCase,
  deleteShippingCase,
  getSalesOrder,
  getShipment,
  listShipments,
  shipShipment,
  updateShippingCase,
  updateShippingCaseContents,
  useEstimatedWeights,
  voidShipment,
} from '../../../contracts/index.ts';

const stale = [getShipment, listShipments, getSalesOrder];

/** What people do to a shipment on its screens. */
export const useShipmentChanges = () => ({
  ship: useEndpointMutation(shipShipment, { invalidates: stale }),
  takeBack: useEndpointMutation(voidShipment, { invalidates: stale }),
  addCase: useEndpointMutation(createShippingCase, { invalidates: stale }),
  removeCase: useEndpointMutation(deleteShippingCase, { invalidates: stale }),
  changeCase: useEndpointMutation(updateShippingCase, { invalidates: stale }),
  fillCase: useEndpointMutation(updateShippingCaseContents, { invalidates: stale }),
  takeEstimates: useEndpointMutation(useEstimatedWeights, { invalidates: stale }),
});
