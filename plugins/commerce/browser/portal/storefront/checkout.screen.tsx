import { Alert, Button, Group, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  ApiError,
  addressLines,
  EmptyState,
  ErrorState,
  Facts,
  FormSection,
  formats,
  LoadingState,
  Money,
  Panel,
  useClient,
} from '@millwright/core/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type CheckoutPreview, checkOut, previewCheckout } from '../../../contracts/index.ts';
import { PortalFrame } from './portal-frame.tsx';

type Shortages = 'refuse' | 'part' | 'wait';
interface Choice {
  shipToID: string | null;
  shipping: string | null;
  code: string;
}

const keyOf = ({ carrierID, carrierOptionID }: CheckoutPreview['shipping'][number]): string =>
  `${carrierID} ${carrierOptionID ?? ''}`;

const carrierOf = (key: string | null) => {
  const [carrierID, carrierOptionID] = (key ?? '').split(' ');
  return { ...(carrierID ? { carrierID } : {}), ...(carrierOptionID ? { carrierOptionID } : {}) };
};

/** Checkout: address, shipping, payment and the order button. */
export function CheckoutScreen() {
  return (
    <PortalFrame title="Checkout" back={{ href: '/dashboard/shopping/cart', label: 'the cart' }}>
      {({ profile }) => (profile.isVisit ? null : <Checkout />)}
    </PortalFrame>
  );
}

