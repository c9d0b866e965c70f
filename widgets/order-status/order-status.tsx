import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type {
  findOrderStatus,
  OrderStatus,
} from '../../plugins/commerce/contracts/sales/order-status/order-status.contract.ts';
import { type EndpointAddress, WidgetError } from '../sdk/client.ts';
import type { WidgetProps } from '../sdk/mount.tsx';
import { OrderStatusResult } from './order-status-result.tsx';

const address: EndpointAddress<typeof findOrderStatus> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/order-status',
};

type FieldName = 'number' | 'postcodeOrEmail';
interface Failure {
  message: string;
  fields: Partial<Record<FieldName, string>>;
}

const missing: Record<FieldName, string> = {
  number: 'Enter your order number',
  postcodeOrEmail: 'Enter your postcode or e-mail',
};

/** A form that finds an order, and below it how far the order is. */
export function OrderStatusWidget(props: WidgetProps<'heading' | 'order-number'>) {
  const { client, attributes, language, tell } = props;
  const headingID = useId();
  const failureID = useId();
  const fields = {
    number: useRef<HTMLInputElement>(null),
    postcodeOrEmail: useRef<HTMLInputElement>(null),
  };
  const result = useRef<HTMLDivElement>(null);
  const running = useRef<AbortController>(null);
  const [failure, setFailure] = useState<Failure>();
  const [order, setOrder] = useState<OrderStatus>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => () => running.current?.abort(), []);
  // Read from the top, by eye and by screen reader.
  useEffect(() => result.current?.focus(), [order]);

  const refuse = (message: string, wrong: Failure['fields']): void => {
    setFailure({ message, fields: wrong });
    (wrong.number === undefined && wrong.postcodeOrEmail !== undefined
      ? fields.postcodeOrEmail
      : fields.number
    ).current?.focus();
  };

  const find = async (): Promise<void> => {
    const number = fields.number.current?.value.trim() ?? '';
    const postcodeOrEmail = fields.postcodeOrEmail.current?.value.trim() ?? '';
    const empty = Object.entries({ number, postcodeOrEmail }).flatMap(([name, value]) =>
      value ? [] : [[name, missing[name as FieldName]]],
    );
    setOrder(undefined);
    if (empty.length) return refuse('', Object.fromEntries(empty));
    running.current?.abort();
    const attempt = new AbortController();
    const { signal } = attempt;
    running.current = attempt;
    setFailure(undefined);
    setBusy(true);
    try {
      const found = await client.call(address, { body: { number, postcodeOrEmail } }, signal);
      setOrder(found);
      tell('order-status-shown', { number: found.number, stage: found.stage });
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, errors } =
        error instanceof WidgetError ? error : new WidgetError('unknown_error', 'Something went wrong. Try again.');
      refuse(errors.length ? '' : message, Object.fromEntries(errors.map(({ path, message: text }) => [path, text])));
      tell('error', { code, message });
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };

  const field = (
    name: FieldName,
    label: string,
    more: { autocomplete: string; inputMode?: 'numeric'; value?: string },
  ) => (
    <Field
      name={name}
      label={label}
      input={fields[name]}
      problem={failure?.fields[name]}
      describedBy={failure?.message ? failureID : undefined}
      {...more}
    />
  );

  return (
    <section class="widget" part="widget" aria-labelledby={headingID}>
      <h2 id={headingID} part="heading">
        {attributes.heading ?? 'Where is my order?'}
      </h2>
      <form
        part="form"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void find();
        }}
      >
        {field('number', 'Order number', {
          autocomplete: 'off',
          ...(attributes['order-number'] ? { value: attributes['order-number'] } : {}),
        })}
        {field('postcodeOrEmail', 'Postcode or e-mail', { autocomplete: 'on' })}
        <button type="submit" part="button" aria-disabled={isBusy}>
          {isBusy ? 'Looking …' : 'Find order'}
        </button>
      </form>
      <div role="status" id={failureID} class="problem" part="message" hidden={!failure?.message}>
        {failure?.message}
      </div>
      {order && (
        <div ref={result} tabIndex={-1} class="result" part="result">
          <OrderStatusResult order={order} language={language} />
        </div>
      )}
    </section>
  );
}

function Field(props: {
  name: FieldName;
  label: string;
  input: { current: HTMLInputElement | null };
  problem: string | undefined;
  describedBy: string | undefined;
  autocomplete: string;
  value?: string;
}) {
  const { name, label, input, problem, describedBy, autocomplete, value } = props;
  const id = useId();
  return (
    <div>
      <label for={id} part="label">
        {label}
      </label>
      <input
        id={id}
        ref={input}
        name={name}
        part="input"
        type="text"
        autocomplete={autocomplete}
        autocapitalize="off"
        spellcheck={false}
        maxLength={name === 'number' ? 40 : 254}
        defaultValue={value}
        aria-required="true"
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={problem ? `${id}-problem` : describedBy}
      />
      {problem && (
        <p id={`${id}-problem`} class="problem" part="problem">
          {problem}
        </p>
      )}
    </div>
  );
}
