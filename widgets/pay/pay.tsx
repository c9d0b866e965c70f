import { useId, useState } from 'preact/hooks';
import type { EndpointAnswer } from '../../core/contracts/endpoint.ts';
import type {
  findPayables,
  openPayable,
  Payable,
} from '../../plugins/commerce/contracts/portal/pay-widget/pay-widget.contract.ts';
import type { EndpointAddress } from '../sdk/client.ts';
import { Submit, WidgetTextField } from '../sdk/field.tsx';
import { dayFormat, moneyFormat } from '../sdk/format.ts';
import type { WidgetProps } from '../sdk/mount.tsx';
import { goToPayment, PaymentLink } from '../sdk/payment-link.tsx';
import { Arrival, Form, Message, taskEntriesOf, useTask } from '../sdk/task.tsx';

const findAddress: EndpointAddress<typeof findPayables> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/payments/actions/find',
};
const openAddress: EndpointAddress<typeof openPayable> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/payments',
};

const missing = { number: 'Enter the number', postcodeOrEmail: 'Enter your billing postcode or email' };

interface Found extends EndpointAnswer<typeof findPayables> {
  proof: { number: string; postcodeOrEmail: string };
}

/** Finds an invoice or order and leads to the page on which it is paid by card. */
export function PayWidget({ client, attributes, language, tell }: WidgetProps<'heading' | 'number'>) {
  const headingID = useId();
  const finding = useTask(tell);
  const opening = useTask(tell);
  const [found, setFound] = useState<Found>();
  const [url, setURL] = useState('');

  const find = (form: HTMLFormElement) => {
    const { number = '', postcodeOrEmail = '' } = taskEntriesOf(form);
    const proof = { number, postcodeOrEmail };
    const empty = Object.entries(missing).filter(([name]) => !proof[name as keyof typeof proof]);
    setFound(undefined);
    setURL('');
    opening.clear();
    if (empty.length) return finding.refuse(Object.fromEntries(empty));
    void finding.run(async (signal) => {
      setFound({ ...(await client.call(findAddress, { body: proof }, signal)), proof });
    });
  };
  const pay = ({ kind, number }: Payable, proof: Found['proof']) =>
    opening.run(async (signal) => {
      const page = await client.call(openAddress, { body: { ...proof, kind } }, signal);
      tell('payment-opened', { kind, number });
      setURL(page.url);
      goToPayment(page.url);
    });
  const fields = finding.failure?.fields ?? {};
  return (
    <section class="widget" part="widget" aria-labelledby={headingID}>
      <h2 id={headingID} part="heading">
        {attributes.heading ?? 'Pay an invoice or order'}
      </h2>
      <Form task={finding} onSend={find} class="find">
        <WidgetTextField
          name="number"
          label="Invoice or order number"
          required
          autocomplete="off"
          autocapitalize="off"
          maxLength={40}
          defaultValue={attributes.number}
          problem={fields['number']}
        />
        <WidgetTextField
          name="postcodeOrEmail"
          label="Billing postcode or email"
          required
          autocomplete="on"
          autocapitalize="off"
          maxLength={254}
          problem={fields['postcodeOrEmail']}
        />
        <Submit isBusy={finding.isBusy} busy="Looking …">
          Find
        </Submit>
      </Form>
      <Message text={finding.failure?.message} />
      {found && (
        <Arrival part="result">
          <ul>
            {found.items.map((item) => (
              <li class="payable row spread" key={item.kind}>
                <div>
                  <h3>{`${item.kind === 'invoice' ? 'Invoice' : 'Order'} ${item.number}`}</h3>
                  <p class="muted">
                    {moneyFormat(language, item.total, item.currency)}
                    {item.dueAt && `, due ${dayFormat(language, item.dueAt)}`}
                  </p>
                </div>
                <p class="due">{item.due > 0 ? `${moneyFormat(language, item.due, item.currency)} to pay` : 'Paid'}</p>
                {item.due > 0 &&
                  found.canPayByCard &&
                  (url ? (
                    <PaymentLink url={url} />
                  ) : (
                    <button
                      type="button"
                      part="button"
                      aria-disabled={opening.isBusy}
                      onClick={() => !opening.isBusy && void pay(item, found.proof)}
                    >
                      {opening.isBusy ? 'One moment …' : `Pay ${item.kind} ${item.number}`}
                    </button>
                  ))}
              </li>
            ))}
          </ul>
          {!found.canPayByCard && <p class="muted">Cards are not taken here; pay as your invoice says.</p>}
          <Message text={opening.failure?.message} />
        </Arrival>
      )}
    </section>
  );
}
