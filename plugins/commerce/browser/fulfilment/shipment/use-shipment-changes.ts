import { useEndpointMutation } from '@millwright/core/browser';
import {
  buyLabels,
  createShippingCase,
  deleteShippingCase,
  rateShipment,
  shipShipment,
  updateShipment,
  updateShippingCase,
  updateShippingCaseContents,
  useEstimatedWeights,
  voidLabels,
  voidShipment,
} from '../../../contracts/index.ts';

export const useShipmentChanges = () => ({
  change: useEndpointMutation(updateShipment),
  rate: useEndpointMutation(rateShipment),
  buyLabels: useEndpointMutation(buyLabels),
  voidLabels: useEndpointMutation(voidLabels),
  ship: useEndpointMutation(shipShipment),
  takeBack: useEndpointMutation(voidShipment),
  addCase: useEndpointMutation(createShippingCase),
  removeCase: useEndpointMutation(deleteShippingCase),
  changeCase: useEndpointMutation(updateShippingCase),
  fillCase: useEndpointMutation(updateShippingCaseContents),
  takeEstimates: useEndpointMutation(useEstimatedWeights),
});
