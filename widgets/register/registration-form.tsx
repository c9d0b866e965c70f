import { useState } from 'preact/hooks';
import type { EndpointAnswer, EndpointInput } from '../../core/contracts/endpoints/endpoint.ts';
import type {
  getRegistrationInWidget,
  registerCustomerInWidget,
} from '../../plugins/commerce/contracts/portal/registration/registration.contract.ts';
import { CheckField, Submit, TextArea, WidgetSelectField, WidgetTextField } from '../sdk/field.tsx';
import { Form, Message, type Task, taskEntriesOf } from '../sdk/task.tsx';

export type Flow = EndpointAnswer<typeof getRegistrationInWidget>;
export type Asked = EndpointInput<typeof registerCustomerInWidget>['body'];

/** Fields for new customers, or the customer number of existing ones. */
export function WidgetRegistrationForm(props: { flow: Flow; task: Task; onSend: (body: Asked) => void }) {
  const { flow, task, onSend } = props;
  const [isExisting, setExisting] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const asks = (field: 'phone' | 'address' | 'website' | 'note') => !isExisting && flow[`${field}Field`] !== 'hidden';
  const needs = (field: 'phone' | 'address' | 'website' | 'note') => flow[`${field}Field`] === 'required';

  const problemOf = (path: string) => task.failure?.fields[`customerData.${path}`];
  const at = (path: string, label: string, required: boolean) => ({
    name: path,
    label,
    required,
    problem: problemOf(path),
  });
  const send = (form: HTMLFormElement) => {
    const { fax, ...entries } = taskEntriesOf(form);
    const address = Object.fromEntries(
      Object.entries(entries).flatMap(([name, value]) => (name.startsWith('address.') ? [[name.slice(8), value]] : [])),
    );
    const plainEntries = Object.fromEntries(Object.entries(entries).filter(([name]) => !name.startsWith('address.')));
    const wanted = [
      ...(isExisting ? [['number', 'Customer number is required']] : []),
      ['name', 'Company name is required'],
      ['email', 'Email is required'],
      ...(asks('phone') && needs('phone') ? [['phone', 'Phone is required']] : []),
      ...(asks('address') && needs('address')
        ? [
            ['address.line1', 'Street is required'],
            ['address.city', 'City is required'],
            ['address.country', 'Country is required'],
          ]
        : []),
    ] as const;
    const missing = wanted.filter(([path = '']) => !entries[path]);
    if (missing.length)
      return task.refuse(Object.fromEntries(missing.map(([path, message]) => [`customerData.${path}`, message])));
    const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value && !isExisting));
    const customerData = { ...plainEntries, ...given, ...(Object.keys(address).length ? { address } : {}) };
    onSend({ isExistingCustomer: isExisting, customerData, ...(fax ? { fax } : {}) } as Asked);
  };
  // An incomplete address is refused as a whole or by its parts; each error is shown at its place.
  const { failure } = task;
  const general = failure && (failure.message || (Object.keys(failure.fields).length ? '' : failure.code));
  return (
    <Form task={task} onSend={send}>
      {flow.message && <p class="words">{flow.message}</p>}
      {flow.allowsExistingCustomers && (
        <CheckField label="My company is a customer already" checked={isExisting} onChange={setExisting} />
      )}
      {isExisting && (
        <WidgetTextField
          {...at('number', 'Customer number', true)}
          hint="It stands on every invoice and confirmation"
          maxLength={40}
        />
      )}
      <div class="pair">
        <WidgetTextField {...at('name', 'Company', true)} autocomplete="organization" maxLength={200} />
        <WidgetTextField {...at('contactName', 'Your name', false)} autocomplete="name" maxLength={120} />
        <WidgetTextField {...at('email', 'Email', true)} type="email" autocomplete="email" maxLength={254} />
        {asks('phone') && (
          <WidgetTextField {...at('phone', 'Phone', needs('phone'))} type="tel" autocomplete="tel" maxLength={40} />
        )}
        {asks('website') && (
          <WidgetTextField {...at('website', 'Website', needs('website'))} autocomplete="url" maxLength={300} />
        )}
      </div>
      {asks('address') && (
        <fieldset>
          <legend>Address</legend>
          <div class="pair">
            <WidgetTextField
              {...at('address.line1', 'Street', needs('address'))}
              problem={problemOf('address.line1') ?? problemOf('address')}
              autocomplete="address-line1"
            />
            <WidgetTextField {...at('address.postalCode', 'Postal code', false)} autocomplete="postal-code" />
            <WidgetTextField {...at('address.city', 'City', needs('address'))} autocomplete="address-level2" />
            <WidgetTextField {...at('address.state', 'State', false)} autocomplete="address-level1" />
            <WidgetTextField
              {...at('address.country', 'Country', needs('address'))}
              autocomplete="country"
              maxLength={60}
            />
          </div>
        </fieldset>
      )}
      {!isExisting && (
        <div class="pair">
          {(
            [
              ['customerGroupID', 'Kind of business', flow.customerGroups],
              ['paymentTermID', 'Payment', flow.paymentTerms],
              ['shippingTermID', 'Shipping', flow.shippingTerms],
            ] as const
          ).map(
            ([field, label, choices]) =>
              choices.length > 1 && (
                <WidgetSelectField
                  key={field}
                  {...at(field, label, false)}
                  value={chosen[field]}
                  onChange={(value) => setChosen({ ...chosen, [field]: value })}
                  choices={[
                    { value: '', label: 'The usual' },
                    ...choices.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              ),
          )}
        </div>
      )}
      {asks('note') && <TextArea {...at('note', 'About your company', needs('note'))} maxLength={2000} />}
      {/* Hidden from people; only bots fill it in. */}
      <div hidden>
        <input name="fax" aria-hidden="true" tabIndex={-1} autocomplete="off" />
      </div>
      <Message text={general || task.failure?.fields['isExistingCustomer']} />
      <div>
        <Submit isBusy={task.isBusy} busy="Sending …">
          Go on
        </Submit>
      </div>
    </Form>
  );
}
