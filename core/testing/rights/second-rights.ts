/** Stands for rights that an account's records and plugins make: as many as there are types of them. */
export const star = '*';

/** Rights that the handler of an endpoint asks for beside the endpoint's own. */
export interface SecondRights {
  /** Without them it refuses. */
  requires?: readonly string[];
  /** Without them it does or answers less. */
  looksAt?: readonly string[];
}

/**
 * By endpoint what `rights.matrix` has to find: a right that a handler does not ask for any more fails there, and so
 * does one that it asks for as well.
 */
export const secondRights: Readonly<Record<string, SecondRights>> = {
  // By what an account's plugins declare.
  listMyPlugins: { looksAt: [star] },
  listRecentActivity: { looksAt: [star] },
  listImportTypes: { looksAt: [star] },
  getItemUses: { looksAt: [star] },
  searchRecords: { looksAt: [star] },
  // By whom an address is of.
  listAddresses: { requires: [star] },
  createAddress: { requires: [star] },
  getAddress: { requires: [star] },
  updateAddress: { requires: [star] },
  deleteAddress: { requires: [star] },
  // By what a change set or an import is about.
  listChangeSets: { looksAt: [star] },
  getChangeSet: { looksAt: [star] },
  listChangeSetRows: { looksAt: [star] },
  getChangeSetFaults: { looksAt: [star] },
  checkChangeSet: { requires: [star], looksAt: [star] },
  applyChangeSet: { requires: [star], looksAt: [star] },
  undoChangeSet: { requires: [star], looksAt: [star] },
  cancelChangeSet: { requires: [star], looksAt: [star] },
  getImport: { requires: [star], looksAt: [star] },
  updateImport: { requires: [star], looksAt: [star] },
  updateImportRow: { requires: [star] },
  // By the rights of a role that somebody gives.
  approveRegistration: { requires: ['customers:create'], looksAt: [star] },
  mergeRegistration: { requires: ['customers:update'], looksAt: [star] },
  inviteOwnPerson: { looksAt: [star] },
  changeOwnPerson: { looksAt: [star] },
  createStationDevice: { looksAt: [star] },
  deleteTeamUser: { looksAt: [star] },

  setNotificationPreferences: { requires: ['team_users:update'] },
  listChildAccounts: { requires: ['customers:read'] },
  linkChildAccount: { requires: ['customers:update'] },
  unlinkChildAccount: { requires: ['customers:update'] },
  bulkCreateItems: {
    requires: ['materials:create', 'parts:create', 'products:create', 'supplies:create'],
    looksAt: [star],
  },
  listMaterialRequirements: { requires: ['materials:read'] },
  promiseItems: { looksAt: ['inventory:read'] },
  printLabels: { requires: ['items:read', 'storage_locations:read'] },
  listMargins: { requires: ['inventory:read'] },
  updateReceivingOrderLine: { requires: ['purchase_orders:update'] },
  getRegistrationRequest: { looksAt: ['customers:read'] },
  declineRegistration: { looksAt: ['customers:read'] },
  getDashboard: { looksAt: ['material_analytics:read', 'production_analytics:read', 'sales_analytics:read'] },
  putDashboard: { requires: ['material_analytics:read', 'production_analytics:read', 'sales_analytics:read'] },
  createScheduledReport: { requires: ['sales_analytics:read'] },
  listFigureDocuments: {
    requires: [
      'inventory:read',
      'invoices:read',
      'material_analytics:read',
      'sales_analytics:read',
      'sales_orders:read',
    ],
  },
};
