import { createHash } from 'node:crypto';
import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, sql } from '@millwright/core/server';
import {
  acknowledge,
  type DocumentHold,
  elementOf,
  findingsBySegment,
  type InterchangeFinding,
  type ReadDocument,
  readInSteps,
  type Segment,
  type X12Interchange,
} from '../../../contracts/index.ts';
import { documentRecord, printableName } from '../../document/document-names.ts';
import { createOutgoing } from '../../document/outgoing.ts';
import { touchedDocuments } from '../../document/touched-documents.ts';
import { decodeFile } from '../../file/decode-file.ts';
import { hold } from '../../orders/order-holds.ts';
import type { EdiPartner } from '../../partner/partner.entity.ts';
import { readTechnicalAcknowledgments } from '../documents/acknowledgments.ts';
import { writeHolds } from '../documents/document-holds.ts';
import { type Envelope, envelopeOf, partnerOf } from './route-interchange.ts';
import { documentsOf, mostFindings, survey } from './survey-file.ts';

/** A file as it came. */
export interface ArrivedFile {
  name: string;
  bytes: Uint8Array;
  connectionID: string | null;
  runID: string;
}

/** What was stored of a file. */
export interface ReceivedFile {
  documentIDs: string[];
  heldCount: number;
  duplicateCount: number;
  isReadable: boolean;
  messages: string[];
}

const sha256Of = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

const shared = (ctx: AccountContext) => {
  const now = ctx.clock.now();
  return { version: 1, created_at: now, updated_at: now };
};

async function storeFile(
  ctx: AccountContext,
  file: ArrivedFile,
  findings: readonly InterchangeFinding[],
): Promise<string> {
  const id = newID('edf');
  await ctx.em.insert('edi.file', [
    {
      ...shared(ctx),
      id,
      direction: 'in',
      name: printableName(file.name).slice(0, 200),
      bytes: `\\x${Buffer.from(file.bytes).toString('hex')}`,
      size: file.bytes.length,
      sha256: sha256Of(file.bytes),
      connection_id: file.connectionID,
      run_id: file.runID,
      delivery: null,
      findings: findings.map(plainFinding),
    },
  ]);
  return id;
}

const plainFinding = (finding: InterchangeFinding): InterchangeFinding => ({
  ...finding,
  message: printableName(finding.message),
});

