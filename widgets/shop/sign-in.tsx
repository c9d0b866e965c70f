import { useState } from 'preact/hooks';
import type { SecondFactorAsked } from '../../plugins/commerce/contracts/portal/shop-widget/shop-widget.contract.ts';
import { CodeForm } from '../sdk/code-form.tsx';
import { Submit, WidgetTextField } from '../sdk/field.tsx';
import { Form, Message, taskEntriesOf, useTask } from '../sdk/task.tsx';
import { askSignInAddress, confirmSignInAddress } from './addresses.ts';
import { SecondFactor } from './second-factor.tsx';
import type { Shop } from './use-shop.ts';

/**
 * Signs people of customers in by a mailed code, and their second factor if they have one. There is no password field,
 * because the page belongs to another site.
 */
export function SignIn({ shop, onCancel }: { shop: Shop; onCancel?: () => void }) {
  const { client, tell } = shop;
  const asking = useTask(tell);
  const [email, setEmail] = useState('');
  const [pending, setPending] = useState<{ signInID: string; message: string }>();
  const [factor, setFactor] = useState<SecondFactorAsked>();
  const ask = (address: string) =>
    asking.run(async (signal) => {
      const { signInID, message } = await client.call(askSignInAddress, { body: { email: address } }, signal);
      setEmail(address);
      setPending({ signInID, message });
    });
  const beginAgain = () => {
    setFactor(undefined);
    setPending(undefined);
  };
  if (factor) return <SecondFactor shop={shop} asked={factor} onBack={beginAgain} />;
  if (pending)
    return (
      <CodeForm
        digits={8}
        tell={tell}
        message={pending.message}
        again={asking}
        onAgain={() => ask(email)}
        back="Another address"
        onBack={beginAgain}
        onCode={async (code, signal) => {
          const body = { signInID: pending.signInID, code };
          const step = await client.call(confirmSignInAddress, { body }, signal);
          if (step.state === 'signed_in') await shop.enter(step, signal);
          else setFactor(step);
        }}
      />
    );
  return (
    <Form
      task={asking}
      class="stack"
      onSend={(form) => {
        const address = taskEntriesOf(form)['email'];
        if (!address) return asking.refuse({ email: 'Enter your email' });
        void ask(address);
      }}
    >
      {shop.hasEnded && <Message tone="good" text="You were signed out after a while. Your cart is kept." />}
      <WidgetTextField
        name="email"
        label="Email"
        type="email"
        required
        autocomplete="email"
        maxLength={254}
        defaultValue={email}
        hint="Of somebody who orders for a customer; we mail you a code"
        problem={asking.failure?.fields['email']}
      />
      <Message text={asking.failure?.message} />
      <div class="row">
        <Submit isBusy={asking.isBusy} busy="Sending …">
          Mail me a code
        </Submit>
        {onCancel && (
          <button type="button" class="link" onClick={onCancel}>
            Not now
          </button>
        )}
      </div>
    </Form>
  );
}
