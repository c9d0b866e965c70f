import { useId, useState } from 'preact/hooks';
import type { EndpointAnswer } from '../../core/contracts/endpoints/endpoint.ts';
import type {
  findPayables,
  openPayable,
  Payable,
} from '../../plugins/commerce/contracts/portal/pay-widget/pay-widget.contract.ts';
import type { EndpointAddress } from '../sdk/client.ts';
import { Submit, WidgetTextField } from '../sdk/field.tsx';
import { dayFormat, enteredAmount, moneyFormat } from '../sdk/format.ts';
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

interface Found extends EndpointAnswer<typeof findPayables> {
  proof: { number: string; amount: number };
}

/** Finds an invoice or order and opens the page for paying it by card. */
export function PayWidget({ client, attributes, language, tell }: WidgetProps<'heading' | 'number'>) {
  const headingID = useId();
  const finding = useTask(tell);
  const opening = useTask(tell);
  const [found, setFound] = useState<Found>();
  const [url, setURL] = useState('');

  const find = (form: HTMLFormElement) => {
    const { number = '', amount: said = '' } = taskEntriesOf(form);
    const amount = enteredAmount(said);
    setFound(undefined);
    setURL('');
    opening.clear();
    if (!number || amount === undefined)
      return finding.refuse({
        ...(number ? {} : { number: 'Enter the number' }),
        ...(amount === undefined ? { amount: 'Enter the amount as it stands there, like 1,234.50' } : {}),
      });
    const proof = { number, amount };
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
          name="amount"
          label="Amount to pay, or the total"
          required
          autocomplete="off"
          inputMode="decimal"
          maxLength={30}
          problem={fields['amount']}
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
                  {item.dueAt && <p class="muted">Due {dayFormat(language, item.dueAt)}</p>}
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
