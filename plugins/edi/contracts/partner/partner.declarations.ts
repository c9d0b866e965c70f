import { defineProblems, type RecordType, recordDeclarations, type Screen } from '@millwright/core/contracts';
import { ediPartners } from './partner.contract.ts';

export const partnerProblems = defineProblems({
  /** Required fields of the connection's kind are missing. */
  connection_incomplete: { status: 400, message: 'The connection lacks what its kind needs' },
  partner_not_simulated: {
    status: 409,
    message: 'Only a partner whose connection is the simulated retailer can be asked',
  },
  nothing_to_simulate: { status: 409, message: 'There is nothing that the simulated retailer could order or change' },
  partner_unreachable: { status: 409, message: 'The partner has no connection: choose one first' },
});

const own = recordDeclarations(ediPartners, {
  nav: { section: 'Setup', order: 95, icon: 'group' },
  formNeeds: ['customers:read'],
});

/** Record types and screens of partners and connections. */
export const partnerDeclarations = {
  records: [
    ...own.records,
    {
      type: 'edi_connection',
      prefix: 'edc',
      label: 'EDI connection',
      permission: 'edi_partners:read',
      path: '/dashboard/edi-connections/{id}',
    },
    {
      type: 'edi_partner_item',
      prefix: 'epi',
      label: 'Partner item',
      permission: 'edi_partners:read',
      path: '/dashboard/edi-partners',
    },
  ] satisfies RecordType[],
  screens: [
    ...own.screens,
    {
      name: 'edi-connections',
      path: '/dashboard/edi-connections',
      title: 'EDI connections',
      needs: ['edi_partners:read'],
    },
    {
      name: 'edi-connection-create',
      path: '/dashboard/edi-connections/create',
      title: 'New connection',
      needs: ['edi_partners:create'],
    },
    {
      name: 'edi-connection',
      path: '/dashboard/edi-connections/:ediConnectionID',
      title: 'EDI connection',
      needs: ['edi_partners:read'],
    },
    {
      name: 'edi-connection-edit',
      path: '/dashboard/edi-connections/:ediConnectionID/edit',
      title: 'Edit connection',
      needs: ['edi_partners:update'],
    },
  ] satisfies Screen[],
};
