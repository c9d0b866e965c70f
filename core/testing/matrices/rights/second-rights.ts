/** Stands for rights that depend on an account's records and plugins. */
export const star = '*';

/** Rights that a handler checks in addition to the endpoint's own right. */
export interface SecondRights {
  /** The call is refused without them. */
  requires?: readonly string[];
  /** The call does less or returns less without them. */
  looksAt?: readonly string[];
}

/**
 * Expected second rights by endpoint. `rights.matrix` fails if a handler no longer checks one of them, or checks
 * another one.
 */
export const secondRights: Readonly<Record<string, SecondRights>> = {
  // Depends on the declarations of the account's plugins.
  listMyPlugins: { looksAt: [star] },
  listRecentActivity: { looksAt: [star] },
  listImportTypes: { looksAt: [star] },
  getItemUses: { looksAt: [star] },
  searchRecords: { looksAt: [star] },
  countInbox: { looksAt: [star] },
  listInbox: { looksAt: [star] },
  listTasks: { looksAt: [star] },
  getTask: { looksAt: [star] },
  updateTask: { looksAt: [star] },
  finishTask: { looksAt: [star] },
  dropTask: { looksAt: [star] },
  reopenTask: { looksAt: [star] },
  bulkEditTasks: { looksAt: [star] },
  previewBulkEditTasks: { looksAt: [star] },
  // Depends on the owner of the address.
  listAddresses: { requires: [star] },
  createAddress: { requires: [star] },
  getAddress: { requires: [star] },
  updateAddress: { requires: [star] },
  deleteAddress: { requires: [star] },
  // Depends on the records of the change set or import.
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
  // Depends on the record of the file.
  getFile: { looksAt: [star] },
  updateFile: { requires: [star], looksAt: [star] },
  deleteFile: { requires: [star], looksAt: [star] },
  // Depends on the rights of the assigned role.
  approveRegistration: { requires: ['customers:create'], looksAt: [star] },
  mergeRegistration: { requires: ['customers:update'], looksAt: [star] },
  inviteOwnPerson: { looksAt: [star] },
  changeOwnPerson: { looksAt: [star] },
  createStationDevice: { looksAt: [star] },
  deleteTeamUser: { looksAt: [star] },
  // Depends on the rights that the endpoint was given.
  updateWebhookEndpoint: { looksAt: [star] },
  deleteWebhookEndpoint: { looksAt: [star] },
  pauseWebhookEndpoint: { looksAt: [star] },
  resumeWebhookEndpoint: { looksAt: [star] },
  rotateWebhookEndpoint: { looksAt: [star] },
  testWebhookEndpoint: { looksAt: [star] },
  replayWebhookDeliveries: { looksAt: [star] },

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
