import { useEffect, useState } from 'preact/hooks';
import type { CartLine, Cart as CartReply } from '../../plugins/commerce/contracts/portal/cart/cart.contract.ts';
import { moneyFormat } from '../sdk/format.ts';
import { Arrival, Message, useTask } from '../sdk/task.tsx';
import { cartAddress, changeCartLineAddress, removeCartLineAddress } from './addresses.ts';
import type { Shop } from './use-shop.ts';
import { availabilityText } from './words.ts';

/** The cart at current prices. */
export function CartView({ shop, onCheckout }: { shop: Shop; onCheckout: () => void }) {
  const { cart, setCart, call, profile, language } = shop;
  const task = useTask(shop.tell);
  const [announcement, setAnnouncement] = useState('');
  const currency = profile?.account.currency ?? 'USD';
  const show = (next: CartReply, words: string): void => {
    setCart(next);
    setAnnouncement(words);
  };
  useEffect(() => {
    void task.run(async (signal) => setCart(await call(cartAddress, {}, signal)));
  }, []);
  const change = (line: CartLine, body: { quantity?: number; unitID?: string }) =>
    task.run(async (signal) =>
      show(
        await call(changeCartLineAddress, { params: { cartLineID: line.id }, body }, signal),
        `${line.product.sku} changed`,
      ),
    );
  const remove = (line: CartLine) =>
    task.run(async (signal) =>
      show(
        await call(removeCartLineAddress, { params: { cartLineID: line.id } }, signal),
        `${line.product.sku} removed`,
      ),
    );
  const lines = cart?.lines ?? [];
  const faults = lines.filter(({ fault }) => fault);
  return (
    <Arrival class="stack" part="cart">
      <h3>Your cart</h3>
      <Message text={task.failure && (task.failure.message || Object.values(task.failure.fields).join('. '))} />
      <div role="status" class="unseen">
        {announcement}
      </div>
      {lines.length === 0 ? (
        <p class="muted">{task.isBusy ? 'One moment …' : 'It is empty.'}</p>
      ) : (
        <>
          <ul class="lines">
            {lines.map((line) => (
              <Line
                key={line.id}
                line={line}
                money={(value) => moneyFormat(language, value, currency)}
                availability={availabilityText(language, line.availability)}
                onChange={(body) => void change(line, body)}
                onRemove={() => void remove(line)}
              />
            ))}
          </ul>
          <p class="row spread">
            <strong>Subtotal</strong>
            <strong class="number">{moneyFormat(language, cart?.subtotal ?? 0, currency)}</strong>
          </p>
          {faults.length > 0 && <p class="problem">Remove or change what cannot be ordered, then go on.</p>}
          <div>
            <button
              type="button"
              part="button"
              aria-disabled={faults.length > 0 || task.isBusy}
              onClick={() => faults.length === 0 && !task.isBusy && onCheckout()}
            >
              Check out
            </button>
          </div>
        </>
      )}
    </Arrival>
  );
}

function Line(props: {
  line: CartLine;
  money: (value: number) => string;
  availability: string;
  onChange: (body: { quantity?: number; unitID?: string }) => void;
  onRemove: () => void;
}) {
  const { line, money: shown, availability, onChange, onRemove } = props;
  const { sku, description } = line.product;
  return (
    <li class="line">
      <div>
        <strong>{description}</strong> <span class="muted">{sku}</span>
        <p class="muted hint">
          {availability}
          {line.formerUnitPrice !== null && `, was ${shown(line.formerUnitPrice)}`}
        </p>
        {line.fault && <p class="problem">{line.fault}</p>}
      </div>
      <div class="row amounts">
        <input
          class="quantity"
          type="number"
          min="0"
          step="any"
          aria-label={`Quantity of ${sku}`}
          value={line.quantity.measure}
          onChange={(event) => {
            const quantity = Number(event.currentTarget.value);
            if (quantity > 0) onChange({ quantity });
            else onRemove();
          }}
        />
        <select
          class="unit"
          aria-label={`Unit of ${sku}`}
          value={line.quantity.unitID}
          onChange={(event) => onChange({ unitID: event.currentTarget.value })}
        >
          {line.units.map(({ unitID, unit }) => (
            <option key={unitID} value={unitID}>
              {unit}
            </option>
          ))}
        </select>
        <span class="number">{shown(line.total)}</span>
        <button type="button" class="link" onClick={onRemove} aria-label={`Remove ${sku}`}>
          Remove
        </button>
      </div>
    </li>
  );
}
