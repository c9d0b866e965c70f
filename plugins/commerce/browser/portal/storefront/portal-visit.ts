import { useMemo } from 'react';

const storageKey = 'millwright.portal-visit';

const read = (): string | null => {
  try {
    return globalThis.sessionStorage.getItem(storageKey);
  } catch {
    return null; // Without session storage there are no visits.
  }
};

/** In this tab, a team member views the portal as a customer, read-only. */
export const portalVisit = {
  begin(customerID: string): void {
    try {
      globalThis.sessionStorage.setItem(storageKey, customerID);
    } catch {
      // Without session storage there are no visits.
    }
    globalThis.location.assign('/dashboard/shopping');
  },
  /** Views the portal of a child customer; null returns to the customer's own. */
  look(customerID: string | null): void {
    try {
      if (customerID) globalThis.sessionStorage.setItem(storageKey, customerID);
      else globalThis.sessionStorage.removeItem(storageKey);
    } catch {
      // Without session storage there are no visits.
    }
    globalThis.location.reload();
  },
  end(customerID: string): void {
    try {
      globalThis.sessionStorage.removeItem(storageKey);
    } catch {
      // Without session storage there are no visits.
    }
    globalThis.location.assign(`/dashboard/customers/${customerID}`);
  },
};

/** Query parameter of portal calls that names the viewed customer; empty for customers themselves. */
export const useVisited = (): { asCustomerID?: string } =>
  useMemo(() => {
    const customerID = read();
    return customerID ? { asCustomerID: customerID } : {};
  }, []);
