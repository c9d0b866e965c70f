import { defineProblems, defineScreenList } from '@millwright/core/contracts';

/** Where buyers see what should be bought. */
export const purchaseSuggestionScreens = defineScreenList([
  {
    name: 'purchase-suggestions',
    path: '/dashboard/purchase-orders/suggest',
    title: 'What to buy',
    needs: ['purchase_orders:read', 'purchase_orders:create'],
    nav: { section: 'Buy', order: 18, icon: 'note' },
  },
]);

/** What ordering suggestions refuses. */
export const purchaseSuggestionProblems = defineProblems({
  /** Nothing is needed, or nobody supplies it at a price. */
  nothing_to_buy: { status: 409, message: 'Nothing has to be bought now' },
  /** Somebody ordered it, or it came, or more is wanted; `details.needs` has the new figures in base units. */
  action_changed: { status: 409, message: 'What is needed has changed. Look at it again' },
});
