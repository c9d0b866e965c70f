import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CheckoutPage } from '../../../contracts/accounts/document-link.contract.ts';
import { Money } from '../../format/formatted.tsx';
import { toast } from '../feedback/toast.tsx';

type Card = 'accepted' | 'declined';

/** The card form of the practice provider. `onPay` returns the result for the chosen card. */
export function PracticeCard(props: {
  page: CheckoutPage;
  onPay(card: Card): Promise<{ message: string }>;
  onPaid(): void;
  onClose(): void;
}) {
  const { page, onPay, onPaid, onClose } = props;
  const [card, setCard] = useState<Card>('accepted');
  const [isBusy, setBusy] = useState(false);
  const pay = async () => {
    setBusy(true);
    try {
      const { message } = await onPay(card);
      if (card === 'declined') return toast.error(message);
      toast.success(message);
      onPaid();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>Practice card payment</Text>}>
      <Stack>
        <Alert color="orange">This account practises: no card is charged and no money moves.</Alert>
        <Text>
          To pay: <Money value={page.amount} currency={page.currency} />
        </Text>
        <Radio.Group label="Card" value={card} onChange={(value) => setCard(value as Card)}>
          <Stack gap="xs" mt="xs">
            <Radio value="accepted" label="A card that is taken" />
            <Radio value="declined" label="A card that is declined" />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isBusy} onClick={() => void pay()}>
            Pay
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
