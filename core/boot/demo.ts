import { backdate } from '../audit/audit.ts';
import { ensureUser } from '../auth/person.ts';
import { User } from '../auth/user.entity.ts';
import { dateIn } from '../contracts/date.ts';
import { newID } from '../contracts/id.ts';
import type { RoleType } from '../contracts/permission.ts';
import { analyzeGrown } from '../database/analyze-grown.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { DemoRandom } from '../kernel/plugin.ts';
import { Role } from '../permissions/role.entity.ts';
import { TeamService } from '../team/team.ts';
import { Account } from '../tenancy/account.entity.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import { createAccount, type NewAccount } from '../tenancy/create-account.ts';
import { Member, SalesTarget } from '../tenancy/member.entity.ts';
import { Party } from '../tenancy/party.entity.ts';
import { RegistrationFlow } from '../tenancy/registration-flow.entity.ts';
import type { Kernel } from './boot.ts';
import { createDemoKey } from './widget-demo.ts';

/** The password of every demo sign-in. */
export const demoPassword = 'millwright-demo';

/** The demo sign-ins: what they are shown as, and what they are in the accounts. */
export const demoSignIns: readonly {
  email: string;
  name: string;
  role?: RoleType;
  accounts: readonly string[];
  isOperator?: boolean;
}[] = [
  { email: 'admin@demo.test', name: 'Ada Whitfield', role: 'admin', accounts: ['northfield', 'harbor'] },
  { email: 'user@demo.test', name: 'Marcus Bell', role: 'user', accounts: ['northfield'] },
  { email: 'rep@demo.test', name: 'Renata Ortiz', role: 'sales_rep', accounts: ['northfield'] },
  { email: 'scanner@demo.test', name: 'Station Floor 1', role: 'scanner', accounts: ['northfield'] },
  { email: 'customer@demo.test', name: 'Celia Novak', role: 'customer', accounts: ['northfield'] },
  { email: 'operator@demo.test', name: 'Olaf Brandt', accounts: [], isOperator: true },
];

const demoAddress = (name: string, line1: string, city: string, state: string, postalCode: string) => ({
  ...{ name, line1, line2: null, city, state, postalCode, country: 'US' },
  ...{ phone: null, email: null, isDropShip: false },
});

const demoAccounts: readonly NewAccount[] = [
  {
    name: 'Northfield Glove & Sock',
    slug: 'northfield',
    email: 'office@northfield.test',
    phone: '+1 612 555 0142',
    billToAddress: demoAddress('Northfield Glove & Sock', '400 Division Street', 'Northfield', 'MN', '55057'),
    website: 'https://northfield.test',
    plan: 'pro',
    type: 'manufacturer',
    onboardingStatus: 'complete',
    currency: 'USD',
    timeZone: 'America/Chicago',
    locale: 'en-US',
    isDemo: true,
  },
  {
    name: 'Harbor Supply',
    slug: 'harbor',
    email: 'orders@harbor.test',
    phone: '+1 207 555 0177',
    billToAddress: demoAddress('Harbor Supply', '18 Commercial Street', 'Portland', 'ME', '04101'),
    website: 'https://harbor.test',
    plan: 'pro',
    type: 'distributor',
    onboardingStatus: 'complete',
    currency: 'USD',
    timeZone: 'America/New_York',
    locale: 'en-US',
    isDemo: true,
  },
];

/** The same numbers every time (mulberry32). */
export function demoRandom(seed: number): DemoRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return { next, integer, pick: (values) => values[integer(0, values.length - 1)] as (typeof values)[number] };
}

/** Loads the demo accounts and sign-ins where they are missing; what a person changed since stays. */
export async function loadDemo(kernel: Kernel): Promise<void> {
  const { database } = kernel;
  const people = await database.runAsAuth({ accountID: '' }, async (em) => {
    const users = new Map<string, string>();
    for (const { email, name, isOperator } of demoSignIns) {
      const user = await ensureUser(em, kernel.tenancy.passwords, {
        ...{ email, name, password: demoPassword },
        isOperator: isOperator ?? false,
      });
      users.set(email, user.id);
    }
    return users;
  });
  for (const [index, input] of demoAccounts.entries()) {
    const known = await demoAccount(kernel, input.slug ?? '');
    const id = known?.id ?? (await createAccount(kernel.tenancy, input)).id;
    const isEmpty = !known?.isFilled;
    if (isEmpty) await fillDemoAccount(kernel, id, input.slug ?? '', people, 1_000 + index);
    await addDemoKey(kernel, id);
    // Who belongs to several accounts begins in the first.
    if (index === 0 && isEmpty)
      await database.runAsAuth({ accountID: '' }, (em) =>
        em.nativeUpdate(
          User,
          { id: { $in: [...people.values()] }, isOperator: false, currentAccountID: null },
          { currentAccountID: id },
        ),
      );
  }
}

/** The account of a slug; one of the demo without members is one whose filling was interrupted. */
async function demoAccount({ database }: Kernel, slug: string): Promise<{ id: string; isFilled: boolean } | undefined> {
  const account = await database.runAsAuth({ accountID: '', readOnly: true }, (em) => em.findOne(Account, { slug }));
  if (!account) return undefined;
  const { id, isDemo } = account;
  const members = await database.runAsAuth({ accountID: id, readOnly: true }, (em) =>
    em.count(Member, { accountID: id }),
  );
  return { id, isFilled: !isDemo || members > 0 };
}

