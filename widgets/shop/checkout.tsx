import { useEffect, useState } from 'preact/hooks';
import type { EndpointInput } from '../../core/contracts/endpoints/endpoint.ts';
import type { CheckoutPreview } from '../../plugins/commerce/contracts/portal/cart/cart.contract.ts';
import type { checkOutInWidget } from '../../plugins/commerce/contracts/portal/shop-widget/shop-widget.contract.ts';
import { RadioField, Submit, TextArea, WidgetSelectField, WidgetTextField } from '../sdk/field.tsx';
import { dayFormat, moneyFormat } from '../sdk/format.ts';
import { Arrival, Form, Message, type Task, taskEntriesOf, useTask } from '../sdk/task.tsx';
import { cartAddress, checkOutAddress, previewCheckoutAddress } from './addresses.ts';
import { addressIn, NewAddress } from './new-address.tsx';
import { OrderDone, type Ordered } from './order-done.tsx';
import type { Shop } from './use-shop.ts';

type Body = EndpointInput<typeof checkOutInWidget>['body'];
type Shortages = NonNullable<Body['shortages']>;
type Payment = NonNullable<Body['payment']>;

/** Choice of an address that is not on record. */
const another = 'another';

const keyOf = ({ carrierID, carrierOptionID }: CheckoutPreview['shipping'][number]): string =>
  `${carrierID} ${carrierOptionID ?? ''}`;

function carrierOf(key: string): Pick<Body, 'carrierID' | 'carrierOptionID'> {
  const [carrierID, carrierOptionID] = key.split(' ');
  return { ...(carrierID ? { carrierID } : {}), ...(carrierOptionID ? { carrierOptionID } : {}) };
}

