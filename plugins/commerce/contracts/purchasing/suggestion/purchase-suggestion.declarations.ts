import { defineProblems, defineScreenList } from '@millwright/core/contracts';

/** Screen of purchase suggestions. */
export const purchaseSuggestionScreens = defineScreenList([
  {
    name: 'purchase-suggestions',
    path: '/dashboard/purchase-orders/suggest',
    title: 'What to buy',
    needs: ['purchase_orders:read', 'purchase_orders:create'],
    nav: { section: 'Buy', order: 18, icon: 'note' },
  },
]);

/** Refusals of ordering suggestions. */
export const purchaseSuggestionProblems = defineProblems({
  /** Nothing is needed, or no supplier has a price. */
  nothing_to_buy: { status: 409, message: 'Nothing has to be bought now' },
  /** It was ordered or received, or the demand has changed; `details.needs` has the present needs in base units. */
  action_changed: { status: 409, message: 'What is needed has changed. Look at it again' },
});
