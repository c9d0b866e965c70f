import { useEffect, useId, useState } from 'preact/hooks';
import type {
  confirmRegistrationInWidget,
  getRegistrationInWidget,
  registerCustomerInWidget,
} from '../../plugins/commerce/contracts/portal/registration/registration.contract.ts';
import type { EndpointAddress } from '../sdk/client.ts';
import { CodeForm } from '../sdk/code-form.tsx';
import type { WidgetProps } from '../sdk/mount.tsx';
import { Arrival, Message, useTask } from '../sdk/task.tsx';
import { type Asked, type Flow, WidgetRegistrationForm } from './registration-form.tsx';

const flowAddress: EndpointAddress<typeof getRegistrationInWidget> = {
  method: 'GET',
  path: '/v1/widgets/{publishableKey}/registration',
};
const registerAddress: EndpointAddress<typeof registerCustomerInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/registration',
};
const confirmAddress: EndpointAddress<typeof confirmRegistrationInWidget> = {
  method: 'POST',
  path: '/v1/widgets/{publishableKey}/registration/confirm',
};

/** Registration of new customers: the form of the account's flow, the mailed code, then the result. */
export function RegisterWidget({ client, attributes, tell }: WidgetProps<'heading'>) {
  const headingID = useId();
  const loading = useTask(tell);
  const asking = useTask(tell);
  const [flow, setFlow] = useState<Flow>();
  const [pending, setPending] = useState<{ body: Asked; registrationID: string; message: string }>();
  const [outcome, setOutcome] = useState<{ outcome: string; message: string }>();

  const load = () =>
    loading.run(async (signal) => {
      setFlow(await client.call(flowAddress, {}, signal));
    });
  useEffect(() => void load(), [client]);

  const send = (body: Asked) =>
    asking.run(async (signal) => {
      const { registrationID, message } = await client.call(registerAddress, { body }, signal);
      setPending({ body, registrationID, message });
    });
  const confirm = async (code: string, signal: AbortSignal): Promise<void> => {
    const body = { registrationID: pending?.registrationID ?? '', code };
    const done = await client.call(confirmAddress, { body }, signal);
    setOutcome(done);
    tell('registered', { outcome: done.outcome });
  };

  return (
    <section class="widget" part="widget" aria-labelledby={headingID} aria-busy={loading.isBusy}>
      <h2 id={headingID} part="heading">
        {attributes.heading ?? flow?.title ?? 'Become a customer'}
      </h2>
      <Message text={loading.failure?.message} />
      {loading.isBusy && <p class="muted">One moment …</p>}
      {loading.failure && (
        <div>
          <button type="button" part="button" onClick={() => void load()}>
            Try again
          </button>
        </div>
      )}
      {outcome ? (
        <Arrival part="result">
          <p>
            <strong>{outcome.outcome === 'waiting' ? 'Your registration is on its way' : 'Look into your mail'}</strong>
          </p>
          <p class="words">{outcome.message}</p>
        </Arrival>
      ) : pending ? (
        <CodeForm
          digits={6}
          tell={tell}
          message={pending.message}
          onCode={confirm}
          onAgain={() => send(pending.body)}
          again={asking}
          onBack={() => setPending(undefined)}
          back="Change what I entered"
        />
      ) : (
        flow && <WidgetRegistrationForm flow={flow} task={asking} onSend={send} />
      )}
    </section>
  );
}
