import { formats, type MenuAction, toast, useConfirm, useEndpointMutation } from '@millwright/core/browser';
import { offerSalesOrder, repriceSalesOrder, type SalesOrder, salesOrderStates } from '../../../../contracts/index.ts';

/** Menu items of an estimate's offer, for staff. */
export function useOfferMenu(): (order: SalesOrder) => MenuAction[] {
  const confirm = useConfirm();
  const offer = useEndpointMutation(offerSalesOrder);
  const reprice = useEndpointMutation(repriceSalesOrder);
  const offerNow = async ({ id: orderID, number, version }: SalesOrder) => {
    try {
      await offer.mutateAsync({ params: { orderID }, body: { version } });
      toast.success(`The customer sees estimate ${number} in the portal now, and its prices stay`);
    } catch (error) {
      toast.error(error);
    }
  };
  const priceAnew = async ({ id: orderID, number, total, version }: SalesOrder) => {
    const title = `Price estimate ${number} anew?`;
    const message = 'Lines get the prices of today. The customer has the estimate, and sees what comes of it at once.';
    if (!(await confirm({ title, message, confirmLabel: 'Price anew' }))) return;
    try {
      const after = await reprice.mutateAsync({ params: { orderID }, body: { version } });
      toast.success(
        after.total === total
          ? 'Nothing has another price'
          : `The total is ${formats().money(after.total)} now; it was ${formats().money(total)}`,
      );
    } catch (error) {
      toast.error(error);
    }
  };
  return (order) => {
    if (!salesOrderStates.is.estimated(order.status.code)) return [];
    return order.offeredAt === null
      ? [{ label: 'Offer without a mail', icon: 'check', onClick: () => void offerNow(order) }]
      : [{ label: 'Price anew', icon: 'receipt', onClick: () => void priceAnew(order) }];
  };
}
