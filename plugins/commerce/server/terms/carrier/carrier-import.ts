import {
  type PlainDraft,
  type PlainEntry,
  type PlainPart,
  type PlainParts,
  type PlainState,
  type ReferenceImport,
  reasonOfUses,
  reasonsOf,
  sql,
  usesOf,
} from '@millwright/core/server';
import { createCarrierBody, createCarrierOptionBody } from '../../../contracts/index.ts';

const { shape } = createCarrierBody;
const { shape: optionShape } = createCarrierOptionBody;

const optionText = ({ name, columns }: PlainPart): string => `${name} (${columns['code']})`;

/** Old and new options of a carrier. */
const changedOptions = (before: PlainState | undefined, after: PlainState) =>
  after.parts.flatMap((now) => {
    const old = before?.parts.find(({ id }) => now.id !== '' && id === now.id);
    const [from, to] = [old ? optionText(old) : null, optionText(now)];
    return from === to ? [] : [{ from, to }];
  });

const options: PlainParts = {
  table: 'commerce.carrier_option',
  owner: 'carrier_id',
  columns: ['code', 'name'],
  prefix: 'cao',
  what: 'options',
  async stored(ctx, ids) {
    const { rows } = await sql<{ id: string; version: number; ownerID: string; code: string; name: string }>`
      select id, version, carrier_id as "ownerID", code, name from commerce.carrier_option
      where account_id = ${ctx.account.id} and carrier_id = any(${[...ids]}::text[])
      order by carrier_id, name, id`.execute(ctx.em.query());
    return rows.map(({ code, name, ...row }) => ({ ...row, name, columns: { code, name } }));
  },
  changes: (before, after) =>
    changedOptions(before, after).map((change) => ({ field: 'option', label: 'Option', ...change })),
  history: (before, after) =>
    changedOptions(before, after).map(
      ({ from, to }): PlainEntry => ({
        action: from === null ? 'option_added' : 'option_changed',
        changes: [{ field: 'option', from, to }],
      }),
    ),
  async uses(ctx, ids) {
    const uses = await usesOf(ctx, 'carrier_option', ids);
    return new Map([...uses].map(([id, own]) => [id, `an option that was added is ${reasonOfUses(own)}`]));
  },
};

type Row = PlainDraft['record']['rows'][number];
const textOf = (row: Row, field: string): string | undefined => {
  const cell = row.fields[field];
  return typeof cell === 'string' ? cell : undefined;
};

/**
 * The options of a carrier after an import of its rows, matched by code, else by name; options that the rows do not
 * name stay.
 */
function optionsOfRows(draft: PlainDraft): PlainPart[] {
  const parts = [...draft.parts];
  const written = new Set<PlainPart>();
  for (const row of draft.record.rows) {
    const name = textOf(row, 'option');
    const code = textOf(row, 'optionCode') ?? name;
    if (name === undefined || code === undefined) {
      if (code !== undefined) draft.fault('option', 'Option name is required', row.row);
      continue;
    }
    for (const [field, read] of [
      ['option', optionShape.name.safeParse(name)],
      ['optionCode', optionShape.code.safeParse(code)],
    ] as const)
      if (!read.success) draft.fault(field, read.error.issues[0]?.message ?? 'Cannot be read', row.row);
    const old =
      parts.find(({ columns }) => columns['code'] === code) ??
      (textOf(row, 'optionCode') === undefined ? parts.find((part) => part.name === name) : undefined);
    if (old && written.has(old)) {
      draft.fault('option', 'This option is listed twice', row.row);
      continue;
    }
    const columns = { code: old?.columns['code'] ?? code, name };
    const part: PlainPart = { id: old?.id ?? '', version: old?.version ?? 0, name, columns };
    written.add(part);
    if (old) parts[parts.indexOf(old)] = part;
    else parts.push(part);
  }
  return parts;
}

/** Import of carriers with their options: one row per option, or one for a carrier without options. */
export const carrierImport: ReferenceImport = {
  description:
    'Creates carriers with their options, or changes those whose name exists: a row for each option. ' +
    'Options that the file does not name stay, and empty cells leave what is there.',
  isGrouped: true,
  named: {
    synonyms: ['carrier', 'carrier name', 'shipper', 'shipper name', 'company', 'company name', 'ship method'],
    description: 'Unique; rows of one carrier belong together.',
    example: 'Speedy Express',
  },
  more: [
    {
      name: 'code',
      label: 'Code',
      longest: 40,
      column: 'code',
      schema: shape.code,
      synonyms: ['carrier code', 'scac'],
      description: 'Lowercase letters, digits and underscores. That of a built-in carrier does not change.',
      example: 'speedy',
    },
    {
      name: 'trackingUrlTemplate',
      label: 'Tracking address',
      column: 'tracking_url_template',
      schema: shape.trackingUrlTemplate,
      synonyms: ['tracking url', 'tracking link', 'tracking url template'],
      description: 'A web address with {trackingNumber} where the number goes.',
      example: 'https://speedy.example/track/{trackingNumber}',
    },
    {
      name: 'option',
      label: 'Option',
      longest: 100,
      synonyms: ['carrier option', 'option name', 'service', 'service name', 'service level'],
      description: 'A service of the carrier.',
      example: 'Next day',
    },
    {
      name: 'optionCode',
      label: 'Option code',
      longest: 40,
      synonyms: ['carrier option code', 'service code'],
      description: 'As the carrier calls it; the name where the row does not say.',
      example: 'ND',
    },
  ],
  parts: options,
  document: ({ name }) => ({ title: String(name), text: '' }),
  complete(_ctx, draft) {
    draft.parts = optionsOfRows(draft);
  },
  async refuse(ctx, judged) {
    const recoded = judged.filter(
      ({ draft: { before, values } }) => before && before.values['code'] !== values['code'],
    );
    const { rows } = await sql<{ id: string }>`select id from commerce.carrier
      where account_id = ${ctx.account.id} and is_built_in
        and id = any(${recoded.flatMap(({ draft }) => draft.before?.id ?? [])}::text[])`.execute(ctx.em.query());
    const builtIn = new Set(rows.map(({ id }) => id));
    for (const { draft } of recoded)
      if (builtIn.has(draft.before?.id ?? '')) draft.fault('code', 'The code of a built-in carrier does not change');
  },
  async uses(ctx, ids) {
    const { rows } = await sql<{ id: string; carrierID: string }>`select id, carrier_id as "carrierID"
      from commerce.carrier_option
      where account_id = ${ctx.account.id} and carrier_id = any(${[...ids]}::text[])`.execute(ctx.em.query());
    const carrierIDs = new Map(rows.map(({ id, carrierID }) => [id, carrierID]));
    const optionUses = await usesOf(ctx, 'carrier_option', [...carrierIDs.keys()]);
    const ofOptions = new Map([...optionUses].map(([id, uses]) => [carrierIDs.get(id) ?? '', uses]));
    return reasonsOf(ofOptions, await usesOf(ctx, 'carrier', ids));
  },
};
