import type { TableSample } from '@millwright/core/server';

/** A row of each table for the generated matrices. */
export const exchangeSamples: readonly TableSample[] = [
  { table: 'edi.run', row: { kind: 'pull', messages: ['Canary {label}'], person_name: 'Canary {label}' } },
  {
    table: 'edi.file',
    row: (ids) => ({
      direction: 'out',
      name: 'canary-{label}.edi',
      bytes: Buffer.from('ISA'),
      size: 3,
      sha256: 'hash-{label}',
      connection_id: ids('edi.connection'),
      run_id: ids('edi.run'),
      delivery: 'pending',
      findings: '[]',
    }),
  },
  {
    table: 'edi.interchange',
    row: (ids) => ({
      file_id: ids('edi.file'),
      position: 1,
      direction: 'out',
      partner_id: ids('edi.partner'),
      sender_qualifier: 'ZZ',
      sender_id: 'Canary {label}',
      receiver_qualifier: 'ZZ',
      receiver_id: 'US',
      control_number: '1',
      is_test: false,
      element_separator: '*',
      sha256: 'hash-{label}',
    }),
  },
  {
    table: 'edi.document',
    row: (ids) => ({
      interchange_id: ids('edi.interchange'),
      file_id: ids('edi.file'),
      partner_id: ids('edi.partner'),
      direction: 'out',
      position: 1,
      type: '810',
      group_code: 'IN',
      group_control_number: '1',
      control_number: '0001',
      business_key: 'Canary {label}',
      processing: 'created',
      segments: '[["ST","810","0001"],["SE","2","0001"]]',
      first_segment: 3,
      findings: '[]',
      releases: [],
    }),
  },
  {
    table: 'edi.document_order',
    row: (ids) => ({
      document_id: ids('edi.document'),
      order_id: 'ord_canary',
      order_number: 'Canary {label}',
      code_kind: '92',
      code: '0017',
    }),
  },
  {
    table: 'edi.document_hold',
    row: (ids) => ({
      document_id: ids('edi.document'),
      position: 0,
      reason: 'rejected_by_partner',
      cause: 'canary-{label}',
      message: 'Canary {label}',
      details: '{}',
    }),
  },
];
