import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Account } from '../tenancy/account.entity.ts';
import { Member } from '../tenancy/member.entity.ts';
import { bootTestKernel, type TestKernel } from '../testing/test-kernel.ts';
import { loadDemo } from './demo.ts';
import { definePlugin } from './plugin.ts';

/** Accounts whose demo began, in order. */
const begun: string[] = [];
let dies = false;
const shop = definePlugin({
  id: 'shop',
  title: 'Shop',
  description: 'Fails where a process would die.',
  async demo(ctx) {
    begun.push(ctx.account.slug);
    if (dies) throw new Error('died');
  },
});

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await bootTestKernel({ plugins: [shop] });
});
afterAll(() => kernel?.stop());

/** Members of an account by email; undefined where there is no such account. */
async function membersOf(slug: string): Promise<string[] | undefined> {
  const { database } = kernel;
  const account = await database.runAsAuth({ accountID: '', readOnly: true }, (em) => em.findOne(Account, { slug }));
  if (!account) return undefined;
  const members = await database.runAsAuth({ accountID: account.id, readOnly: true }, (em) =>
    em.find(Member, { accountID: account.id }, { orderBy: { email: 'asc' } }),
  );
  return members.map(({ email }) => email);
}

describe('the demo', () => {
  it('is loaded whole or not at all, and goes on where a start was interrupted', async () => {
    dies = true;
    await expect(loadDemo(kernel)).rejects.toThrow('died');
    expect(await membersOf('northfield')).toEqual([]);
    expect(await membersOf('harbor')).toBeUndefined();
    dies = false;
    await loadDemo(kernel);
    expect(await membersOf('northfield')).toContain('rep@demo.test');
    expect(await membersOf('harbor')).toEqual(['admin@demo.test', 'dana.fields@harbor.test']);
    expect(begun).toEqual(['northfield', 'northfield', 'harbor']);
  });

  it('is loaded once', async () => {
    await loadDemo(kernel);
    expect(begun).toHaveLength(3);
  });
});
