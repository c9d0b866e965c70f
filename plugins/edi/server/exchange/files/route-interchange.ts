import { type AccountContext, sql } from '@millwright/core/server';
import { elementOf, type X12Interchange } from '../../../contracts/index.ts';
import { printableName } from '../../document/document-names.ts';
import { EdiPartner } from '../../partner/partner.entity.ts';

/** Who an interchange is from and for; numbers without leading zeros. */
export interface Envelope {
  senderQualifier: string;
  senderID: string;
  receiverQualifier: string;
  receiverID: string;
  /** GS02 of its first group. */
  groupID: string;
  controlNumber: string;
  isTest: boolean;
  elementSeparator: string;
}

/** Control numbers differ in leading zeros in practice. */
export const plainNumber = (text: string): string => text.trim().replace(/^0+(?=.)/, '');

/** Reads the envelope of an interchange. */
export function envelopeOf({ header, groups, controlNumber, delimiters }: X12Interchange): Envelope {
  const part = (element: number): string => printableName(elementOf(header, element).trim()).slice(0, 60);
  return {
    senderQualifier: part(5),
    senderID: part(6),
    receiverQualifier: part(7),
    receiverID: part(8),
    groupID: printableName(elementOf(groups.find((group) => group.header)?.header ?? null, 2).trim()),
    controlNumber: printableName(plainNumber(controlNumber)).slice(0, 60),
    isTest: part(15) === 'T',
    elementSeparator: delimiters.element,
  };
}

/**
 * The active partner that an interchange is from, by its ISA and group ids; a test goes to the partner in test, where
 * there is one.
 */
export async function partnerOf(ctx: AccountContext, envelope: Envelope): Promise<EdiPartner | undefined> {
  const { rows } = await sql<{ id: string }>`select id from edi.partner
    where account_id = ${ctx.account.id} and is_active and their_qualifier = ${envelope.senderQualifier}
      and their_id = ${envelope.senderID}
    order by their_group_id = ${envelope.groupID} desc, is_test = ${envelope.isTest} desc, created_at limit 1`.execute(
    ctx.em.query(),
  );
  const [found] = rows;
  return found && ((await ctx.em.get(EdiPartner, found.id)) as EdiPartner);
}
