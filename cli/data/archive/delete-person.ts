import { refusal } from '@millwright/core/cli';
import { queueSchema } from '@millwright/core/kernel';
import { searchText } from '@millwright/core/server';
import { type Client, escapeIdentifier } from 'pg';
import { memberIs } from '../../../core/tenancy/access/member-is.ts';
import { connectAsAdministrator } from '../backup/database-tables.ts';

/** Result of the erasure. */
export interface ErasedPerson {
  id: string;
  /** Number of rows by table, `schema.table`. */
  deleted: Record<string, number>;
  /** Rows that stay without the person's data. */
  changed: Record<string, number>;
}

/** Replaces a name. */
export const erasedName = 'Deleted person';

/** Replaces an address; `.invalid` belongs to nobody (RFC 2606). */
export const erasedEmail = (userID: string): string => `deleted-${userID}@deleted.invalid`.toLowerCase();

interface PersonFacts {
  id: string;
  members: string[];
  emails: string[];
  names: string[];
}

interface ScannedTable {
  name: string;
  columns: { name: string; type: 'text' | 'text[]' | 'jsonb' | 'json'; isNullable: boolean }[];
  hasAccount: boolean;
  hasUser: boolean;
}

const inRunningText = (names: readonly string[]): string => `(?<!\\w)${anyOf(names)}(?!\\w)`;

/** Thrown to roll back a dry run after counting. */
const counted = new Error('counted');

/** A pattern that never matches. */
const noText = '(?!x)x';
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const anyOf = (texts: readonly string[]): string => `(?:${texts.map(escaped).join('|')})`;

/**
 * Erases a person in one transaction. The sign-in with all its data is deleted; documents of accounts stay, without the
 * person's name, address and network. Uploaded files are not changed.
 * @throws CommandFailure if there is no such sign-in, or an open account would have no administrator left
 */
export async function deletePerson(
  adminUrl: string,
  schemas: readonly string[],
  identifier: string,
  { isDryRun = false } = {},
): Promise<ErasedPerson> {
  const client = await connectAsAdministrator(adminUrl);
  try {
    await client.query('begin');
    const person = await factsOf(client, identifier);
    const done: ErasedPerson = { id: person.id, deleted: {}, changed: {} };
    await keepAdministrators(client, person.id);
    const tables = await scannedTables(client, [...schemas, queueSchema]);
    // Foreign keys and triggers are off, because all rows that refer to the person are deleted or changed.
    await client.query('set local session_replication_role = replica');
    const count = (of: Record<string, number>, table: string, rows: number | null): void => {
      if (rows) of[table] = (of[table] ?? 0) + rows;
    };
    for (const [table, statement, values] of deletions(tables, person))
      count(done.deleted, table, (await client.query(statement, values)).rowCount);
    await client.query(
      `update core.member set user_id = null, image = null, status = ${memberIs.to('deactivated')},
        invitation_hash = null,
         removed_at = coalesce(removed_at, now()) where id = any($1)`,
      [person.members],
    );
    const records: string[] = [];
    for (const table of tables)
      for (const [statement, values] of erasures(table, person)) {
        const { rowCount, rows } = await client.query<{ id: string | null }>(statement, values);
        count(done.changed, table.name, rowCount);
        records.push(...rows.flatMap(({ id }) => id ?? []));
      }
    for (const [table, statement, values] of tellingTexts(person)) {
      const { rowCount, rows } = await client.query<{ id: string }>(statement, values);
      count(done.changed, table, rowCount);
      records.push(...rows.map(({ id }) => id));
    }
    // Search entries contain names in running text, but no ids.
    const searchTexts = [...person.names, ...person.emails].map((each) => searchText(each).trim());
    if (person.names.length)
      count(
        done.changed,
        'core.search_document',
        (
          await client.query(
            `update core.search_document set title = regexp_replace(title, $2, $3, 'gi'),
               subtitle = regexp_replace(subtitle, $2, $3, 'gi'),
               title_text = regexp_replace(title_text, $2, lower($3), 'gi'),
               text = regexp_replace(text, $2, lower($3), 'gi')
             where id = any($1) and concat_ws(' ', title, subtitle, title_text, text) ~* $2`,
            [records, inRunningText([...person.names, ...searchTexts]), erasedName],
          )
        ).rowCount,
      );
    if (isDryRun) throw Object.assign(counted, { done });
    await client.query('commit');
    return done;
  } catch (error) {
    if (error === counted) return (error as Error & { done: ErasedPerson }).done;
    throw error;
  } finally {
    // Ending a connection during a transaction rolls it back.
    await client.end().catch(() => {});
  }
}

