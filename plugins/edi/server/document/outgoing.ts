import { createHash } from 'node:crypto';
import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, emit } from '@millwright/core/server';
import { documentRules, type InterchangeFinding, writeX12 } from '../../contracts/index.ts';
import type { EdiPartner } from '../partner/partner.entity.ts';
import { takeControlNumbers } from './control-numbers.ts';
import { documentRecord, exchangeDue, printableName } from './document-names.ts';
import { touchedDocuments } from './touched-documents.ts';

/** A document to be sent: its segments between ST and SE. */
export interface NewDocument {
  type: string;
  segments: readonly (readonly string[])[];
  businessKey?: string | null | undefined;
  record?: { type: string; id: string; number: string } | null | undefined;
  answersID?: string | null | undefined;
  replacesID?: string | null | undefined;
  afterID?: string | null | undefined;
}

const groupCodes: Readonly<Record<string, string>> = { '864': 'TX', '865': 'CA', '999': 'FA', TA1: 'TA' };
const groupOf = (type: string): string => documentRules[type]?.group ?? groupCodes[type] ?? 'ZZ';

/** Documents that are never acknowledged. */
const isAnswer = (type: string): boolean => type === '997' || type === '999' || type === 'TA1';

/** Date and time for ISA09 and GS04, in the account's time zone. */
function momentOf(ctx: AccountContext): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: ctx.account.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ctx.clock.now());
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return { day: `${part('year')}${part('month')}${part('day')}`, time: `${part('hour')}${part('minute')}` };
}

/** Rows of documents, in their order in the interchange. */
function documentRows(
  documents: readonly NewDocument[],
  shared: object,
  given: {
    ids: readonly string[];
    numbers: { group: string; sets: readonly string[] };
    firstSegment: number;
  },
): object[] {
  let at = given.firstSegment;
  return documents.map((document, index) => {
    const controlNumber = given.numbers.sets[index] ?? '';
    const segments = [
      ['ST', document.type, controlNumber],
      ...document.segments,
      ['SE', String(document.segments.length + 2), controlNumber],
    ];
    const firstSegment = at;
    at += segments.length;
    return {
      ...shared,
      id: given.ids[index],
      direction: 'out',
      position: index + 1,
      type: document.type,
      group_control_number: given.numbers.group,
      control_number: controlNumber,
      business_key: document.businessKey ?? null,
      record_type: document.record?.type ?? null,
      record_id: document.record?.id ?? null,
      record_number: document.record?.number ?? null,
      processing: 'created',
      acknowledgment: isAnswer(document.type) ? 'none' : 'waiting',
      due_at: null,
      segments,
      first_segment: firstSegment,
      is_edited: false,
      findings: [],
      releases: [],
      answers_id: document.answersID ?? null,
      replaces_id: document.replacesID ?? null,
      after_id: document.afterID ?? null,
      is_live: true,
      note: null,
    };
  });
}

/**
 * Stores documents of one type as an interchange, with control numbers, in this transaction. The file is generated from
 * the stored rows when it is sent.
 */
export async function createOutgoing(
  ctx: AccountContext,
  partner: EdiPartner,
  documents: readonly NewDocument[],
  { isTest = partner.isTest, service = [] }: { isTest?: boolean; service?: readonly (readonly string[])[] } = {},
): Promise<string[]> {
  const [first] = documents;
  if (!first) return [];
  const { settings } = partner;
  const [interchangeNumber = ''] = await takeControlNumbers(ctx, partner.id, 'interchange');
  const [groupNumber = ''] = await takeControlNumbers(ctx, partner.id, 'group');
  const setNumbers = (await takeControlNumbers(ctx, partner.id, 'set', documents.length)).map((number) =>
    number.padStart(4, '0'),
  );
  const { day, time } = momentOf(ctx);
  const code = groupOf(first.type);
  const { text, replacements } = writeX12({
    delimiters: {
      element: settings.elementSeparator,
      component: settings.componentSeparator,
      repetition: settings.version >= '005010' ? '^' : null,
      segment: settings.segmentTerminator,
      lineEnd: settings.hasLineEnds ? '\n' : '',
    },
    sender: { qualifier: partner.ourQualifier, id: partner.ourID },
    receiver: { qualifier: partner.theirQualifier, id: partner.theirID },
    date: day.slice(2),
    time,
    version: settings.version.slice(0, 5),
    controlNumber: interchangeNumber,
    asksForAcknowledgment: false,
    isTest,
    service,
    groups: [
      {
        code,
        sender: partner.ourGroupID,
        receiver: partner.theirGroupID,
        date: day,
        time,
        controlNumber: groupNumber,
        version: settings.version,
        sets: documents.map(({ type, segments }, index) => ({
          type,
          controlNumber: setNumbers[index] ?? '',
          segments,
        })),
      },
    ],
  });
  const bytes = Buffer.from(text, 'utf8');
  const now = ctx.clock.now();
  const shared = { version: 1, created_at: now, updated_at: now };
  const [fileID, interchangeID] = [newID('edf'), newID('edx')];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const who = partner.theirID.replaceAll(/\W/g, '_');
  await ctx.em.insert('edi.file', [
    {
      ...shared,
      id: fileID,
      direction: 'out',
      name: `${first.type}-${who}-${interchangeNumber.padStart(9, '0')}.edi`,
      bytes: `\\x${bytes.toString('hex')}`,
      size: bytes.length,
      sha256,
      connection_id: null,
      run_id: null,
      delivery: 'pending',
      findings: replacements.map(
        ({ segment, element, from }): InterchangeFinding => ({
          severity: 'warning',
          code: 'element_characters',
          id: segment,
          element,
          message: `‘${printableName(from)}’ cannot be sent and was replaced by a space`,
        }),
      ),
    },
  ]);
  await ctx.em.insert('edi.interchange', [
    {
      ...shared,
      id: interchangeID,
      file_id: fileID,
      position: 1,
      direction: 'out',
      partner_id: partner.id,
      sender_qualifier: partner.ourQualifier,
      sender_id: partner.ourID,
      receiver_qualifier: partner.theirQualifier,
      receiver_id: partner.theirID,
      control_number: interchangeNumber,
      is_test: isTest,
      element_separator: settings.elementSeparator,
      sha256,
      repeat: 0,
    },
  ]);
  const ids = documents.map(() => newID('edd'));
  const numbers = { group: groupNumber, sets: setNumbers };
  const place = { interchange_id: interchangeID, file_id: fileID, partner_id: partner.id, group_code: code };
  // Segment numbers begin after ISA, TA1 and GS.
  const rows = documentRows(documents, { ...shared, ...place }, { ids, numbers, firstSegment: 3 + service.length });
  await ctx.em.insert('edi.document', rows);
  for (const [index, id] of ids.entries())
    audit(ctx, {
      record: documentRecord(id),
      action: 'created',
      note: `${documents[index]?.type} ${setNumbers[index]}`,
    });
  emit(ctx, exchangeDue, { kind: 'send' }, documentRecord(ids[0] ?? ''));
  await ctx.em.flush();
  touchedDocuments(ctx);
  return ids;
}