/** How often this control number came before with other contents; undefined where it came with these. */
async function repetitionOf(ctx: AccountContext, envelope: Envelope, sha256: string): Promise<number | undefined> {
  const { senderQualifier, senderID, receiverQualifier, receiverID, controlNumber } = envelope;
  // Two workers with files of one sender take turns, so that of two equal ones the second is seen as such.
  const key = [ctx.account.id, senderQualifier, senderID].join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 2020))`.execute(ctx.em.query());
  const { rows } = await sql<{ sha256: string; repeat: number }>`select sha256, repeat from edi.interchange
    where account_id = ${ctx.account.id} and direction = 'in' and sender_qualifier = ${senderQualifier}
      and sender_id = ${senderID} and receiver_qualifier = ${receiverQualifier} and receiver_id = ${receiverID}
      and control_number = ${controlNumber} order by repeat desc`.execute(ctx.em.query());
  if (rows.some((row) => row.sha256 === sha256)) return undefined;
  return rows.length ? (rows[0]?.repeat ?? 0) + 1 : 0;
}

const rawOf = ({ id, elements }: Segment): string[] => [id, ...elements].map(printableName);

/** Why none of the documents of an interchange may be taken over as they are. */
function envelopeHolds(
  partner: EdiPartner | undefined,
  envelope: Envelope,
  repeat: number,
  faults: readonly InterchangeFinding[],
): DocumentHold[] {
  const { senderQualifier, senderID, receiverQualifier, receiverID, controlNumber, isTest } = envelope;
  if (!partner)
    return [
      hold(
        'unknown_partner',
        [senderQualifier, senderID],
        `No active partner has the ID ${senderQualifier} ${senderID || 'empty'}: add it, and process this again`,
        { details: { qualifier: senderQualifier, id: senderID } },
      ),
    ];
  const holds: DocumentHold[] = [];
  if (receiverQualifier !== partner.ourQualifier || receiverID !== partner.ourID)
    holds.push(
      hold(
        'wrong_receiver',
        [partner.id, receiverID],
        `It is addressed to ${receiverQualifier} ${receiverID}, not to us`,
      ),
    );
  if (isTest && !partner.isTest)
    holds.push(
      hold(
        'test_in_production',
        [partner.id],
        'It is marked as a test, and the partner is in production. Release it to take it over',
      ),
    );
  if (repeat > 0)
    holds.push(
      hold(
        'repeated_control_number',
        [partner.id, controlNumber],
        `Control number ${controlNumber} came before with other contents. Release it if the partner counts anew`,
      ),
    );
  // A file that was cut off may lack anything.
  for (const { message, code } of faults) holds.push(hold('invalid_document', [code], message));
  return holds;
}

/** Findings of the envelope that make its documents doubtful. */
const envelopeFaults = new Set([
  'interchange_trailer_missing',
  'group_trailer_missing',
  'interchange_control_numbers_differ',
  'group_control_numbers_differ',
]);

/**
 * Stores a file with its interchanges and documents, and the 997 that answers it; what it says is taken over
 * afterwards, document by document. An interchange that came before, as it is, has no effect.
 */
export async function receiveFile(ctx: AccountContext, file: ArrivedFile): Promise<ReceivedFile> {
  const text = decodeFile(file.bytes);
  // Whether a document may be taken over hangs on what stands at the end of the file, so that it is read twice: of the
  // segments no more than a few documents' are there at a time.
  const { interchanges, findings, hashOf } = await survey(text);
  const fileID = await storeFile(ctx, file, findings);
  const received: ReceivedFile = {
    documentIDs: [],
    heldCount: 0,
    duplicateCount: 0,
    isReadable: interchanges.length > 0,
    messages: [],
  };
  if (!interchanges.length) {
    await storeUnreadable(ctx, fileID, file, findings, received);
    return received;
  }
  const again = readInSteps(text);
  const within = findingsBySegment(findings);
  for (const [index, interchange] of interchanges.entries()) {
    const arrived = { fileID, interchange, position: index + 1, within, sha256: hashOf(interchange) };
    await storeInterchange(ctx, { ...arrived, documents: documentsOf(interchange, again) }, received);
  }
  touchedDocuments(ctx);
  return received;
}

/** A file that is no X12 at all is shown as one document that is held: nothing is lost. */
async function storeUnreadable(
  ctx: AccountContext,
  fileID: string,
  file: ArrivedFile,
  findings: readonly InterchangeFinding[],
  received: ReceivedFile,
): Promise<void> {
  const sha256 = sha256Of(file.bytes);
  const { rows } = await sql`select from edi.interchange where account_id = ${ctx.account.id} and direction = 'in'
    and sender_qualifier = '' and sender_id = '' and control_number = '' and sha256 = ${sha256}`.execute(
    ctx.em.query(),
  );
  if (rows.length) {
    received.duplicateCount += 1;
    received.messages.push(`${printableName(file.name)} came before`);
    return;
  }
  const [interchangeID, id] = [newID('edx'), newID('edd')];
  const { rows: before } = await sql<{ count: number }>`select count(*)::int as count from edi.interchange
    where account_id = ${ctx.account.id} and direction = 'in' and sender_id = '' and control_number = ''`.execute(
    ctx.em.query(),
  );
  await insertInterchange(ctx, interchangeID, fileID, 1, undefined, {
    ...noEnvelope,
    sha256,
    repeat: before[0]?.count ?? 0,
  });
  await ctx.em.insert('edi.document', [
    documentRow(ctx, {
      id,
      interchangeID,
      fileID,
      position: 1,
      type: 'file',
      segments: [],
      firstSegment: 1,
      findings,
      isHeld: true,
    }),
  ]);
  const message = findings[0]?.message ?? 'The file cannot be read';
  await writeHolds(ctx, [{ id, holds: [hold('invalid_document', [findings[0]?.code ?? 'not_edi'], message)] }]);
  audit(ctx, { record: documentRecord(id), action: 'received', note: printableName(file.name) });
  received.heldCount += 1;
  received.messages.push(`${printableName(file.name)}: ${message}`);
  await ctx.em.flush();
  touchedDocuments(ctx);
}

const noEnvelope: Envelope = {
  senderQualifier: '',
  senderID: '',
  receiverQualifier: '',
  receiverID: '',
  groupID: '',
  controlNumber: '',
  isTest: false,
  elementSeparator: '*',
};

async function insertInterchange(
  ctx: AccountContext,
  id: string,
  fileID: string,
  position: number,
  partner: EdiPartner | undefined,
  { groupID: _group, ...envelope }: Envelope & { sha256: string; repeat: number },
): Promise<void> {
  await ctx.em.insert('edi.interchange', [
    {
      ...shared(ctx),
      id,
      file_id: fileID,
      position,
      direction: 'in',
      partner_id: partner?.id ?? null,
      sender_qualifier: envelope.senderQualifier,
      sender_id: envelope.senderID,
      receiver_qualifier: envelope.receiverQualifier,
      receiver_id: envelope.receiverID,
      control_number: envelope.controlNumber,
      is_test: envelope.isTest,
      element_separator: envelope.elementSeparator,
      sha256: envelope.sha256,
      repeat: envelope.repeat,
    },
  ]);
}

interface ArrivedDocument {
  id: string;
  interchangeID: string;
  fileID: string;
  partner?: EdiPartner | undefined;
  position: number;
  type: string;
  groupCode?: string;
  groupControlNumber?: string;
  controlNumber?: string;
  segments: string[][];
  firstSegment: number;
  findings: readonly InterchangeFinding[];
  isHeld: boolean;
}

const documentRow = (ctx: AccountContext, document: ArrivedDocument) => ({
  ...shared(ctx),
  id: document.id,
  interchange_id: document.interchangeID,
  file_id: document.fileID,
  partner_id: document.partner?.id ?? null,
  direction: 'in',
  position: document.position,
  type: printableName(document.type || '?').slice(0, 20),
  group_code: printableName(document.groupCode ?? ''),
  group_control_number: printableName(document.groupControlNumber ?? ''),
  control_number: printableName(document.controlNumber ?? ''),
  business_key: null,
  processing: document.isHeld ? 'held' : 'received',
  acknowledgment: 'none',
  segments: document.segments,
  first_segment: document.firstSegment,
  is_edited: false,
  findings: document.findings.map(plainFinding),
  releases: [],
  is_live: true,
});

/** Documents that are stored together. */
const atOnce = 50;

interface ArrivedInterchange {
  fileID: string;
  interchange: X12Interchange;
  position: number;
  /** The findings of the file from one segment to another. */
  within: ReturnType<typeof findingsBySegment>;
  sha256: string;
  documents: AsyncIterable<ReadDocument>;
}

async function storeInterchange(
  ctx: AccountContext,
  { fileID, interchange, position, within, sha256, documents }: ArrivedInterchange,
  received: ReceivedFile,
): Promise<void> {
  const envelope = envelopeOf(interchange);
  const repeat = await repetitionOf(ctx, envelope, sha256);
  const { senderID, controlNumber } = envelope;
  if (repeat === undefined) {
    received.duplicateCount += 1;
    received.messages.push(`Interchange ${controlNumber} of ${senderID} came before: it has no effect`);
    for await (const _ of documents);
    return;
  }
  const partner = await partnerOf(ctx, envelope);
  const interchangeID = newID('edx');
  await insertInterchange(ctx, interchangeID, fileID, position, partner, { ...envelope, sha256, repeat });
  const first = interchange.header.index;
  const last = interchange.trailer?.index ?? Number.POSITIVE_INFINITY;
  const documentFindings = within(first, last);
  const holdsOfAll = envelopeHolds(
    partner,
    envelope,
    repeat,
    documentFindings.filter(({ code }) => envelopeFaults.has(code)),
  );
  let waiting: HeldDocument[] = [];
  let count = 0;
  const store = async (): Promise<void> => {
    await storeDocuments(ctx, waiting, controlNumber, received);
    waiting = [];
  };
  for await (const { group, set } of documents) {
    const wrong = within(set.header.index, set.last);
    const errors = wrong.filter(({ severity }) => severity === 'error');
    const holds = [
      ...holdsOfAll,
      ...errors.map(({ code, message, segment, element, id }) =>
        hold('invalid_document', [code, id ?? '', String(element ?? '')], printableName(message), {
          segment: segment === undefined ? null : segment - set.header.index + 1,
          element: element ?? null,
        }),
      ),
    ].slice(0, 200);
    count += 1;
    waiting.push({
      id: newID('edd'),
      interchangeID,
      fileID,
      partner,
      position: count,
      type: set.type,
      groupCode: group.code,
      groupControlNumber: group.controlNumber,
      controlNumber: set.controlNumber,
      segments: [set.header, ...set.segments, ...(set.trailer ? [set.trailer] : [])].map(rawOf),
      firstSegment: set.header.index,
      findings: wrong.slice(0, mostFindings),
      isHeld: holds.length > 0,
      holds,
    });
    if (waiting.length === atOnce) await store();
  }
  await store();
  if (!partner) {
    // With nothing in it there is no document that could wait for a person.
    if (count === 0)
      received.messages.push(`Interchange ${controlNumber} has no documents, and no active partner has ID ${senderID}`);
    return;
  }
  const strange = await readTechnicalAcknowledgments(ctx, partner, interchange.service);
  received.messages.push(...strange.map(printableName));
  await answer(ctx, partner, interchange, documentFindings, { ...envelope, isRepeated: repeat > 0 });
}

type HeldDocument = ArrivedDocument & { holds: DocumentHold[] };

async function storeDocuments(
  ctx: AccountContext,
  documents: readonly HeldDocument[],
  controlNumber: string,
  received: ReceivedFile,
): Promise<void> {
  if (!documents.length) return;
  await ctx.em.insert(
    'edi.document',
    documents.map((document) => documentRow(ctx, document)),
  );
  const held = documents.filter(({ isHeld }) => isHeld);
  await writeHolds(ctx, held);
  for (const { id, type } of documents)
    audit(ctx, {
      record: documentRecord(id),
      action: 'received',
      note: printableName(`${type} in interchange ${controlNumber}`),
    });
  await ctx.em.flush();
  received.documentIDs.push(...documents.filter(({ isHeld }) => !isHeld).map(({ id }) => id));
  received.heldCount += held.length;
}

/** The 997 of each group; never of acknowledgments, nor of what was meant for somebody else. */
async function answer(
  ctx: AccountContext,
  partner: EdiPartner,
  interchange: X12Interchange,
  findings: readonly InterchangeFinding[],
  { receiverQualifier, receiverID, isTest, isRepeated }: Envelope & { isRepeated: boolean },
): Promise<void> {
  if (receiverQualifier !== partner.ourQualifier || receiverID !== partner.ourID) return;
  const sets = acknowledge(interchange, findings, () => '');
  const groups = interchange.groups.filter(({ code, header }) => header !== null && code !== 'FA');
  const { sends999, version } = partner.settings;
  await createOutgoing(
    ctx,
    partner,
    sets.map(({ segments }, index) => ({
      type: sends999 ? '999' : '997',
      segments: sends999 ? asImplementation(segments, groups[index]?.version ?? version) : segments,
      businessKey:
        `${elementOf(groups[index]?.header ?? null, 1)} ${groups[index]?.controlNumber ?? ''}`.trim() || null,
    })),
    // Whoever wants a TA1 says so, and gets it in the same interchange.
    {
      isTest,
      service:
        elementOf(interchange.header, 14) === '1' ? [technicalAcknowledgment(interchange, findings, isRepeated)] : [],
    },
  );
}

const implementationNames: Readonly<Record<string, string>> = { AK3: 'IK3', AK4: 'IK4', AK5: 'IK5' };

/** A 997 in the words of a 999. */
const asImplementation = (segments: readonly (readonly string[])[], version: string): string[][] =>
  segments.map(([id = '', ...elements]) => [
    implementationNames[id] ?? id,
    ...elements,
    ...(id === 'AK1' ? [version] : []),
  ]);

/** What is wrong with an interchange as TA1 has it; 000 where nothing is. */
const technicalCodes: Partial<Record<InterchangeFinding['code'], string>> = {
  interchange_control_numbers_differ: '001',
  interchange_count_wrong: '021',
  interchange_trailer_missing: '023',
  group_trailer_missing: '022',
};

/** TA1: whether the envelope of an interchange was readable, and its control number a new one. */
function technicalAcknowledgment(
  { header, controlNumber }: X12Interchange,
  findings: readonly InterchangeFinding[],
  isRepeated: boolean,
): string[] {
  const [date, time] = [elementOf(header, 9), elementOf(header, 10)];
  if (isRepeated) return ['TA1', controlNumber, date, time, 'R', '025'];
  const reason = findings.map(({ code }) => technicalCodes[code]).find((code) => code !== undefined);
  return ['TA1', controlNumber, date, time, reason ? 'E' : 'A', reason ?? '000'];
}
