import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { Money, toast, useClient } from '@millwright/core/browser';
import type { EndpointAnswer } from '@millwright/core/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createCheckoutSession, type OwnOrder, payPracticeCheckout } from '../../../contracts/index.ts';

type Page = EndpointAnswer<typeof createCheckoutSession>;

/** Pays an order by card: on the page of the provider, or with a practice card where no money moves. */
export function PayButton({ order }: { order: OwnOrder }) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const [page, setPage] = useState<Page | null>(null);
  const open = async () => {
    setBusy(true);
    try {
      const opened = await client.call(createCheckoutSession, { body: { orderID: order.id } });
      if (opened.url) globalThis.location.assign(opened.url);
      else setPage(opened);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={isBusy} onClick={() => void open()}>
        Pay by card
      </Button>
      {page && <PracticeCard page={page} onClose={() => setPage(null)} />}
    </>
  );
}

function PracticeCard({ page, onClose }: { page: Page; onClose(): void }) {
  const client = useClient();
  const queries = useQueryClient();
  const [card, setCard] = useState<'accepted' | 'declined'>('accepted');
  const pay = async () => {
    try {
      const params = { checkoutSessionID: page.checkoutSessionID };
      const { message } = await client.call(payPracticeCheckout, { params, body: { card } });
      if (card === 'declined') return toast.error(new Error(message));
      toast.success(message);
      onClose();
      // A job records the payment.
      setTimeout(() => void queries.invalidateQueries(), 1_500);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>Practice card payment</Text>}>
      <Stack>
        <Alert color="orange">This account practises: no card is charged and no money moves.</Alert>
        <Text>
          To pay: <Money value={page.amount} currency={page.currency} />
        </Text>
        <Radio.Group label="Card" value={card} onChange={(value) => setCard(value as 'accepted' | 'declined')}>
          <Stack gap="xs" mt="xs">
            <Radio value="accepted" label="A card that is taken" />
            <Radio value="declined" label="A card that is declined" />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void pay()}>Pay</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
