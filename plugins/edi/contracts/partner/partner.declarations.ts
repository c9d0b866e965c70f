import { defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

export const partnerRecordTypes = defineRecords([
  {
    type: 'edi_connection',
    prefix: 'edc',
    label: 'EDI connection',
    permission: 'edi_partners:read',
    path: '/dashboard/edi-connections/{id}',
  },
  {
    type: 'edi_partner',
    prefix: 'edp',
    label: 'EDI partner',
    permission: 'edi_partners:read',
    path: '/dashboard/edi-partners/{id}',
  },
  {
    type: 'edi_partner_item',
    prefix: 'epi',
    label: 'Partner item',
    permission: 'edi_partners:read',
    path: '/dashboard/edi-partners',
  },
]);

export const partnerProblems = defineProblems({
  /** What a kind of connection cannot do without, by its field. */
  connection_incomplete: { status: 400, message: 'The connection lacks what its kind needs' },
  partner_not_simulated: {
    status: 409,
    message: 'Only a partner whose connection is the simulated retailer can be asked',
  },
  nothing_to_simulate: { status: 409, message: 'There is nothing that the simulated retailer could order or change' },
  partner_unreachable: { status: 409, message: 'The partner has no connection: choose one first' },
});

/** Screens of partners and how they are reached. */
export const partnerScreens = defineScreenList([
  {
    name: 'edi-partners',
    path: '/dashboard/edi-partners',
    title: 'EDI partners',
    needs: ['edi_partners:read'],
    nav: { section: 'Setup', order: 95, icon: 'group' },
  },
  {
    name: 'edi-partner-create',
    path: '/dashboard/edi-partners/create',
    title: 'New EDI partner',
    needs: ['edi_partners:create', 'customers:read'],
  },
  {
    name: 'edi-partner',
    path: '/dashboard/edi-partners/:ediPartnerID',
    title: 'EDI partner',
    needs: ['edi_partners:read'],
  },
  {
    name: 'edi-partner-edit',
    path: '/dashboard/edi-partners/:ediPartnerID/edit',
    title: 'Edit EDI partner',
    needs: ['edi_partners:update', 'customers:read'],
  },
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
]);
