import {
  type AccountContext,
  cellOf,
  type NamedRecord,
  type PlainField,
  type PlainRows,
  plainTextField,
  type ReferenceImport,
  sql,
} from '@millwright/core/server';
import { type ContactKindName, contactFaults, contactKinds, isMainAlready, mainContacts } from './contact-kind.ts';

const text = (records: PlainRows, name: string): string => String(cellOf(records.rows, name) ?? '').trim();

/** Contacts with the names in the rows, by the texts with which a row can name their owner. */
async function knownContacts(
  ctx: AccountContext,
  kind: ContactKindName,
  records: readonly PlainRows[],
): Promise<Map<string, string>> {
  const { table, owner, owners } = contactKinds[kind];
  const names = [...new Set(records.map((record) => text(record, 'name').toLowerCase()))];
  const { rows } = await sql<{ id: string; key: string }>`
    select contact.id, lower(called.text) || '|' || lower(contact.name) as key
    from ${sql.table(table)} contact
    join ${sql.table(owners)} party
      on party.account_id = contact.account_id and party.id = ${sql.ref(`contact.${owner}`)}
    cross join lateral (values (party.name), (party.number)) called (text)
    where contact.account_id = ${ctx.account.id} and lower(contact.name) = any(${names}::text[])
    order by contact.id`.execute(ctx.em.query());
  return new Map(rows.map(({ id, key }) => [key, id]));
}

const words = {
  customer: { label: 'Customer', synonyms: ['customer number', 'customer name', 'account', 'company'] },
  supplier: { label: 'Supplier', synonyms: ['supplier number', 'supplier name', 'vendor', 'company'] },
} as const;

/** The customer or supplier of a contact in files. */
const ownerField = (kind: ContactKindName): PlainField => ({
  name: kind,
  label: words[kind].label,
  kind: 'reference',
  column: contactKinds[kind].owner,
  isNeeded: true,
  longest: 200,
  reference: { recordType: kind, by: ['number', 'name'], canCreate: false },
  refersTo: { table: contactKinds[kind].owners, what: kind, by: ['number'] },
  synonyms: [...words[kind].synonyms],
  description: 'Number or name.',
  example: '1000',
});

const ownerOf = (value: unknown): NamedRecord | null => value as NamedRecord | null;

/** Import of contacts: created, or changed if the customer or supplier has one of this name. */
export const contactImport = (kind: ContactKindName): ReferenceImport => ({
  description: `Creates contacts, or changes those whose ${kind} and name exist. Empty cells leave what is there.`,
  keys: ['name'],
  within: [kind],
  named: {
    synonyms: ['contact', 'contact name', 'person', 'full name'],
    description: `Says with the ${kind} whether the row is a new contact.`,
    example: 'Dana Cole',
  },
  more: [ownerField(kind)],
  labelOf: (values) => `${plainTextField(values['name'])} at ${plainTextField(values[kind])}`,
  known: (ctx, records) => knownContacts(ctx, kind, records),
  find: (records, known) =>
    new Map(
      records.flatMap((record): [string, string][] => {
        const id = (known as Map<string, string>).get(`${text(record, kind)}|${text(record, 'name')}`.toLowerCase());
        return id ? [[record.key, id]] : [];
      }),
    ),
  complete: (_ctx, { values, fault }) => {
    for (const { path, message } of contactFaults(kind, values)) fault(path, message);
  },
  async refuse(ctx, judged) {
    const wanted = judged.filter(({ draft }) => draft.values['isMain'] === true);
    const ids = wanted.flatMap(({ draft }) => ownerOf(draft.values[kind])?.id ?? []);
    const mains = new Map(await mainContacts(ctx, kind, [...new Set(ids)]));
    for (const { draft } of wanted) {
      const ownerID = ownerOf(draft.values[kind])?.id;
      const main = ownerID === undefined ? undefined : mains.get(ownerID);
      const name = String(plainTextField(draft.values['name']) ?? '');
      if (main && main.id !== draft.before?.id) draft.fault('isMain', isMainAlready(main.name));
      else if (ownerID !== undefined) mains.set(ownerID, { id: draft.before?.id ?? `+${name}`, name });
    }
  },
});
