import type { openPaymentInWidget } from '../../plugins/commerce/contracts/portal/pay-widget/pay-widget.contract.ts';
import type {
  addToCartInWidget,
  askSignInInWidget,
  changeCartLineInWidget,
  checkOutInWidget,
  confirmSecondFactorInWidget,
  confirmSignInInWidget,
  getCartInWidget,
  getProfileInWidget,
  listCategoriesInWidget,
  listProductsInWidget,
  previewCheckoutInWidget,
  readQuickOrderInWidget,
  removeCartLineInWidget,
  signOutInWidget,
} from '../../plugins/commerce/contracts/portal/shop-widget/shop-widget.contract.ts';
import type { EndpointAddress } from '../sdk/client.ts';

export const askSignInAddress: EndpointAddress<typeof askSignInInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/sign-in',
};
export const confirmSignInAddress: EndpointAddress<typeof confirmSignInInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/sign-in/confirm',
};
export const confirmSecondFactorAddress: EndpointAddress<typeof confirmSecondFactorInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/sign-in/second-factor',
};
export const signOutAddress: EndpointAddress<typeof signOutInWidget> = {
  method: 'DELETE',
  path: '/v1/widgets/{publishableKey}/sign-in',
};
export const profileAddress: EndpointAddress<typeof getProfileInWidget> = {
  method: 'GET',
  path: '/v1/widgets/{publishableKey}/portal/profile',
};
export const listCategoriesAddress: EndpointAddress<typeof listCategoriesInWidget> = {
  method: 'GET',
  path: '/v1/widgets/{publishableKey}/portal/categories',
};
export const listProductsAddress: EndpointAddress<typeof listProductsInWidget> = {
  method: 'GET',
  path: '/v1/widgets/{publishableKey}/portal/products',
};
export const cartAddress: EndpointAddress<typeof getCartInWidget> = {
  method: 'GET',
  path: '/v1/widgets/{publishableKey}/portal/cart',
};
export const addToCartAddress: EndpointAddress<typeof addToCartInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/portal/cart/lines',
};
export const changeCartLineAddress: EndpointAddress<typeof changeCartLineInWidget> = {
  method: 'PATCH',
  path: '/v1/widgets/{publishableKey}/portal/cart/lines/{cartLineID}',
};
export const removeCartLineAddress: EndpointAddress<typeof removeCartLineInWidget> = {
  method: 'DELETE',
  path: '/v1/widgets/{publishableKey}/portal/cart/lines/{cartLineID}',
};
export const readQuickOrderAddress: EndpointAddress<typeof readQuickOrderInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/portal/quick-order/actions/read',
};
export const previewCheckoutAddress: EndpointAddress<typeof previewCheckoutInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/portal/checkout/actions/preview',
};
export const checkOutAddress: EndpointAddress<typeof checkOutInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/portal/checkout',
};
export const openPayment: EndpointAddress<typeof openPaymentInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/portal/orders/{orderID}/actions/pay',
};
