import { Button, Checkbox, NumberInput, Select, Table, Text } from '@mantine/core';
import {
  ApiError,
  CardTable,
  DateText,
  EmptyState,
  ErrorState,
  formats,
  LinkText,
  LoadingState,
  Money,
  PageHeader,
  Panel,
  Quantity,
  StatusBadge,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  getPurchaseSuggestions,
  orderSuggestions,
  type PurchaseOffer,
  type PurchaseSuggestion,
} from '../../../contracts/index.ts';
import { itemPath } from '../item-path.ts';

/** A buyer's changes to a suggestion; missing fields keep the proposed values. */
interface Choice {
  isLeft?: boolean;
  supplierID?: string;
  quantity?: number;
}
type Choices = ReadonlyMap<string, Choice>;

const offerOf = ({ offers }: PurchaseSuggestion, { supplierID }: Choice): PurchaseOffer | undefined =>
  offers.find(({ supplier }) => supplier.id === supplierID) ?? offers[0];

/** '12 on hand, 5 on their way, 30 wanted, order point 20' */
function whyText({ why, need }: PurchaseSuggestion): string {
  const number = (value: number): string => formats().number(value);
  return [
    `${number(why.onHand)} on hand`,
    why.expected > 0 && `${number(why.expected)} on their way`,
    why.drafted > 0 && `${number(why.drafted)} on drafts`,
    why.demanded > 0 && `${number(why.demanded)} wanted`,
    why.orderPoint !== null && `order point ${number(why.orderPoint)}`,
    `in ${need.unit}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function Row({
  suggestion,
  choice,
  onChange,
}: {
  suggestion: PurchaseSuggestion;
  choice: Choice;
  onChange(choice: Choice): void;
}) {
  const { can } = useSession();
  const { item, need, neededOn, offers } = suggestion;
  const offer = offerOf(suggestion, choice);
  const quantity = choice.quantity ?? offer?.quantity.measure ?? 0;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={`Order ${item.sku}`}
          disabled={!offer}
          checked={Boolean(offer) && !choice.isLeft}
          onChange={({ currentTarget }) => onChange({ ...choice, isLeft: !currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        {can('items:read') ? (
          <LinkText to={itemPath(item)} size="sm">
            {item.sku}
          </LinkText>
        ) : (
          item.sku
        )}
        <Text size="xs" c="dimmed">
          {item.description}
        </Text>
        <Text size="xs" c="dimmed">
          {whyText(suggestion)}
        </Text>
      </Table.Td>
      <Table.Td ta="end" data-label="Need" style={{ whiteSpace: 'nowrap' }}>
        <StatusBadge tone="warning">
          <Quantity value={need} />
        </StatusBadge>
        {neededOn && (
          <Text size="xs" c="dimmed">
            by <DateText value={neededOn} />
          </Text>
        )}
      </Table.Td>
      <Table.Td miw={{ base: 0, sm: 190 }} data-label="Supplier">
        {offer ? (
          <>
            <Select
              aria-label={`Supplier of ${item.sku}`}
              allowDeselect={false}
              data={offers.map(({ supplier }) => ({ value: supplier.id, label: supplier.name }))}
              value={offer.supplier.id}
              onChange={(supplierID) => supplierID && onChange({ isLeft: choice.isLeft ?? false, supplierID })}
            />
            <Text size="xs" c="dimmed">
              {[offer.supplierPartNumber, offer.unitPrice === null && 'no price', 'arrives']
                .filter(Boolean)
                .join(' · ')}{' '}
              <DateText value={offer.arrivesOn} /> {offer.isLate && <StatusBadge tone="danger">Late</StatusBadge>}
            </Text>
          </>
        ) : (
          <Text size="sm">Nobody supplies it</Text>
        )}
      </Table.Td>
      <Table.Td miw={{ base: 0, sm: 120 }} data-label="Quantity">
        {offer && (
          <NumberInput
            aria-label={`Quantity of ${item.sku} in ${offer.quantity.unit}`}
            min={0}
            hideControls
            decimalScale={6}
            suffix={` ${offer.quantity.unit}`}
            value={quantity}
            onChange={(value) => onChange({ ...choice, quantity: Number(value) || 0 })}
          />
        )}
      </Table.Td>
      <Table.Td ta="end" data-label="Total">
        {offer?.unitPrice !== null && offer && <Money value={Math.round(quantity * offer.unitPrice * 100) / 100} />}
      </Table.Td>
    </Table.Tr>
  );
}

/** Suggested purchases with supplier and reason. The chosen lines become one draft per supplier. */
export function PurchaseSuggestionsScreen() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const itemIDs = search.getAll('itemID');
  const query = useEndpoint(getPurchaseSuggestions, { query: itemIDs.length ? { itemIDs } : {} });
  const order = useEndpointMutation(orderSuggestions);
  const [choices, setChoices] = useState<Choices>(new Map());
  const items = query.data?.items ?? [];
  const lines = items.flatMap((suggestion) => {
    const choice = choices.get(suggestion.id) ?? {};
    const offer = offerOf(suggestion, choice);
    const measure = choice.quantity ?? offer?.quantity.measure ?? 0;
    if (!offer || choice.isLeft || measure <= 0) return [];
    return {
      itemID: suggestion.item.id,
      supplierID: offer.supplier.id,
      quantity: { measure, unitID: offer.quantity.unitID },
      need: suggestion.need.measure,
    };
  });
  const suppliers = new Set(lines.map(({ supplierID }) => supplierID)).size;
  const send = async () => {
    try {
      const { orders, changeSetID } = await order.mutateAsync({ body: { lines } });
      toast.success(orders.length === 1 ? `Draft ${orders[0]?.number} made` : `${orders.length} drafts made`);
      setChoices(new Map());
      const [only] = orders;
      void navigate(
        only && orders.length === 1 ? `/dashboard/purchase-orders/${only.id}` : `/dashboard/change-sets/${changeSetID}`,
      );
    } catch (error) {
      toast.error(error);
      // Another person has ordered the items in the meantime, so the suggestions are loaded again.
      if (error instanceof ApiError && error.code === 'action_changed') void query.refetch();
    }
  };
  const label = suppliers === 1 ? 'Make 1 draft' : `Make ${suppliers} drafts`;
  return (
    <>
      <PageHeader
        title="What to buy"
        back={{ href: '/dashboard/purchase-orders', label: 'purchase orders' }}
        actions={
          <Button disabled={!lines.length || order.isPending} loading={order.isPending} onClick={() => void send()}>
            {label}
          </Button>
        }
      />
      <div style={{ padding: 'var(--mantine-spacing-md)' }}>
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} what="suggestions" />
        ) : query.data === undefined ? (
          <LoadingState lines={8} />
        ) : items.length === 0 ? (
          <EmptyState
            icon="check"
            title="Nothing has to be bought"
            text="What is there and on its way covers orders and order points."
          />
        ) : (
          <Panel>
            <CardTable minWidth={760} aria-label="What to buy">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th aria-label="Order it" />
                  <Table.Th>Item</Table.Th>
                  <Table.Th ta="end">Need</Table.Th>
                  <Table.Th>Supplier</Table.Th>
                  <Table.Th>Quantity</Table.Th>
                  <Table.Th ta="end">Total</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((suggestion) => (
                  <Row
                    key={suggestion.id}
                    suggestion={suggestion}
                    choice={choices.get(suggestion.id) ?? {}}
                    onChange={(choice) => setChoices((before) => new Map(before).set(suggestion.id, choice))}
                  />
                ))}
              </Table.Tbody>
            </CardTable>
          </Panel>
        )}
      </div>
    </>
  );
}
