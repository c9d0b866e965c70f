import { decimal } from '@millwright/core/contracts';
import {
  type AccountContext,
  cellOf,
  listOfCell,
  type NamedRecord,
  type PlainDraft,
  type PlainField,
  type PlainPart,
  type PlainParts,
  type PlainRecord,
  sql,
} from '@millwright/core/server';
import { createFreightRateBody, type FreightRateStep, mostFreightRateSteps } from '../../../contracts/index.ts';

const { shape } = createFreightRateBody;

/** A step as the text of a cell: `10: 8.5 + 0.4`, without the plus where no rate per pound is added. */
export const stepText = ({ fromWeight, amount, perPound }: Record<keyof FreightRateStep, string | number>): string => {
  const rest = decimal(perPound).eq('0') ? '' : ` + ${decimal(perPound).toFixed()}`;
  return `${decimal(fromWeight).toFixed()}: ${decimal(amount).toFixed()}${rest}`;
};

const stepForm = /^(\d{1,9}(?:\.\d{1,6})?): ?(\d{1,9}(?:\.\d{1,2})?)(?: ?\+ ?(\d{1,9}(?:\.\d{1,6})?))?$/;

/** The steps in a cell. A step with the same starting weight as an existing step gets its id. */
function stepsOf({ record, before, fault }: PlainDraft): PlainPart[] {
  const cell = cellOf(record.rows, 'steps');
  if (typeof cell !== 'string') return [...(before?.parts ?? [])];
  const old = new Map((before?.parts ?? []).map((part) => [String(part.columns['from_weight']), part]));
  const seen = new Set<string>();
  const parts = listOfCell(cell)
    .filter(Boolean)
    .flatMap((text): PlainPart[] => {
      const step = stepForm.exec(text);
      if (!step) {
        fault('steps', `${text} is no step; write the weight and the amount, as in 10: 8.50 or 10: 8.50 + 0.40`);
        return [];
      }
      const from = decimal(step[1] ?? '0').toFixed(6);
      if (seen.has(from)) fault('steps', `Two steps begin at ${step[1]}`);
      seen.add(from);
      const known = old.get(from);
      const columns = {
        from_weight: from,
        amount: decimal(step[2] ?? '0').toFixed(2),
        per_pound: decimal(step[3] ?? '0').toFixed(6),
      };
      return [{ id: known?.id ?? '', version: known?.version ?? 0, name: text, columns }];
    });
  if (parts.length > mostFreightRateSteps) fault('steps', `At most ${mostFreightRateSteps} steps`);
  return parts;
}

const textOfParts = (parts: readonly PlainPart[]): string | null =>
  [...parts]
    .sort((left, right) =>
      decimal(left.columns['from_weight'] ?? 0).lt(decimal(right.columns['from_weight'] ?? 0)) ? -1 : 1,
    )
    .map(({ columns }) =>
      stepText({
        fromWeight: columns['from_weight'] ?? 0,
        amount: columns['amount'] ?? 0,
        perPound: columns['per_pound'] ?? 0,
      }),
    )
    .join('; ') || null;

const steps: PlainParts = {
  table: 'commerce.freight_rate_step',
  owner: 'freight_rate_id',
  columns: ['from_weight', 'amount', 'per_pound'],
  prefix: 'frs',
  what: 'steps',
  async stored(ctx, ids) {
    const { rows } = await sql<{
      id: string;
      version: number;
      ownerID: string;
      from: string;
      amount: string;
      per: string;
    }>`
      select id, version, freight_rate_id as "ownerID", from_weight::text as "from", amount::text as amount,
        per_pound::text as per
      from commerce.freight_rate_step
      where account_id = ${ctx.account.id} and freight_rate_id = any(${[...ids]}::text[])
      order by freight_rate_id, from_weight`.execute(ctx.em.query());
    return rows.map(({ from, amount, per, ...row }) => ({
      ...row,
      name: from,
      columns: { from_weight: from, amount, per_pound: per },
    }));
  },
  changes(before, after) {
    const [from, to] = [before ? textOfParts(before.parts) : null, textOfParts(after.parts)];
    return from === to ? [] : [{ field: 'steps', label: 'Steps', from, to }];
  },
  history(before, after) {
    const [from, to] = [textOfParts(before.parts), textOfParts(after.parts)];
    return from === to ? [] : [{ action: 'updated', changes: [{ field: 'steps', from, to }] }];
  },
  uses: async () => new Map(),
};

/** Imports freight rates: creates them, or changes a rate of the same name. */
export const freightRateImport = {
  name: 'freight-rates',
  title: 'Freight rates',
  description: 'Creates freight rates, or changes those whose name exists. Empty cells leave what is there.',
  domain: 'carriers',
  words: ['freight rate', 'freight rates'] as const,
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['rate', 'rate name', 'table'],
      example: 'Averitt, Midwest',
    },
    {
      name: 'carrier',
      label: 'Carrier',
      kind: 'reference',
      column: 'carrier_id',
      isNeeded: true,
      schema: shape.carrierID,
      reference: { recordType: 'carrier', by: ['name'], canCreate: false },
      refersTo: { table: 'commerce.carrier', what: 'carrier' },
      synonyms: ['shipper', 'ship method'],
      example: 'LTL',
    },
    {
      name: 'carrierOption',
      label: 'Service',
      kind: 'reference',
      column: 'carrier_option_id',
      schema: shape.carrierOptionID,
      reference: { recordType: 'carrier_option', by: ['name', 'code'], canCreate: false },
      refersTo: { table: 'commerce.carrier_option', what: 'carrier option', by: ['code'] },
      synonyms: ['option', 'carrier option', 'service level'],
      example: '',
    },
    {
      name: 'states',
      label: 'States',
      column: 'states',
      schema: shape.states,
      synonyms: ['state', 'to', 'destination', 'destinations', 'zone'],
      description: 'Where it goes to, apart by commas; empty for everywhere.',
      example: 'MN, WI',
    },
    {
      name: 'steps',
      label: 'Steps',
      longest: 10_000,
      synonyms: ['step', 'tiers', 'rates', 'weights', 'breaks'],
      description:
        'Pounds and amount, and what each pound adds, as in 10: 8.50 + 0.40, apart by semicolons; in place of all.',
      example: '0: 6.50; 10: 8.50 + 0.40',
    },
  ] as PlainField[],
  parts: steps,
  exported: ({ values, parts }: PlainRecord) => [
    {
      fields: {
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            typeof value === 'object' && value ? (value as NamedRecord).name : (value as string | null),
          ]),
        ),
        steps: textOfParts(parts),
      },
    },
  ],
  complete(_ctx: unknown, draft: PlainDraft) {
    draft.parts = stepsOf(draft);
  },
  async refuse(ctx: AccountContext, judged: readonly { draft: PlainDraft }[]) {
    const ids = judged.flatMap(({ draft }) => (draft.values['carrierOption'] as NamedRecord | null)?.id ?? []);
    const { rows } = await sql<{ id: string; carrierID: string }>`select id, carrier_id as "carrierID"
      from commerce.carrier_option where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(
      ctx.em.query(),
    );
    const carriers = new Map(rows.map(({ id, carrierID }) => [id, carrierID]));
    for (const { draft } of judged) {
      const option = draft.values['carrierOption'] as NamedRecord | null;
      const carrier = draft.values['carrier'] as NamedRecord | null;
      if (option && carrier && carriers.get(option.id) !== carrier.id)
        draft.fault('carrierOption', `${option.name} is a service of another carrier`);
    }
  },
};
