import type { SecondFactorAsked } from '../../plugins/commerce/contracts/portal/shop-widget/shop-widget.contract.ts';
import { Submit, WidgetTextField } from '../sdk/field.tsx';
import { Arrival, Form, Message, taskEntriesOf, useTask } from '../sdk/task.tsx';
import { confirmSecondFactorAddress } from './addresses.ts';
import { SetUpLink } from './set-up-link.tsx';
import type { Shop } from './use-shop.ts';

/**
 * Asks for the second factor after the mailed code. It is set up in the portal only, because its secret must not be
 * shown on a page of another site.
 */
export function SecondFactor({ shop, asked, onBack }: { shop: Shop; asked: SecondFactorAsked; onBack: () => void }) {
  const { client, tell } = shop;
  const { account, methods, challenge, setUpURL } = asked;
  const task = useTask(tell);
  const hasApp = methods.includes('app');
  const send = (form: HTMLFormElement) => {
    const code = (taskEntriesOf(form)['code'] ?? '').replace(/[\s-]/g, '');
    if (!/^(\d{6}|[a-z2-7]{16})$/i.test(code))
      return task.refuse({ code: 'A code has six digits, a recovery code 16 letters and digits' });
    void task.run(async (signal) =>
      shop.enter(await client.call(confirmSecondFactorAddress, { body: { challenge, code } }, signal), signal),
    );
  };
  return (
    <Arrival class="stack">
      <h3>{methods.length ? 'Confirm that it is you' : 'Set up a second factor'}</h3>
      {hasApp ? (
        <p>Open your authenticator app and type the code that it shows, or one of your recovery codes.</p>
      ) : methods.length ? (
        <p>
          Passkeys work in our portal only. Type one of your recovery codes, or{' '}
          <SetUpLink url={setUpURL}>set up an authenticator app there</SetUpLink> and type the next code that it shows.
        </p>
      ) : (
        <p>
          {account} requires one. <SetUpLink url={setUpURL}>Set up an authenticator app in our portal</SetUpLink>, then
          type the next code that it shows.
        </p>
      )}
      <Form task={task} class="stack" onSend={send}>
        <WidgetTextField
          name="code"
          label={hasApp || !methods.length ? 'Code of the app or recovery code' : 'Recovery code'}
          required
          autocomplete="one-time-code"
          autocapitalize="off"
          maxLength={40}
          problem={task.failure?.fields['code']}
        />
        <Message text={task.failure?.message} />
        <div class="row">
          <Submit isBusy={task.isBusy} busy="Looking …">
            Sign in
          </Submit>
          <button type="button" class="link" onClick={onBack}>
            Begin again
          </button>
        </div>
      </Form>
    </Arrival>
  );
}
