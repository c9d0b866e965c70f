import { sql } from 'kysely';
import { listSalesTargets, salesTargetFields } from '../../contracts/accounts/member.contract.ts';
import type { NamedRecord, PlainField, PlainImport, PlainRows, PlainValues } from '../../imports/plain/plain-import.ts';
import type { AccountContext } from '../../kernel/context/context.ts';

/** Ids of sales targets by person and both days. */
type Known = ReadonlyMap<string, string>;

const keyOf = (person: string, from: string, to: string): string => `${person}/${from}/${to}`.toLowerCase();

async function knownTargets(ctx: AccountContext): Promise<Known> {
  const { rows } = await sql<{ id: string; name: string; email: string; from: string; to: string }>`
    select target.id, member.name, member.email, target.starts_on::text as "from", target.ends_on::text as "to"
    from core.sales_target target
    join core.member member on member.account_id = target.account_id and member.id = target.member_id
    where target.account_id = ${ctx.account.id} order by target.id`.execute(ctx.em.query());
  return new Map(
    rows.flatMap(({ id, name, email, from, to }) => [name, email].map((person) => [keyOf(person, from, to), id])),
  );
}

const fields: readonly PlainField[] = [
  {
    name: 'salesRep',
    label: 'Sales rep',
    kind: 'reference',
    column: 'member_id',
    isNeeded: true,
    reference: { recordType: 'team_user', by: ['name', 'email'], canCreate: false },
    refersTo: { table: 'core.v_members', what: 'person', by: ['email'] },
    synonyms: ['rep', 'salesperson', 'sales person', 'name', 'email'],
    description: 'Name or email address.',
    example: 'Renata Ortiz',
  },
  {
    name: 'startDate',
    label: 'From',
    kind: 'date',
    column: 'starts_on',
    isNeeded: true,
    schema: salesTargetFields.startDate,
    synonyms: ['start', 'start date', 'begin', 'period start'],
    description: 'With the last day it says which target of the person the row is about.',
    example: '2026-01-01',
  },
  {
    name: 'endDate',
    label: 'To',
    kind: 'date',
    column: 'ends_on',
    isNeeded: true,
    schema: salesTargetFields.endDate,
    synonyms: ['end', 'end date', 'until', 'period end'],
    example: '2026-03-31',
  },
  {
    name: 'amount',
    label: 'Target',
    kind: 'decimal',
    decimals: 2,
    column: 'amount',
    isNeeded: true,
    schema: salesTargetFields.amount,
    synonyms: ['amount', 'goal', 'quota', 'sales target'],
    example: '50000',
  },
  {
    name: 'note',
    label: 'Note',
    kind: 'note',
    column: 'note',
    schema: salesTargetFields.note,
    synonyms: ['notes', 'comment'],
    example: '',
  },
];

const repOf = (values: PlainValues): NamedRecord | null => (values['salesRep'] ?? null) as NamedRecord | null;
const labelOf = (values: PlainValues): string => `${repOf(values)?.name ?? ''} from ${values['startDate'] ?? ''}`;

/** Imports sales targets: added, or changed if the person has one for exactly these days. */
export const salesTargetImport: PlainImport<Known> = {
  name: 'sales-targets',
  title: 'Sales targets',
  description: 'Adds sales targets, or changes those that the same person has for the same days.',
  recordType: 'sales_target',
  prefix: 'tgt',
  table: 'core.sales_target',
  domain: 'sales_targets',
  words: ['sales target', 'sales targets'],
  keys: ['salesRep'],
  within: ['startDate', 'endDate'],
  fields,
  lists: [listSalesTargets],
  labelOf,
  known: knownTargets,
  find: (records: readonly PlainRows[], known) =>
    new Map(
      records.flatMap(({ key, rows }): [string, string][] => {
        const text = (name: string): string => String(rows[0]?.fields[name] ?? '').trim();
        const id = known.get(keyOf(text('salesRep'), text('startDate'), text('endDate')));
        return id ? [[key, id]] : [];
      }),
    ),
  complete(_ctx, { values, fault }) {
    const [from, to] = [values['startDate'], values['endDate']];
    if (typeof from === 'string' && typeof to === 'string' && to < from)
      fault('endDate', 'The end cannot be before the start');
  },
  async refuse(ctx, judged) {
    const repIDs = judged.flatMap(({ draft }) => repOf(draft.values)?.id ?? []);
    const { rows } = await sql<{ id: string }>`select id from core.member where account_id = ${ctx.account.id}
      and id = any(${repIDs}::text[]) and (customer_id is not null or removed_at is not null)`.execute(ctx.em.query());
    const strangers = new Set(rows.map(({ id }) => id));
    for (const { draft } of judged) {
      const rep = repOf(draft.values);
      if (rep && strangers.has(rep.id)) draft.fault('salesRep', `${rep.name} is not of the team`);
    }
  },
  // No record refers to a target.
  uses: async () => new Map(),
};