function Checkout() {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Choice>({ shipToID: null, shipping: null, code: '' });
  const [typedCode, setTypedCode] = useState('');
  const [customerPO, setCustomerPO] = useState('');
  const [note, setNote] = useState('');
  const [payment, setPayment] = useState<'terms' | 'card' | null>(null);
  const [shortages, setShortages] = useState<Shortages>('refuse');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const body = {
    ...(chosen.shipToID ? { shipToID: chosen.shipToID } : {}),
    ...carrierOf(chosen.shipping),
    ...(chosen.code ? { discountCode: chosen.code } : {}),
    shortages,
  };
  const preview = useQuery<CheckoutPreview, ApiError>({
    queryKey: [previewCheckout.name, body],
    queryFn: () => client.call(previewCheckout, { body }),
    placeholderData: (previous) => previous,
  });
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} what="checkout" />;
  if (!preview.data) return <LoadingState />;
  const { data } = preview;
  if (!data.cart.lines.length)
    return (
      <EmptyState
        title="Your cart is empty"
        text="Put something into it, then check out."
        icon="receipt"
        action={{ label: 'To the shop', href: '/dashboard/shopping' }}
      />
    );
  const way = payment ?? (data.canPayOnTerms ? 'terms' : 'card');
  const canPay = way === 'terms' ? data.canPayOnTerms : data.canPayByCard;
  const order = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const made = await client.call(checkOut, {
        body: {
          ...body,
          customerPO: customerPO || null,
          note: note || null,
          payment: way,
          version: data.cart.version,
          total: data.total,
          digest: data.digest,
        },
      });
      await queries.invalidateQueries();
      await navigate(`/dashboard/my-orders/${made.orderID}${made.isPaymentDue ? '?pay=1' : '?thanks=1'}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      await preview.refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack maw={760}>
      <FormSection title="Where it goes">
        <ShipToChoice
          addresses={data.addresses}
          chosenID={chosen.shipToID}
          onChoose={(shipToID) => setChosen({ ...chosen, shipToID })}
        />
        {!data.addresses.length && <Text>Your company has no address yet; add one under Addresses and people.</Text>}
        <Select
          label="Shipping"
          data={data.shipping.map((each) => ({ value: keyOf(each), label: each.name }))}
          value={chosen.shipping ?? (data.shipping[0]?.isDefault ? keyOf(data.shipping[0]) : null)}
          onChange={(shipping) => setChosen({ ...chosen, shipping })}
          placeholder="As usual"
          searchable
        />
        <TextInput
          label="Your order number"
          value={customerPO}
          onChange={({ currentTarget }) => setCustomerPO(currentTarget.value)}
          maxLength={100}
        />
        <Textarea
          label="Message to us"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          autosize
          minRows={2}
        />
      </FormSection>
      <FormSection title="Payment">
        <Radio.Group label="Pay" value={way} onChange={(value) => setPayment(value as 'terms' | 'card')}>
          <Stack gap="xs" mt="xs">
            {data.canPayOnTerms && <Radio value="terms" label={`On your terms: ${data.paymentTerm}`} />}
            {data.canPayByCard && <Radio value="card" label="By card, now" />}
          </Stack>
        </Radio.Group>
        {!data.canPayOnTerms && !data.canPayByCard && (
          <Text>Your terms are payment before delivery, and cards are not taken here. Please call us.</Text>
        )}
        <Group align="flex-end">
          <TextInput
            label="Discount code"
            value={typedCode}
            onChange={({ currentTarget }) => setTypedCode(currentTarget.value)}
            error={data.discountFault}
          />
          <Button variant="default" onClick={() => setChosen({ ...chosen, code: typedCode.trim() })}>
            Use it
          </Button>
        </Group>
      </FormSection>
      {data.shortages.length > 0 && (
        <ShortageChoice missing={data.shortages} chosen={shortages} onChoose={setShortages} />
      )}
      <OrderSums preview={data} />
      {failure && (
        <Alert color="red" role="alert">
          {failure.message}
        </Alert>
      )}
      <Button
        size="md"
        loading={isBusy}
        disabled={
          !canPay ||
          preview.isPlaceholderData ||
          !data.lines.length ||
          (data.shortages.length > 0 && shortages === 'refuse')
        }
        onClick={() => void order()}
      >
        {way === 'card' ? 'Order and pay' : 'Order'}
      </Button>
    </Stack>
  );
}

/** Choice among the company's addresses; the default address is preselected. */
function ShipToChoice({
  addresses,
  chosenID,
  onChoose,
}: {
  addresses: CheckoutPreview['addresses'];
  chosenID: string | null;
  onChoose(id: string): void;
}) {
  return (
    <Radio.Group
      label="Ship to"
      value={chosenID ?? addresses.find(({ isDefault }) => isDefault)?.id ?? ''}
      onChange={onChoose}
    >
      <Stack gap="xs" mt="xs">
        {addresses.map((address) => (
          <Radio
            key={address.id}
            value={address.id}
            label={address.name}
            description={addressLines(address).join(', ')}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Products that are short, with the choice between a partial order and waiting. */
function ShortageChoice({
  missing,
  chosen,
  onChoose,
}: {
  missing: CheckoutPreview['shortages'];
  chosen: Shortages;
  onChoose(shortages: Shortages): void;
}) {
  return (
    <Alert color="orange" title="Not all of it is here">
      <ul>
        {missing.map(({ cartLineID, sku, available, unit, firstDate }) => (
          <li key={cartLineID}>
            <b>{sku}</b>: {available > 0 ? `${available} ${unit} can go now` : 'none can go now'}
            {firstDate ? `, all of it from ${formats().date(firstDate)}` : ', the rest has no date yet'}
          </li>
        ))}
      </ul>
      <Radio.Group label="What shall we do?" value={chosen} onChange={(value) => onChoose(value as Shortages)}>
        <Stack gap="xs" mt="xs">
          <Radio value="part" label="Send what is here; the rest stays in my cart" />
          <Radio value="wait" label="Take the whole order and send it when all is here" />
        </Stack>
      </Radio.Group>
    </Alert>
  );
}

function OrderSums({ preview }: { preview: CheckoutPreview }) {
  const { lines, subtotal, discount, estimatedFreight, freightReason, total } = preview;
  return (
    <Panel title="Order">
      {lines.length ? (
        <ul aria-label="What is ordered">
          {lines.map(({ id, product, quantity, unitPrice, total: amount }) => (
            <li key={id}>
              {quantity.measure} {quantity.unit} <b>{product.sku}</b> at <Money value={unitPrice} unitPrice />:{' '}
              <Money value={amount} />
            </li>
          ))}
        </ul>
      ) : (
        <Text>None of it can go now; take the whole order and have it sent when it is here.</Text>
      )}
      <Facts
        facts={[
          { label: 'Goods', value: <Money value={subtotal} /> },
          { label: discount?.name ?? 'Discount', value: discount && <Money value={-discount.amount} /> },
          { label: 'Freight', value: estimatedFreight === null ? freightReason : <Money value={estimatedFreight} /> },
          { label: 'Total', value: <Money value={total} /> },
        ]}
      />
    </Panel>
  );
}
