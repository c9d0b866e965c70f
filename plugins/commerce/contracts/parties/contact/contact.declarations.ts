import { recordDeclarations } from '@millwright/core/contracts';
import { customerContacts } from './customer-contact.contract.ts';
import { supplierContacts } from './supplier-contact.contract.ts';

const ofCustomers = recordDeclarations(customerContacts, {
  nav: { section: 'Sell', order: 22, icon: 'phone' },
});
const ofSuppliers = recordDeclarations(supplierContacts, {
  nav: { section: 'Buy', order: 12, icon: 'phone' },
});

/** Record types and screens of contacts; the rights are those of customers and suppliers. */
export const contactDeclarations = {
  records: [...ofCustomers.records, ...ofSuppliers.records],
  screens: [...ofCustomers.screens, ...ofSuppliers.screens],
};
