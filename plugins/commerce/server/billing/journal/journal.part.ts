import { CurrencyUsePort } from '@millwright/core/contracts';
import {
  accountSettings,
  contribution,
  definePart,
  implementation,
  route,
  touchedRows,
  updateAccountSettings,
  usedCurrencyChanges,
} from '@millwright/core/server';
import { BooksPort } from '@millwright/inventory/contracts';
import {
  billingSettings,
  getBillingSettings,
  journalScreens,
  listJournalEntries,
  updateBillingSettings,
} from '../../../contracts/index.ts';
import { CommerceInCurrency } from '../credit/currency-use.ts';
import { refuseClosingToday } from './books.ts';
import { findJournalEntries } from './journal.queries.ts';
import { JournalBooks } from './journal-books.ts';

export const journalPart = definePart({
  screens: journalScreens,
  settings: billingSettings,
  provides: [BooksPort],
  services: [implementation(BooksPort, JournalBooks)],
  forbids: [usedCurrencyChanges],
  contributes: () => [contribution(CurrencyUsePort, new CommerceInCurrency())],
  routes: () => [
    route(listJournalEntries, (ctx, { query }) => findJournalEntries(ctx, query)),
    route(getBillingSettings, (ctx) => accountSettings(ctx, 'commerce', billingSettings)),
    route(updateBillingSettings, async (ctx, { body: { journalAccounts, ...body } }) => {
      refuseClosingToday(ctx, body.booksClosedThrough);
      const before = await accountSettings(ctx, 'commerce', billingSettings);
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      touchedRows(ctx, listJournalEntries);
      return updateAccountSettings(ctx, 'commerce', billingSettings, {
        ...before,
        ...given,
        journalAccounts: { ...before.journalAccounts, ...journalAccounts },
      });
    }),
  ],
});
