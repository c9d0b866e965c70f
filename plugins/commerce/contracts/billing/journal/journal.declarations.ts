import { defineScreenList } from '@millwright/core/contracts';

/** The screen of the journal. */
export const journalScreens = defineScreenList([
  {
    name: 'journal',
    path: '/dashboard/journal',
    title: 'Journal',
    needs: ['transactions:read', 'invoices:read'],
    nav: { section: 'Money', order: 60, icon: 'book' },
  },
]);
