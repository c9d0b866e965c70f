import { Button, Card, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  EmptyState,
  ErrorState,
  Icon,
  LinkButton,
  LoadingState,
  NoMatchState,
  useEndpoint,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  listPortalCategories,
  listPortalFrequentProducts,
  listPortalProducts,
  type PortalProduct,
} from '../../../contracts/index.ts';
import { AddToCart } from './add-to-cart.tsx';
import { PortalFrame } from './portal-frame.tsx';
import { Availability, PriceWithWhy } from './portal-words.tsx';

const pageSize = 48;

/** The catalogue with the customer's prices. */
export function ShoppingScreen() {
  return (
    <PortalFrame
      title="Shop"
      actions={
        <>
          <LinkButton to="/dashboard/shopping/quick-order" variant="default">
            Quick order
          </LinkButton>
          <LinkButton to="/dashboard/shopping/cart">Cart</LinkButton>
        </>
      }
    >
      {({ profile, asCustomer }) => <Catalogue canBuy={!profile.isVisit} asCustomer={asCustomer} />}
    </PortalFrame>
  );
}

function Catalogue({ canBuy, asCustomer }: { canBuy: boolean; asCustomer: { asCustomerID?: string } }) {
  const [text, setText] = useState('');
  const [categoryID, setCategoryID] = useState<string | null>(null);
  const [take, setTake] = useState(pageSize);
  const [query] = useDebouncedValue(text.trim(), 250);
  const categories = useEndpoint(listPortalCategories, { query: asCustomer });
  const products = useEndpoint(
    listPortalProducts,
    { query: { ...asCustomer, query, take, ...(categoryID ? { categoryID } : {}) } },
    { keepPrevious: true },
  );
  const isFiltered = query !== '' || categoryID !== null;
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput
          label="Search"
          placeholder="SKU or words"
          leftSection={<Icon name="search" />}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setTake(pageSize);
          }}
          style={{ flex: '1 1 16rem' }}
        />
        <Select
          label="Category"
          placeholder="All"
          clearable
          value={categoryID}
          onChange={(value) => {
            setCategoryID(value);
            setTake(pageSize);
          }}
          data={(categories.data?.items ?? []).map(({ id, name, productCount }) => ({
            value: id,
            label: `${name} (${productCount})`,
          }))}
          style={{ flex: '1 1 12rem' }}
        />
      </Group>
      {!isFiltered && canBuy && <Frequent />}
      {products.error ? (
        <ErrorState error={products.error} onRetry={() => void products.refetch()} what="catalogue" />
      ) : !products.data ? (
        <LoadingState />
      ) : products.data.items.length === 0 ? (
        isFiltered ? (
          <NoMatchState
            onClear={() => {
              setText('');
              setCategoryID(null);
            }}
          />
        ) : (
          <EmptyState title="Nothing to order yet" text="No products are open to your company." icon="box" />
        )
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {products.data.count.toLocaleString()} {products.data.count === 1 ? 'product' : 'products'}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {products.data.items.map((product) => (
              <ProductCard key={product.id} product={product} canBuy={canBuy} />
            ))}
          </SimpleGrid>
          {products.data.items.length < products.data.count && (
            <Button
              variant="default"
              loading={products.isFetching}
              disabled={take >= 500}
              onClick={() => setTake(Math.min(500, take + pageSize))}
            >
              {take >= 500 ? 'Search to see the others' : 'Show more'}
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}

function ProductCard({ product, canBuy }: { product: PortalProduct; canBuy: boolean }) {
  return (
    <Card withBorder padding="md" component="article" aria-label={product.sku}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{product.sku}</Text>
          <Text size="sm" c="dimmed">
            {product.description}
          </Text>
        </div>
        <Availability availability={product.availability} />
      </Group>
      <Group mt="auto" pt="sm" justify="space-between" align="flex-end">
        <PriceWithWhy price={product.unitPrice} trace={product.priceTrace} unit={product.unit.name} />
        {canBuy && <AddToCart product={product} />}
      </Group>
    </Card>
  );
}

/** Frequently ordered products, with a button that adds them to the cart. */
function Frequent() {
  const frequent = useEndpoint(listPortalFrequentProducts, { query: { take: 6 } });
  if (!frequent.data?.items.length) return null;
  return (
    <section aria-labelledby="frequent">
      <Text component="h2" id="frequent" fw={600} mb="xs">
        You order often
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xs">
        {frequent.data.items.map(({ product, quantity, unitID, unit }) => (
          <Card key={product.id} withBorder padding="xs">
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text size="sm" fw={600}>
                  {product.sku}
                </Text>
                <Text size="xs" c="dimmed">
                  in {unit}
                </Text>
              </div>
              <AddToCart product={{ ...product, units: [], unit: { id: unitID } }} usual={quantity} />
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </section>
  );
}