/** All of it in one transaction: a process that dies leaves an empty account, which the next start fills. */
const fillDemoAccount = (
  kernel: Kernel,
  accountID: string,
  slug: string,
  people: ReadonlyMap<string, string>,
  seed: number,
): Promise<void> =>
  runInAccount(kernel.tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
    await joinDemoPeople(ctx, slug, people);
    const clerk = await demoClerk(ctx);
    const plugins = kernel.registry.plugins.filter(({ definition }) => definition.demo && ctx.isEnabled(definition.id));
    for (const [index, { definition }] of plugins.entries()) {
      // What a plugin says no other time of was done on the days before, one after the other.
      backdate(ctx, (plugins.length - index) * minutesEach);
      await definition.demo?.({ ...ctx, ...clerk }, demoRandom(seed), kernel.services);
      await ctx.em.flush();
      // Every later flush would look through what is written.
      ctx.em.clear();
    }
    await linkDemoCustomer(ctx);
    await setDemoTargets(ctx);
    backdate(ctx, minutesEach / 10);
    await inviteDemoColleague(ctx, new TeamService(kernel.registry));
    // Written at once: the planner knows nothing of it yet, and the first lists would take seconds.
    await analyzeGrown(ctx.em);
  });

/** What a plugin's demo took the people of the account to type. */
const minutesEach = 190;

/** Who typed what is in an account of the demo, where its plugins name nobody. */
async function demoClerk(ctx: AccountContext): Promise<Pick<AccountContext, 'actor' | 'memberID'>> {
  const members = await ctx.em.find(Member, { accountID: ctx.account.id }, { populate: ['role'] });
  const clerk = members.find(({ role }) => role.type === 'user') ?? members.find(({ role }) => role.type === 'admin');
  if (!clerk) return { memberID: undefined, actor: ctx.actor };
  return { memberID: clerk.id, actor: { type: 'user', id: clerk.userID ?? '', name: clerk.name } };
}

const addDemoKey = (kernel: Kernel, accountID: string): Promise<void> =>
  runInAccount(kernel.tenancy, { accountID, identity: { type: 'system' } }, (ctx) =>
    createDemoKey(ctx, kernel.registry),
  );

async function joinDemoPeople(ctx: AccountContext, slug: string, people: ReadonlyMap<string, string>): Promise<void> {
  const roles = await ctx.em.find(Role, { accountID: ctx.account.id, isSystem: true });
  for (const { email, name, role, accounts } of demoSignIns) {
    const found = roles.find(({ type }) => type === role);
    if (!found || !accounts.includes(slug)) continue;
    ctx.em.create(Member, {
      id: newID('mem'),
      userID: people.get(email) ?? null,
      name,
      email,
      role: ctx.em.reference(Role, found.id),
      status: 'active',
      joinedAt: ctx.clock.now(),
    });
  }
  await ctx.em.flush();
}

/** Somebody who was invited and has not come yet, with the mail; and a way for customers to register. */
async function inviteDemoColleague(ctx: AccountContext, team: TeamService): Promise<void> {
  const role = await ctx.em.findOne(Role, { accountID: ctx.account.id, type: 'user', isSystem: true });
  if (!role) return;
  const email = `dana.fields@${ctx.account.slug}.test`;
  ctx.em.create(RegistrationFlow, {
    id: newID('rgf'),
    name: 'Website',
    title: `Order from ${ctx.account.name}`,
    message: 'Tell us who you are; we answer within a working day.',
    isActive: true,
  });
  const byAda = { ...ctx, actor: { type: 'user' as const, id: '', name: 'Ada Whitfield' } };
  await team.invite(byAda, ctx.account.id, { email, name: 'Dana Fields', roleID: role.id });
}

/** What the reps are to sell in this quarter of the year and had to in the one before. */
async function setDemoTargets(ctx: AccountContext): Promise<void> {
  const [year = 0, month = 1] = dateIn(ctx.account.timeZone, ctx.clock.now()).split('-').map(Number);
  const first = month - ((month - 1) % 3);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const reps = await ctx.em.find(Member, { accountID: ctx.account.id, role: { type: 'sales_rep' } });
  for (const member of reps)
    for (const back of [3, 0])
      ctx.em.create(SalesTarget, {
        id: newID('tgt'),
        member,
        amount: back ? '90000.00' : '120000.00',
        startsOn: day(new Date(Date.UTC(year, first - 1 - back, 1))),
        endsOn: day(new Date(Date.UTC(year, first + 2 - back, 0))),
        note: null,
      });
  await ctx.em.flush();
}

/** The portal sign-in belongs to the first customer that the demo made. */
async function linkDemoCustomer(ctx: AccountContext): Promise<void> {
  const [customer] = await ctx.em.find(
    Party,
    { accountID: ctx.account.id, kind: 'customer' },
    { orderBy: { number: 'asc' }, limit: 1 },
  );
  const member = await ctx.em.findOne(Member, { accountID: ctx.account.id, email: 'customer@demo.test' });
  if (customer && member) ctx.em.assign(member, { customer: ctx.em.reference(Party, customer.id) });
  await ctx.em.flush();
}
