import { Button } from '@mantine/core';
import { PracticeCard, toast, useClient } from '@millwright/core/browser';
import type { CheckoutPage } from '@millwright/core/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createCheckoutSession, type OwnOrder, payPracticeCheckout } from '../../../contracts/index.ts';

/** Card payment: on the provider's page, or with a practice card that moves no money. */
export function useCardPayment(onRefused: () => void = () => undefined): {
  pay(open: () => Promise<CheckoutPage>): Promise<void>;
  form: ReactNode;
} {
  const client = useClient();
  const queries = useQueryClient();
  const [page, setPage] = useState<CheckoutPage | null>(null);
  return {
    async pay(open) {
      try {
        const opened = await open();
        if (opened.url) globalThis.location.assign(opened.url);
        else setPage(opened);
      } catch (error) {
        toast.error(error);
        onRefused();
      }
    },
    form: page && (
      <PracticeCard
        page={page}
        onPay={(card) => {
          const params = { checkoutSessionID: page.checkoutSessionID };
          return client.call(payPracticeCheckout, { params, body: { card } });
        }}
        onPaid={() => {
          setPage(null);
          // The payment is recorded by a job, shortly after the dialog closes.
          setTimeout(() => void queries.invalidateQueries(), 1_500);
        }}
        onClose={() => setPage(null)}
      />
    ),
  };
}

/** Pays an order by card. `onChanged` is called when the order has changed since it was shown. */
export function PayButton({ order, onChanged }: { order: OwnOrder; onChanged(): void }) {
  const client = useClient();
  const { pay, form } = useCardPayment(onChanged);
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const { id: orderID, offerVersion } = order;
    await pay(() => client.call(createCheckoutSession, { body: { orderID, offerVersion } }));
    setBusy(false);
  };
  return (
    <>
      <Button loading={isBusy} onClick={() => void open()}>
        Pay by card
      </Button>
      {form}
    </>
  );
}