/** The person and all their names: accounts have names of their own, and history has former ones. */
async function factsOf(client: Client, identifier: string): Promise<PersonFacts> {
  const { rows } = await client.query<{ id: string; email: string; name: string; username: string | null }>(
    'select id, email, name, username from core."user" where email = lower($1) or username = lower($1) for update',
    [identifier],
  );
  const [user] = rows;
  if (!user) throw refusal('not_found', `Nobody signs in with "${identifier}"`);
  const { rows: members } = await client.query<{ id: string; email: string; name: string }>(
    'select id, email, name from core.member where user_id = $1 or email = $2 for update',
    [user.id, user.email],
  );
  const { rows: former } = await client.query<{ value: string }>(
    `select distinct each.value from core.audit_event cross join lateral jsonb_array_elements(changes) change
       cross join lateral (values (change ->> 'from'), (change ->> 'to')) as each(value)
     where record_id = any($1) and change ->> 'field' in ('name', 'email') and each.value <> ''`,
    [members.map(({ id }) => id)],
  );
  const known = [user, ...members];
  const formerValues = former.map(({ value }) => value);
  const emails = [...known.map(({ email }) => email), ...formerValues.filter((value) => value.includes('@'))];
  const names = [...known.map(({ name }) => name), ...formerValues.filter((value) => !value.includes('@'))];
  return {
    id: user.id,
    members: members.map(({ id }) => id),
    emails: [...new Set(emails.map((email) => email.toLowerCase()))],
    // People without a name are shown by their address.
    names: [...new Set([...names, ...(user.username ? [user.username] : [])])].filter(
      (name) => !emails.includes(name.toLowerCase()),
    ),
  };
}

/** @throws CommandFailure `last_admin` naming the accounts that would have no administrator */
async function keepAdministrators(client: Client, userID: string): Promise<void> {
  const { rows } = await client.query<{ slug: string }>(
    `select account.slug from core.member member
       join core.role role on role.account_id = member.account_id and role.id = member.role_id and role.type = 'admin'
       join core.account account on account.id = member.account_id and account.closed_at is null
     where member.user_id = $1 and ${memberIs.active('member.status')} and not exists
       (select from core.member other join core.role of on of.account_id = other.account_id and of.id = other.role_id
        where other.account_id = member.account_id and ${memberIs.active('other.status')} and of.type = 'admin'
          and other.user_id <> $1)
     order by 1`,
    [userID],
  );
  if (rows.length)
    throw refusal('last_admin', `They are the last administrator of ${rows.map(({ slug }) => slug).join(', ')}`, {
      hint: 'Make somebody else an administrator there first, or close the account: millwright account close SLUG',
    });
}

