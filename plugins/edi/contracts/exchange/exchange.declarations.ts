import { defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

export const exchangeRecordTypes = defineRecords([
  {
    type: 'edi_document',
    prefix: 'edd',
    label: 'EDI document',
    permission: 'edi_runs:read',
    path: '/dashboard/edi/{id}',
  },
  {
    type: 'edi_run',
    prefix: 'edr',
    label: 'EDI run',
    permission: 'edi_runs:read',
    path: '/dashboard/edi-runs/{id}',
    untold: 'A run is what happened: it is written once and not changed',
  },
]);

export const exchangeProblems = defineProblems({
  /** Only held documents can be fixed. */
  document_not_held: { status: 409, message: 'The document does not wait for anything' },
  /** Only outgoing documents can be sent again. */
  document_not_ours: { status: 409, message: 'Only documents that we send can be sent again' },
  /** The document has not been sent yet, so it cannot be sent again. */
  document_not_sent: { status: 409, message: 'The document has not been sent yet' },
  document_replaced: { status: 409, message: 'The document was sent again: take the newer one' },
  /** Data of the partner, order or cases that the document needs is missing. */
  document_not_built: { status: 409, message: 'The document cannot be built' },
  /** The file exceeds the limits of reading (`fileBounds`); the entry says where. It has to be split. */
  edi_file_too_large: { status: 400, message: 'The file is too large to be read: split it' },
  fix_does_not_fit: { status: 409, message: 'The document is not kept by what this would mend' },
});

/** The workbench (spec operations section 2: edi-runs). */
export const exchangeScreens = defineScreenList([
  {
    name: 'edi-workbench',
    path: '/dashboard/edi',
    title: 'EDI workbench',
    needs: ['edi_runs:read'],
    nav: {
      section: 'Sell',
      order: 38,
      icon: 'inbox',
      count: { list: 'listEdiDocuments', path: '/v1/edi-documents', query: { isWaiting: true } },
    },
  },
  {
    name: 'edi-document',
    path: '/dashboard/edi/:ediDocumentID',
    title: 'EDI document',
    needs: ['edi_runs:read'],
  },
  {
    name: 'edi-runs',
    path: '/dashboard/edi-runs',
    title: 'EDI runs',
    needs: ['edi_runs:read'],
  },
  {
    name: 'edi-run',
    path: '/dashboard/edi-runs/:ediRunID',
    title: 'EDI run',
    needs: ['edi_runs:read'],
  },
]);
