import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { ediDocuments } from './edi-document.contract.ts';
import { ediRuns } from './edi-run.contract.ts';

/** Record type of EDI documents, and the workbench (spec operations section 2: edi-runs). */
const documents = recordDeclarations(ediDocuments, {
  listTitle: 'EDI workbench',
  nav: {
    section: 'Sell',
    order: 38,
    icon: 'inbox',
    count: { list: 'listEdiDocuments', path: '/v1/edi-documents', query: { isWaiting: true } },
  },
  hasForm: false,
});
const runs = recordDeclarations(ediRuns, {
  record: { untold: 'A run is what happened: it is written once and not changed' },
  hasForm: false,
});

export const exchangeDeclarations = {
  records: [...documents.records, ...runs.records],
  screens: [...documents.screens, ...runs.screens],
};

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
