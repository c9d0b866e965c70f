import { useEffect, useState } from 'preact/hooks';
import type {
  getShownCatalogue,
  listShownProducts,
  ShownCatalogue,
} from '../../plugins/commerce/contracts/portal/shop-widget/shop-widget.contract.ts';
import type { EndpointAddress } from '../sdk/client.ts';
import { Submit, WidgetSelectField, WidgetTextField } from '../sdk/field.tsx';
import type { WidgetProps } from '../sdk/mount.tsx';
import { Form, Message, taskEntriesOf, useTask } from '../sdk/task.tsx';
import { addToCartAddress, listProductsAddress } from '../shop/addresses.ts';
import { ShopFrame } from '../shop/shop-frame.tsx';
import { SignIn } from '../shop/sign-in.tsx';
import { type Step, useShop } from '../shop/use-shop.ts';
import { ProductCard } from './product-card.tsx';
import { groupsOf, type Shown } from './product-groups.ts';

const catalogueAddress: EndpointAddress<typeof getShownCatalogue> = {
  method: 'GET',
  path: '/v1/widgets/{publishableKey}/catalogue',
};
const shownAddress: EndpointAddress<typeof listShownProducts> = {
  method: 'GET',
  path: '/v1/widgets/{publishableKey}/catalogue/products',
};

type Attribute = 'heading' | 'category' | 'product-line' | 'page-size';

interface Search {
  query: string;
  categoryID: string;
  productLineID: string;
}

const usualPage = 24;
const pageOf = (given: string | undefined): number => {
  const size = Number(given);
  return Number.isInteger(size) && size > 0 ? Math.min(size, 100) : usualPage;
};

/** Id of the choice that an attribute names by name or id. */
const idIn = (choices: readonly { id: string; name: string }[], named: string | undefined): string =>
  choices.find(({ id, name }) => id === named || name.toLowerCase() === named?.toLowerCase())?.id ?? '';

/** Products for all visitors; signed-in customers see their own prices and can order. */
export function CatalogueWidget(props: WidgetProps<Attribute>) {
  const { client, attributes, language, tell } = props;
  const shop = useShop(props as WidgetProps<never>);
  const { profile, call } = shop;
  const opening = useTask(tell);
  const searching = useTask(tell);
  const adding = useTask(tell);
  const [catalogue, setCatalogue] = useState<ShownCatalogue>();
  const [search, setSearch] = useState<Search>();
  const [found, setFound] = useState<{ items: Shown[]; count: number }>();
  const [step, setStep] = useState<Step>('browse');
  const [isSigningIn, setSigningIn] = useState(false);
  const [added, setAdded] = useState('');
  const customerID = profile?.customer.id;
  const take = pageOf(attributes['page-size']);

  const open = () =>
    opening.run(async (signal) => {
      const shown = await client.call(catalogueAddress, {}, signal);
      setCatalogue(shown);
      setSearch({
        query: '',
        categoryID: idIn(shown.categories, attributes.category),
        productLineID: idIn(shown.productLines, attributes['product-line']),
      });
    });
  useEffect(() => void open(), [client, attributes.category, attributes['product-line']]);

  const load = (skip: number) =>
    searching.run(async (signal) => {
      const query = { ...search, take, skip };
      const page = customerID
        ? await call(listProductsAddress, { query }, signal)
        : await client.call(shownAddress, { query }, signal);
      const items = page.items as Shown[];
      setFound((before) => ({ count: page.count, items: skip ? [...(before?.items ?? []), ...items] : items }));
    });
  // After signing in, the same search is shown with the customer's prices.
  useEffect(() => {
    if (search) void load(0);
  }, [search, customerID]);
  useEffect(() => {
    setSigningIn(!customerID && shop.hasEnded);
    if (!customerID) setStep('browse');
  }, [customerID, shop.hasEnded]);

  const add = (productID: string, sku: string, quantity: number, unitID: string) => {
    setAdded('');
    return adding.run(async (signal) => {
      shop.setCart(await call(addToCartAddress, { body: { lines: [{ productID, quantity, unitID }] } }, signal));
      setAdded(`${sku} is in your cart`);
      tell('added-to-cart', { sku, quantity });
    });
  };
  const choices = (all: string, named: readonly { id: string; name: string; productCount: number }[]) => [
    { value: '', label: all },
    ...named.map(({ id, name, productCount }) => ({ value: id, label: `${name} (${productCount})` })),
  ];
  const failure = opening.failure ?? searching.failure ?? adding.failure;
  return (
    <ShopFrame
      shop={shop}
      heading={attributes.heading ?? 'Catalogue'}
      step={step}
      onStep={setStep}
      browse="Back to the catalogue"
    >
      {!customerID &&
        (isSigningIn ? (
          <SignIn shop={shop} onCancel={() => setSigningIn(false)} />
        ) : (
          <div>
            <button type="button" class="plain" part="button" onClick={() => setSigningIn(true)}>
              {catalogue?.showsPrices ? 'Sign in to order at your prices' : 'Sign in for prices and to order'}
            </button>
          </div>
        ))}
      {catalogue && search && (
        <Form
          task={searching}
          class="filters"
          onSend={(form) => setSearch({ ...search, query: taskEntriesOf(form)['query'] ?? '' })}
        >
          <WidgetTextField name="query" label="Search" type="search" maxLength={100} autocomplete="off" />
          <WidgetSelectField
            name="categoryID"
            label="Category"
            value={search.categoryID}
            onChange={(categoryID) => setSearch({ ...search, categoryID })}
            choices={choices('All', catalogue.categories)}
          />
          <WidgetSelectField
            name="productLineID"
            label="Product line"
            value={search.productLineID}
            onChange={(productLineID) => setSearch({ ...search, productLineID })}
            choices={choices('All', catalogue.productLines)}
          />
          <Submit isBusy={searching.isBusy} busy="Looking …">
            Find
          </Submit>
        </Form>
      )}
      <Message text={failure && (failure.message || Object.values(failure.fields).join('. '))} />
      {opening.failure && (
        <div>
          <button type="button" part="button" onClick={() => void open()}>
            Try again
          </button>
        </div>
      )}
      <p role="status" class="muted">
        {added || (found ? countText(found.count) : opening.isBusy || searching.isBusy ? 'One moment …' : '')}
      </p>
      {found && (
        <ul class="products" part="products">
          {groupsOf(found.items).map((group) => (
            <ProductCard
              key={group[0]?.id}
              group={group}
              language={language}
              currency={catalogue?.currency ?? 'USD'}
              onAdd={customerID && !profile?.isOnHold ? add : undefined}
              isBusy={adding.isBusy}
            />
          ))}
        </ul>
      )}
      {found && found.items.length < found.count && (
        <div>
          <button
            type="button"
            class="plain"
            part="button"
            aria-disabled={searching.isBusy}
            onClick={() => !searching.isBusy && void load(found.items.length)}
          >
            {searching.isBusy ? 'One moment …' : 'Show more'}
          </button>
        </div>
      )}
    </ShopFrame>
  );
}

const countText = (count: number): string =>
  count === 0 ? 'Nothing was found. Try fewer letters.' : count === 1 ? '1 product' : `${count} products`;