/** Tables with columns that can contain personal data; generated columns follow from the others. */
async function scannedTables(client: Client, schemas: readonly string[]): Promise<ScannedTable[]> {
  const { rows } = await client.query<ScannedTable>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
         'isNullable', not a.attnotnull) order by a.attnum)
         filter (where a.attgenerated = '' and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb'))
         as columns,
       bool_or(a.attname = 'account_id') as "hasAccount", bool_or(a.attname = 'user_id') as "hasUser"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname = any($1) and c.relname <> 'schema_migration'
     group by n.nspname, c.relname order by 1`,
    [schemas],
  );
  return rows.filter(({ columns }) => columns !== null);
}

/** Rows that belong only to the person: the sign-in, its history, and mails outside accounts. */
function deletions(tables: readonly ScannedTable[], { id, emails }: PersonFacts): [string, string, unknown[]][] {
  const global = tables.filter(({ hasAccount, hasUser }) => hasUser && !hasAccount);
  return [
    [
      'core.refresh_token',
      'delete from core.refresh_token where session_id in (select id from core.session where user_id = $1)',
      [id],
    ],
    ...global.map(({ name }): [string, string, unknown[]] => [name, `delete from ${name} where user_id = $1`, [id]]),
    ...(
      [
        ['core.pending_registration', 'email'],
        ['core.demo_request', 'email'],
        ['core.person_mail', 'recipient'],
      ] as const
    ).map(([name, column]): [string, string, unknown[]] => [
      name,
      `delete from ${name} where lower(${column}) = any($1)`,
      [emails],
    ]),
    ['core.user', 'delete from core."user" where id = $1', [id]],
  ];
}

/** Changes of texts that name the person without an id: comments by a mention, entries of others' inboxes freely. */
function tellingTexts({ names, members }: PersonFacts): [string, string, unknown[]][] {
  if (!names.length) return [];
  const mention = `@${anyOf(names)}(?!\\w)`;
  const places = [
    ['core.comment', ['text'], mention, `@${erasedName}`],
    ['core.notification', ['title', 'text', 'several'], inRunningText(names), erasedName],
  ] as const;
  return places.map(([table, columns, pattern, instead]) => [
    table,
    `update ${table} set ${columns.map((column) => `${column} = regexp_replace(${column}, $2, $3, 'g')`).join(', ')}
       where account_id in (select account_id from core.member where id = any($1))
         and concat_ws(' ', ${columns.join(', ')}) ~ $2 returning id`,
    [members, pattern, instead],
  ]);
}

/** Columns with a network address or device. */
const networkColumns = new Set(['ip', 'client_ip', 'user_agent', 'referrer']);
/** Columns with a person's name in tables without the person's id. */
const actorColumn = /^actor_name$|_by(_name)?$/;

/**
 * The changes of one table. In rows with the person's id or address, values equal to the name are replaced; in rows
 * with the address, such as mails, the name is also replaced inside texts. In other rows, a value equal to the name is
 * replaced unless another person of the account has the same name.
 */
function erasures({ name, columns, hasAccount }: ScannedTable, person: PersonFacts): [string, unknown[]][] {
  const email = `(?<![\\w.+-])${anyOf(person.emails)}(?![\\w-]|\\.\\w)`;
  const ids = [person.id, ...person.members];
  const running = person.names.length ? inRunningText(person.names) : noText;
  const quoted = person.names.length
    ? `"${anyOf(person.names.map((each) => JSON.stringify(each).slice(1, -1)))}"`
    : noText;
  const values = [email, anyOf(ids), running, quoted, person.names, erasedEmail(person.id), erasedName, person.id];
  const byMail = (text: string): string => `regexp_replace(${text}, $1, $6, 'gi')`;
  // The statement reads all old values of a row first, so every column is compared with the unchanged address.
  const runningIn = (text: string): string =>
    `case when t::text ~* $1 then regexp_replace(${text}, $3, $7, 'gi') else ${text} end`;
  const withoutQuoted = (text: string): string => `regexp_replace(${text}, $4, to_json($7::text)::text, 'g')`;
  // A text can be JSON, as the body of a webhook is.
  const plain = (text: string): string =>
    `case when ${text} = any($5) then $7 else ${byMail(runningIn(withoutQuoted(text)))} end`;
  const set = columns.map(({ name: column, type, isNullable }) => {
    const c = `t.${escapeIdentifier(column)}`;
    if (networkColumns.has(column))
      return `${escapeIdentifier(column)} =
        case when strpos(t::text, $8) > 0 then ${isNullable ? 'null' : "''"} else ${c} end`;
    const value = {
      text: () =>
        column === 'email' && isNullable
          ? `case when ${c} ~* ('^' || $1 || '$') then null else ${plain(c)} end`
          : plain(c),
      'text[]': () =>
        `case when ${c} is not null then
           array(select ${plain('each')} from unnest(${c}) with ordinality as u(each, n) order by n) end`,
      jsonb: () => `${byMail(runningIn(withoutQuoted(`${c}::text`)))}::jsonb`,
      json: () => `${byMail(runningIn(withoutQuoted(`${c}::text`)))}::json`,
    }[type]();
    return `${escapeIdentifier(column)} = ${value}`;
  });
  const statements: [string, unknown[]][] = [
    [
      `update ${name} t set ${set.join(', ')} where t::text ~* ($1::text || '|' || $2::text)
         and ($3::text, $4::text, $5::text[], $6::text, $7::text, $8::text) is not null
       returning to_jsonb(t) ->> 'id' as id`,
      values,
    ],
  ];
  for (const { name: column } of columns)
    if (hasAccount && actorColumn.test(column) && person.names.length)
      statements.push([
        `update ${name} t set ${escapeIdentifier(column)} = $1 where ${escapeIdentifier(column)} = any($2)
           and account_id in (select account_id from core.member where id = any($3)) and not exists
           (select from core.member other
            where other.account_id = t.account_id and other.name = t.${escapeIdentifier(column)}
              and not other.id = any($3))
         returning to_jsonb(t) ->> 'id' as id`,
        [erasedName, person.names, person.members],
      ]);
  return statements;
}
