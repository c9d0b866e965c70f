import { useId, useState } from 'preact/hooks';
import type {
  findOrderStatus,
  mailOrderDetails,
  OrderStatusAnswer,
} from '../../plugins/commerce/contracts/sales/order-status/order-status.contract.ts';
import type { EndpointAddress } from '../sdk/client.ts';
import { Submit, WidgetTextField } from '../sdk/field.tsx';
import type { WidgetProps } from '../sdk/mount.tsx';
import { Arrival, Form, Message, taskEntriesOf, useTask } from '../sdk/task.tsx';
import { OrderStatusResult } from './order-status-result.tsx';

const address: EndpointAddress<typeof findOrderStatus> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/order-status',
};

const mailAddress: EndpointAddress<typeof mailOrderDetails> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/order-status/actions/mail',
};

const missing = { number: 'Enter your order number', postcodeOrEmail: 'Enter your postcode or email' };

/** A form that finds an order, and its progress below. */
export function OrderStatusWidget(props: WidgetProps<'heading' | 'order-number'>) {
  const { client, attributes, language, tell } = props;
  const headingID = useId();
  const failureID = useId();
  const task = useTask(tell);
  const { failure } = task;
  const mailing = useTask(tell);
  const [order, setOrder] = useState<OrderStatusAnswer>();
  /** The number of the last search, found or not. */
  const [requestedNumber, setRequestedNumber] = useState('');
  const [announcement, setAnnouncement] = useState('');

  const find = (form: HTMLFormElement) => {
    const { number = '', postcodeOrEmail = '' } = taskEntriesOf(form);
    const empty = Object.entries(missing).filter(([name]) => !{ number, postcodeOrEmail }[name as 'number']);
    setOrder(undefined);
    setRequestedNumber(empty.length ? '' : number);
    setAnnouncement('');
    mailing.clear();
    if (empty.length) return task.refuse(Object.fromEntries(empty));
    void task.run(async (signal) => {
      const found = await client.call(address, { body: { number, postcodeOrEmail } }, signal);
      setOrder(found);
      tell('order-status-shown', { number: found.number, stage: found.stage });
    });
  };
  const mail = () =>
    mailing.run(async (signal) => {
      const { message } = await client.call(mailAddress, { body: { number: requestedNumber } }, signal);
      setAnnouncement(message);
    });
  const shared = {
    required: true,
    describedBy: failure?.message ? failureID : undefined,
    autocapitalize: 'off' as const,
  };
  return (
    <section class="widget" part="widget" aria-labelledby={headingID}>
      <h2 id={headingID} part="heading">
        {attributes.heading ?? 'Where is my order?'}
      </h2>
      <Form task={task} onSend={find}>
        <WidgetTextField
          {...shared}
          name="number"
          label="Order number"
          autocomplete="off"
          maxLength={40}
          defaultValue={attributes['order-number']}
          problem={failure?.fields['number']}
        />
        <WidgetTextField
          {...shared}
          name="postcodeOrEmail"
          label="Postcode or email"
          autocomplete="on"
          maxLength={254}
          problem={failure?.fields['postcodeOrEmail']}
        />
        <Submit isBusy={task.isBusy} busy="Looking …">
          Find order
        </Submit>
      </Form>
      <Message id={failureID} text={failure?.message} />
      {order && (
        <Arrival key={order.number} class="result" part="result">
          <OrderStatusResult order={order} language={language} />
        </Arrival>
      )}
      {requestedNumber && !task.isBusy && !announcement && (
        <button
          type="button"
          part="button"
          class="plain"
          aria-disabled={mailing.isBusy}
          onClick={() => !mailing.isBusy && void mail()}
        >
          {mailing.isBusy ? 'One moment …' : 'Mail me the details'}
        </button>
      )}
      <p role="status">{announcement}</p>
      <Message text={mailing.failure?.message} />
    </section>
  );
}
