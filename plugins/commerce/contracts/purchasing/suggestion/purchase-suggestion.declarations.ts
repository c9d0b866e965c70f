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
});
