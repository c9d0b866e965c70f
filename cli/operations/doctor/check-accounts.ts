import {
  type AccountOverview,
  findDemoData,
  type Kernel,
  listAccounts,
  parseDatabaseUrl,
  pluginStates,
  waysOutOfDemo,
} from '@millwright/core/kernel';
import { Client } from 'pg';
import { memberIs } from '../../../core/tenancy/access/member-is.ts';
import type { Finding } from './finding.ts';

/** Enabled plugins follow the kernel's rules: required plugins are enabled, enabled ones are installed. */
export async function checkPlugins(
  kernel: Kernel,
): Promise<{ accounts: AccountOverview[]; looked: number; findings: Finding[] }> {
  const check = 'plugins';
  const { tenancy, registry } = kernel;
  const installed = new Set(registry.plugins.map(({ definition }) => definition.id));
  const accounts = await listAccounts(tenancy);
  const findings = accounts.flatMap((account): Finding[] => [
    ...pluginStates(tenancy, account)
      .filter(({ isEnabled }) => isEnabled)
      .flatMap(({ id, requires, isAvailable }): Finding[] => [
        ...requires
          .filter((needed) => !account.plugins.includes(needed))
          .map((needed) => ({
            check,
            level: 'fault' as const,
            account: account.slug,
            what: `"${id}" is enabled, but "${needed}", which it needs, is not`,
            fix: `millwright plugin enable ${needed} --account ${account.slug}`,
          })),
        ...(isAvailable
          ? []
          : [
              {
                check,
                level: 'warning' as const,
                account: account.slug,
                what: `"${id}" is enabled, but its audience leaves this account out`,
                fix: `Add ${account.slug} to its audience in platform.config.ts, or leave it: it does nothing`,
              },
            ]),
      ]),
    ...account.plugins
      .filter((id) => !installed.has(id))
      .map((id) => ({
        check,
        level: 'warning' as const,
        account: account.slug,
        what: `"${id}" is enabled, but not installed`,
        fix: 'Add it to platform.config.ts again, or leave it: its data stays',
      })),
  ]);
  return { accounts, looked: accounts.length, findings };
}

/** Nobody works in an account that is on its way: a move that was cut short has to go on, or be taken back. */
export const checkMoves = (accounts: readonly AccountOverview[]): { looked: number; findings: Finding[] } => ({
  looked: accounts.length,
  findings: accounts
    .filter(({ movingSince }) => movingSince)
    .map(({ slug, movingSince, closedAt }) => ({
      check: 'moves',
      level: 'warning',
      account: slug,
      what: `${closedAt ? 'Is on its way here' : 'Is on its way to another installation'} since ${movingSince}`,
      fix: closedAt
        ? `Run where it comes from: millwright account move ${slug} --to FILE`
        : `millwright account move ${slug} --to FILE goes on, millwright account open ${slug} takes it back`,
    })),
});

interface Rule {
  name: string;
  pluginID: string;
  sql: string;
  advice?: string;
}

/** Invariants of the kernel, in the form of a plugin's. */
const ownRules: readonly Rule[] = [
  {
    name: 'core.numbers-claimed-are-ahead-of-the-counter',
    pluginID: 'core',
    sql: `select claimed.kind, claimed.number from core.claimed_number claimed
      join core.numbering_sequence counter on counter.account_id = claimed.account_id and counter.kind = claimed.kind
      where claimed.account_id = $1 and claimed.number < counter.next`,
  },
  {
    name: 'core.numbers-claimed-are-counted',
    pluginID: 'core',
    sql: `select counter.kind from core.numbering_sequence counter
      where counter.account_id = $1 and counter.claimed <> (select count(*) from core.claimed_number claimed
        where claimed.account_id = counter.account_id and claimed.kind = counter.kind)`,
  },
  {
    name: 'core.an-account-has-an-administrator',
    pluginID: 'core',
    sql: `select account.id from core.account account
      where account.id = $1 and not exists (select from core.member member
        join core.role role on role.account_id = member.account_id and role.id = member.role_id
        where member.account_id = account.id and role.type = 'admin' and ${memberIs.expected('member.status')}
          and member.removed_at is null)`,
  },
];

/** A production installation has no demo data, whose passwords are public. */
export async function checkDemoData(kernel: Kernel): Promise<{ looked: number; findings: Finding[] }> {
  const { accounts, people } = await findDemoData(kernel);
  const what = [...accounts.map(({ slug }) => `account ${slug}`), ...people];
  return {
    looked: what.length,
    findings: what.length
      ? [
          {
            check: 'demo data',
            level: 'fault',
            what: `Production does not start on the demo: ${what.join(', ')}`,
            fix: `${waysOutOfDemo.charAt(0).toUpperCase()}${waysOutOfDemo.slice(1)}`,
          },
        ]
      : [],
  };
}

const fixes: Record<string, string> = {
  'core.an-account-has-an-administrator': 'millwright user invite EMAIL --role admin --account',
};

const shownViolations = 3;

/** Checks the invariants of each account: a query per rule that answers one row per violation. */
export async function checkInvariants(
  kernel: Kernel,
  accounts: readonly AccountOverview[],
  onAccount: (done: number) => void,
): Promise<{ looked: number; findings: Finding[] }> {
  const rules: Rule[] = [
    ...ownRules,
    ...kernel.registry.plugins.flatMap(({ definition }) =>
      (definition.invariants ?? []).map((rule: Omit<Rule, 'pluginID'>) => ({ ...rule, pluginID: definition.id })),
    ),
  ];
  const client = new Client({ connectionString: parseDatabaseUrl(kernel.database.urls.tenant).toString() });
  client.on('error', () => {});
  await client.connect();
  const findings: Finding[] = [];
  let looked = 0;
  try {
    for (const [index, account] of accounts.entries()) {
      for (const rule of rules) {
        if (rule.pluginID !== 'core' && !account.plugins.includes(rule.pluginID)) continue;
        looked += 1;
        findings.push(...(await violationsOf(client, account, rule)));
      }
      onAccount(index + 1);
    }
  } finally {
    await client.end();
  }
  return { looked, findings };
}

async function violationsOf(client: Client, account: AccountOverview, rule: Rule): Promise<Finding[]> {
  const check = rule.name.includes('number') ? 'numbering' : 'invariants';
  try {
    await client.query('begin transaction read only');
    await client.query("select set_config('app.account_id', $1, true), set_config('app.customer_id', '', true)", [
      account.id,
    ]);
    // The query reads a whole account, which takes longer than a request may.
    await client.query("set local statement_timeout = '10min'");
    const { rows } = await client.query<Record<string, unknown>>(rule.sql, [account.id]);
    if (!rows.length) return [];
    const shown = rows.slice(0, shownViolations).map((row) => Object.values(row).join(' '));
    const more = rows.length > shownViolations ? ` and ${rows.length - shownViolations} more` : '';
    return [
      {
        check,
        level: rule.advice ? 'warning' : 'fault',
        account: account.slug,
        what: `${rule.name} does not hold for ${shown.join(', ')}${more}`,
        fix:
          rule.advice ??
          (fixes[rule.name]
            ? `${fixes[rule.name]} ${account.slug}`
            : `A record was changed outside the application, or there is a defect in "${rule.pluginID}": ` +
              'compare with a backup and report it'),
      },
    ];
  } catch (error) {
    return [
      {
        check,
        level: 'fault',
        account: account.slug,
        what: `${rule.name} cannot be checked: ${(error as Error).message}`,
        fix: `Update the plugin "${rule.pluginID}"`,
      },
    ];
  } finally {
    await client.query('rollback').catch(() => {});
  }
}
