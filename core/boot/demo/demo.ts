import { backdate } from '../../audit/audit.ts';
import { ensureUser } from '../../auth/people/person.ts';
import { User } from '../../auth/people/user.entity.ts';
import type { RoleType } from '../../contracts/plugins/permission.ts';
import { dateIn } from '../../contracts/texts/date.ts';
import { newID } from '../../contracts/texts/id.ts';
import { analyzeGrown } from '../../database/statistics/analyze-grown.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { DemoRandom } from '../../kernel/plugin/plugin.ts';
import { Role } from '../../permissions/role.entity.ts';
import { taskLeaving } from '../../tasks/record/task-holder.ts';
import { openDemoTasks } from '../../tasks/task-demo.ts';
import { TeamService } from '../../team/team.ts';
import { Member, SalesTarget } from '../../tenancy/access/member.entity.ts';
import { Account } from '../../tenancy/accounts/account.entity.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import { createAccount, type NewAccount } from '../../tenancy/accounts/create-account.ts';
import { Party } from '../../tenancy/parties/party.entity.ts';
import { RegistrationFlow } from '../../tenancy/registration-flow.entity.ts';
import type { Kernel } from '../boot.ts';
import { createDemoKey } from './widget-demo.ts';

/** The password of all demo people. */
export const demoPassword = 'millwright-demo';

/** The demo people: their description on the sign-in page, and their accounts. */
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
  name,
  line1,
  line2: null,
  city,
  state,
  postalCode,
  country: 'US',
  phone: null,
  email: null,
  isDropShip: false,
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

/** A reproducible sequence of random numbers (mulberry32). */
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

/** Loads missing demo accounts and people; changes that a person has made stay. */
export async function loadDemo(kernel: Kernel): Promise<void> {
  const { database } = kernel;
  const people = await database.runAsAuth({ accountID: '' }, async (em) => {
    const users = new Map<string, string>();
    for (const { email, name, isOperator } of demoSignIns) {
      const user = await ensureUser(em, kernel.tenancy.passwords, {
        email,
        name,
        password: demoPassword,
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
    // People of several accounts begin in the first one.
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

/** The account of a slug. A demo account without members is one whose loading was interrupted. */
async function demoAccount({ database }: Kernel, slug: string): Promise<{ id: string; isFilled: boolean } | undefined> {
  const account = await database.runAsAuth({ accountID: '', readOnly: true }, (em) => em.findOne(Account, { slug }));
  if (!account) return undefined;
  const { id, isDemo } = account;
  const members = await database.runAsAuth({ accountID: id, readOnly: true }, (em) =>
    em.count(Member, { accountID: id }),
  );
  return { id, isFilled: !isDemo || members > 0 };
}

/** In one transaction: a process that dies leaves an empty account, which the next start fills. */
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
      // Entries without an explicit time are dated on the previous days, one plugin after the other.
      backdate(ctx, (plugins.length - index) * minutesEach);
      await definition.demo?.({ ...ctx, ...clerk }, demoRandom(seed), kernel.services);
      await ctx.em.flush();
      // Otherwise every later flush would check all written records.
      ctx.em.clear();
    }
    await linkDemoCustomer(ctx);
    await setDemoTargets(ctx);
    await openDemoTasks({ ...ctx, ...clerk });
    backdate(ctx, minutesEach / 10);
    await inviteDemoColleague(ctx, new TeamService(kernel.registry, taskLeaving));
    // The planner has no statistics of the new rows yet, so the first lists would take seconds.
    await analyzeGrown(ctx.em);
  });

/** Minutes between the demo entries of two plugins. */
const minutesEach = 190;

/** The actor of entries in a demo account for which its plugins name nobody. */
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

/** Invites a colleague who has not joined yet, with the mail, and creates a registration flow for customers. */
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

/** Sales targets of the reps for the current quarter and the previous one. */
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

/** Links the portal's demo person to the first demo customer. */
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