/** Delivery address, shipping, payment, and the order itself. */
export function Checkout({ shop, onDone, onCart }: { shop: Shop; onDone: () => void; onCart: () => void }) {
  const { call, profile, language } = shop;
  const currency = profile?.account.currency ?? 'USD';
  const loading = useTask(shop.tell);
  const ordering = useTask(shop.tell);
  const [preview, setPreview] = useState<CheckoutPreview>();
  const [shipToID, setShipTo] = useState<string>();
  const [shipping, setShipping] = useState('');
  const [code, setCode] = useState('');
  const [payment, setPayment] = useState<Payment>();
  const [shortages, setShortages] = useState<Shortages>('refuse');
  const [ordered, setOrdered] = useState<Ordered>();

  const body = { ...carrierOf(shipping), ...(code ? { discountCode: code } : {}), shortages };
  const load = () =>
    loading.run(async (signal) => {
      const found = await call(previewCheckoutAddress, { body }, signal);
      setPreview(found);
      shop.setCart(found.cart);
    });
  useEffect(() => void load(), [shipping, code, shortages]);

  if (ordered) return <OrderDone shop={shop} ordered={ordered} onDone={onDone} />;
  if (!preview)
    return loading.failure ? (
      <div class="stack">
        <Message text={loading.failure.message} />
        <div>
          <button type="button" part="button" onClick={() => void load()}>
            Try again
          </button>
        </div>
      </div>
    ) : (
      <p class="muted">One moment …</p>
    );

  const usual = preview.addresses.find(({ isDefault }) => isDefault) ?? preview.addresses[0];
  const shipTo = shipToID ?? usual?.id ?? another;
  const way = payment ?? (preview.canPayOnTerms ? 'terms' : 'card');
  const canOrder = preview.canPayOnTerms || preview.canPayByCard;
  const send = (form: HTMLFormElement) => {
    const { customerPO, note, ...entries } = taskEntriesOf(form);
    const address = shipTo === another ? addressIn(entries) : undefined;
    if (address?.faults) return ordering.refuse(address.faults);
    const wanted: Body = {
      ...body,
      ...(address ? { shipTo: address.given } : { shipToID: shipTo }),
      customerPO: customerPO ?? null,
      note: note ?? null,
      payment: way,
      version: preview.cart.version,
      total: preview.total,
      digest: preview.digest,
    };
    void ordering.run(async (signal) => {
      try {
        // The cart's version makes a repetition harmless: ordered lines are no longer in the cart.
        const made = await call(checkOutAddress, { body: wanted }, signal);
        // If only a part was ordered, the cart still has the rest.
        shop.setCart(await call(cartAddress, {}, signal).catch(() => undefined));
        setOrdered(made);
        shop.tell('order-created', { number: made.orderNumber, total: made.total, payment: way });
      } catch (error) {
        if (!signal.aborted && shop.profile) void load();
        throw error;
      }
    });
  };
  const fieldsOf = ordering.failure?.fields ?? {};
  return (
    <Arrival class="stack" part="checkout">
      <h3>Check out</h3>
      <Form task={ordering} onSend={send} class="stack">
        <RadioField
          name="shipTo"
          label="Ship to"
          value={shipTo}
          onChange={setShipTo}
          problem={fieldsOf['shipToID']}
          choices={[
            ...preview.addresses.map(({ id, name, line1, postalCode, city }) => ({
              value: id,
              label: name,
              hint: [line1, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
            })),
            { value: another, label: 'Another address' },
          ]}
        />
        {shipTo === another && <NewAddress problems={fieldsOf} />}
        {preview.shipping.length > 0 && (
          <WidgetSelectField
            name="shipping"
            label="Shipping"
            value={shipping}
            onChange={setShipping}
            problem={fieldsOf['carrierID'] ?? fieldsOf['carrierOptionID']}
            choices={[
              { value: '', label: 'As usual' },
              ...preview.shipping.map((each) => ({ value: keyOf(each), label: each.name })),
            ]}
          />
        )}
        <WidgetTextField
          name="customerPO"
          label="Your order number"
          required={false}
          maxLength={100}
          problem={fieldsOf['customerPO']}
        />
        <TextArea name="note" label="Message to us" required={false} maxLength={2000} problem={fieldsOf['note']} />
        <DiscountCode code={code} fault={preview.discountFault ?? fieldsOf['discountCode']} onCode={setCode} />
        {preview.shortages.length > 0 && (
          <ShortageField preview={preview} language={language} value={shortages} onChange={setShortages} />
        )}
        {canOrder ? (
          <PaymentField preview={preview} value={way} onChange={setPayment} problem={fieldsOf['payment']} />
        ) : (
          <p class="problem">You cannot pay here at the moment; please call us.</p>
        )}
        <Sums preview={preview} money={(value) => moneyFormat(language, value, currency)} />
        <Message text={failureText(ordering)} />
        <div class="row">
          {canOrder && preview.lines.length > 0 && (
            <Submit isBusy={ordering.isBusy || loading.isBusy} busy={ordering.isBusy ? 'Ordering …' : 'One moment …'}>
              {way === 'card' ? 'Order and pay' : 'Place order'}
            </Submit>
          )}
          <button type="button" class="link" onClick={onCart}>
            Back to the cart
          </button>
        </div>
      </Form>
    </Arrival>
  );
}

/** Errors that belong to no field of this form. */
function failureText({ failure }: Task): string | undefined {
  if (!failure) return undefined;
  const others = Object.entries(failure.fields).filter(([path]) => path.startsWith('lines') || !path);
  return failure.message || others.map(([, text]) => text).join('. ') || undefined;
}

/** Choice for lines with less stock than was ordered. */
function ShortageField(props: {
  preview: CheckoutPreview;
  language: string | undefined;
  value: Shortages;
  onChange: (value: Shortages) => void;
}) {
  const { preview, language, value, onChange } = props;
  const { length: short } = preview.shortages;
  return (
    <RadioField
      name="shortages"
      label={short === 1 ? 'Of one line less is there' : `Of ${short} lines less is there`}
      value={value}
      onChange={(chosen) => onChange(chosen as Shortages)}
      choices={[
        { value: 'wait', label: 'Send all of it', hint: waitHint(language, preview) },
        { value: 'part', label: 'Order what is there', hint: partHint(preview) },
        { value: 'refuse', label: 'Ask me again if something is missing' },
      ]}
    />
  );
}

const partHint = (preview: CheckoutPreview): string =>
  preview.shortages.map(({ sku, available, unit }) => `${sku}: ${available} ${unit}`).join(', ');

function waitHint(language: string | undefined, preview: CheckoutPreview): string {
  const dates = preview.shortages.flatMap(({ firstDate }) => firstDate ?? []).sort();
  const last = dates.at(-1);
  return last ? `on ${dayFormat(language, last)}` : 'as soon as we have it';
}

function PaymentField(props: {
  preview: CheckoutPreview;
  value: Payment;
  onChange: (value: Payment) => void;
  problem: string | undefined;
}) {
  const { preview, value, onChange, problem } = props;
  return (
    <RadioField
      name="payment"
      label="Payment"
      value={value}
      onChange={(chosen) => onChange(chosen as Payment)}
      problem={problem}
      choices={[
        ...(preview.canPayOnTerms
          ? [{ value: 'terms', label: `On account${preview.paymentTerm ? `, ${preview.paymentTerm}` : ''}` }]
          : []),
        ...(preview.canPayByCard ? [{ value: 'card', label: 'By card, on our payment page' }] : []),
      ]}
    />
  );
}

function DiscountCode(props: { code: string; fault: string | null | undefined; onCode: (code: string) => void }) {
  const { code, fault, onCode } = props;
  const [typed, setTyped] = useState(code);
  const apply = () => onCode(typed.trim());
  return (
    <div class="row code">
      <WidgetTextField
        name="discountCode"
        label="Discount code"
        required={false}
        maxLength={60}
        value={typed}
        problem={(code && fault) || undefined}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <button type="button" class="plain" part="button" onClick={apply}>
        Apply
      </button>
    </div>
  );
}

function Sums({ preview, money: shown }: { preview: CheckoutPreview; money: (value: number) => string }) {
  const { lines, subtotal, discount, estimatedFreight, freightReason, total } = preview;
  return (
    <dl class="sums">
      {lines.map((line) => (
        <div key={line.id}>
          <dt>
            {line.quantity.measure} {line.quantity.unit} {line.product.sku}{' '}
            <span class="muted hint">at {shown(line.unitPrice)}</span>
          </dt>
          <dd class="number">{shown(line.total)}</dd>
        </div>
      ))}
      {!lines.length && <p class="muted">None of it is there now; have all of it sent when it is.</p>}
      <div>
        <dt>Subtotal</dt>
        <dd class="number">{shown(subtotal)}</dd>
      </div>
      {discount && (
        <div>
          <dt>{discount.name}</dt>
          <dd class="number">-{shown(discount.amount)}</dd>
        </div>
      )}
      <div>
        <dt>Shipping, about</dt>
        <dd class={estimatedFreight === null ? '' : 'number'}>
          {estimatedFreight === null ? freightReason : shown(estimatedFreight)}
        </dd>
      </div>
      <div>
        <dt>
          <strong>Total</strong> <span class="muted hint">shipping is billed when it ships</span>
        </dt>
        <dd class="number">
          <strong>{shown(total)}</strong>
        </dd>
      </div>
    </dl>
  );
}
