import { randomBytes } from 'node:crypto';
import { createPublishableKey } from '../../../contracts/sign-in/publishable-key.contract.ts';
import { newID } from '../../../contracts/texts/id.ts';
import { hashToken } from '../../../credentials/secret-token.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';
import type { TestPerson } from '../../kernel/test-kernel.ts';

const site = 'https://states.example';

/** A portal user who is signed in inside a widget of another site, and the key of that site. */
export async function widgetVisitor(
  kernel: PopulatedKernel,
  person: TestPerson,
): Promise<Pick<TestPerson, 'fetch'> & { key: string }> {
  const admin = await kernel.a.as('admin');
  const widgets = kernel.registry.plugins.flatMap(({ definition }) => definition.widgets ?? []);
  const body = { name: newID('pbk'), origins: [site], widgets: widgets.map(({ name }) => name) };
  const { id: key } = await admin.call(createPublishableKey, { body });
  const token = randomBytes(32).toString('base64url');
  const now = kernel.clock.now();
  await kernel.admin.query(
    `insert into core.widget_session (account_id, id, key_id, origin, member_id, token_hash, expires_at,
        created_at, updated_at, version)
      select account_id, $2, $3, $4, id, $5, $6, $7, $7, 1 from core.member where account_id = $1 and user_id = $8`,
    [
      ...[kernel.a.id, newID('wse'), key, site, hashToken(token)],
      ...[new Date(now.getTime() + 600_000), now, person.userID],
    ],
  );
  return {
    key,
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('origin', site);
      headers.set('authorization', `Bearer ${token}`);
      return kernel.anonymous().fetch(path, { ...init, headers });
    },
  };
}
