import { newID } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { RegistrationRequest } from './registration-request.entity.ts';

const asking = [
  [
    'Prairie Tool & Feed',
    'Jo Lindqvist',
    'jo@prairietool.test',
    'We run nine farm stores and sell gloves all year.',
    2,
  ],
  ['North Shore Climbing', 'Amir Haddad', 'amir@northshoreclimbing.test', 'Merino socks for our two shops.', 26],
] as const;

/** Creates requests that wait for a decision. */
export async function createDemoRegistrations(ctx: AccountContext): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const [name, contactName, email, note, hours] of asking) {
    const provenAt = new Date(now - hours * 3_600_000);
    ctx.em.create(RegistrationRequest, {
      id: newID('rgr'),
      status: 'waiting',
      isExistingCustomer: false,
      name,
      contactName,
      email,
      note,
      provenAt,
      phone: '+1 218 555 0142',
      isLetInAtOnce: false,
      codeExpiresAt: provenAt,
    });
  }
  await ctx.em.flush();
}
