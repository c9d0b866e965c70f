import { hasGS1CheckDigit } from '@millwright/commerce/contracts';
import { decimal, roundMoney, sumOf } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  acknowledge,
  decimalText,
  elementOf,
  readX12,
  type TransactionSet,
  validateInterchange,
  writeX12,
  type X12Interchange,
} from '../../contracts/index.ts';
import { decodeFile } from '../file/decode-file.ts';
import { putIntoMailbox } from './mailbox-transport.ts';

/** Who speaks, as the envelope has it. */
interface Speaker {
  qualifier: string;
  id: string;
  groupID: string;
}

/** What the retailer sends: documents of one family. */
export interface RetailerMessage {
  groupCode: string;
  type: string;
  segments: readonly (readonly string[])[];
}

/** The next control number of the retailer: one more than it has sent. */
async function nextControlNumber(ctx: AccountContext, connectionID: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} ${connectionID}`}, 850))`.execute(
    ctx.em.query(),
  );
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from edi.mailbox_file
    where account_id = ${ctx.account.id} and connection_id = ${connectionID} and direction = 'in'`.execute(
    ctx.em.query(),
  );
  return (rows[0]?.count ?? 0) + 1;
}

/** Puts messages of the retailer into our mailbox, in one interchange. */
export async function retailerSends(
  ctx: AccountContext,
  connectionID: string,
  { from, to, isTest }: { from: Speaker; to: Speaker; isTest: boolean },
  messages: readonly RetailerMessage[],
): Promise<void> {
  if (!messages.length) return;
  const control = await nextControlNumber(ctx, connectionID);
  const now = ctx.clock.now().toISOString();
  const [day, time] = [now.slice(0, 10).replaceAll('-', ''), now.slice(11, 16).replace(':', '')];
  const byGroup = Map.groupBy(messages, ({ groupCode }) => groupCode);
  const { text } = writeX12({
    delimiters: { element: '*', component: '>', repetition: null, segment: '~', lineEnd: '\n' },
    sender: from,
    receiver: to,
    date: day.slice(2),
    time,
    version: '00401',
    controlNumber: String(control),
    asksForAcknowledgment: false,
    isTest,
    groups: [...byGroup].map(([code, own], group) => ({
      code,
      sender: from.groupID,
      receiver: to.groupID,
      date: day,
      time,
      controlNumber: String(control * 10 + group),
      version: '004010',
      sets: own.map(({ type, segments }, index) => ({
        type,
        segments,
        controlNumber: String(index + 1).padStart(4, '0'),
      })),
    })),
  });
  const name = `${messages[0]?.type}-${String(control).padStart(6, '0')}.edi`;
  await putIntoMailbox(ctx, { connectionID, direction: 'in', name, bytes: new TextEncoder().encode(text) });
}

const elements = ({ segments }: TransactionSet, id: string): readonly (readonly string[])[] =>
  segments.filter((segment) => segment.id === id).map((segment) => segment.elements);

/** What a receiving dock finds wrong with a shipping notice. */
function faultsOfNotice(set: TransactionSet): string[] {
  const faults: string[] = [];
  const codes = elements(set, 'MAN')
    .filter(([qualifier]) => qualifier === 'GM')
    .map(([, code = '']) => code);
  const levels = elements(set, 'HL');
  if (!codes.length) faults.push('NO SSCC ON ANY CARTON');
  for (const code of codes)
    if (!/^00\d{18}$/.test(code) || !hasGS1CheckDigit(code.slice(2))) faults.push(`SSCC ${code} IS NOT VALID`);
  if (new Set(codes).size !== codes.length) faults.push('SSCC USED TWICE');
  const [[statedCount = ''] = []] = elements(set, 'CTT');
  if (statedCount !== String(levels.length)) faults.push(`CTT01 IS ${statedCount}, THERE ARE ${levels.length} HL`);
  if (!elements(set, 'SN1').length) faults.push('NO ITEMS');
  return faults;
}

/** What accounts payable finds wrong with an invoice. */
function faultsOfInvoice(set: TransactionSet): string[] {
  const lines = elements(set, 'IT1').map(([, quantity = '', , price = '']) =>
    roundMoney(decimal(decimalText(quantity) ?? '0').times(decimal(decimalText(price) ?? '0'))).times('100'),
  );
  const charges = elements(set, 'SAC').map(([kind, , , , amount = '']) =>
    decimal(decimalText(amount) ?? '0').times(kind === 'A' ? '-1' : '1'),
  );
  const [[total = ''] = []] = elements(set, 'TDS');
  const isRight = sumOf([...lines, ...charges]).eq(decimal(decimalText(total) ?? '0'));
  return isRight ? [] : [`TDS01 ${total} DOES NOT FOOT`];
}

function advice(set: TransactionSet, group: string, faults: readonly string[], today: string): RetailerMessage {
  const number = elements(set, set.type === '856' ? 'BSN' : 'BIG')[0]?.[1] ?? '';
  return {
    groupCode: 'AG',
    type: '824',
    segments: [
      ['BGN', '00', number || 'ADVICE', today],
      ['OTI', 'TR', set.type === '856' ? 'SI' : 'IV', number, '', '', '', '', group, set.controlNumber, set.type],
      ...faults.map((fault) => ['TED', '024', fault]),
    ],
  };
}

/** A chargeback, as a message that people read. */
const chargeback = (set: TransactionSet, faults: readonly string[]): RetailerMessage => ({
  groupCode: 'TX',
  type: '864',
  segments: [
    ['BMG', '00', 'CHARGEBACK'],
    ['MIT', '1', 'CHARGEBACK'],
    ...faults.map((fault) => ['MSG', `CHARGEBACK 75.00 FOR ${set.type} ${set.controlNumber}: ${fault}`]),
  ],
});

const speakers = ({ header, groups }: X12Interchange): { from: Speaker; to: Speaker } => {
  const group = groups.find((each) => each.header)?.header ?? null;
  const part = (element: number): string => elementOf(header, element).trim();
  return {
    from: { qualifier: part(7), id: part(8), groupID: elementOf(group, 3) },
    to: { qualifier: part(5), id: part(6), groupID: elementOf(group, 2) },
  };
};

/** What the retailer does with a file of ours: a 997 for every group, an 824 and a chargeback for what is wrong. */
export async function retailerReceives(ctx: AccountContext, connectionID: string, bytes: Uint8Array): Promise<void> {
  const { interchanges, findings } = readX12(decodeFile(bytes));
  const today = ctx.clock.now().toISOString().slice(0, 10).replaceAll('-', '');
  for (const interchange of interchanges) {
    const all = [...findings, ...validateInterchange(interchange)];
    const answers: RetailerMessage[] = acknowledge(interchange, all, () => '').map(({ type, segments }) => ({
      groupCode: 'FA',
      type,
      segments,
    }));
    for (const group of interchange.groups)
      for (const set of group.sets) {
        const faults = set.type === '856' ? faultsOfNotice(set) : set.type === '810' ? faultsOfInvoice(set) : [];
        if (faults.length) answers.push(advice(set, group.controlNumber, faults, today), chargeback(set, faults));
      }
    await retailerSends(
      ctx,
      connectionID,
      { ...speakers(interchange), isTest: elementOf(interchange.header, 15) === 'T' },
      answers,
    );
  }
}
