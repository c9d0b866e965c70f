import { queuePersonEmail } from '../../mail/sending/queue-email.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { User } from '../people/user.entity.ts';

/** Mails the installation's operators about a problem; `path` is the page with the details. */
export async function alarmOperators(
  tenancy: Tenancy,
  { title, what, path }: { title: string; what: string; path: string },
): Promise<void> {
  const afterwards: (() => void | Promise<void>)[] = [];
  await tenancy.database.runAsAuth({ accountID: '', isPatient: true }, async (em) => {
    const ctx = {
      em,
      baseURL: tenancy.baseURL,
      afterCommit: (work: () => void | Promise<void>) => void afterwards.push(work),
    };
    for (const { name, email } of await em.find(User, { isOperator: true }))
      await queuePersonEmail(ctx, {
        template: 'core.operator-alarm',
        to: email,
        props: { name, title, what, link: `${tenancy.baseURL}${path}` },
      });
  });
  for (const after of afterwards) await after();
}
