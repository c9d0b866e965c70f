import { useMemo } from 'react';

const storageKey = 'millwright.portal-visit';

const read = (): string | null => {
  try {
    return globalThis.sessionStorage.getItem(storageKey);
  } catch {
    return null; // storage is blocked by the browser: there is no visit
  }
};

/** As which customer a person of the team looks at the portal, in this tab. */
export const portalVisit = {
  begin(customerID: string): void {
    try {
      globalThis.sessionStorage.setItem(storageKey, customerID);
    } catch {
      // storage is blocked by the browser: there is no visit
    }
    globalThis.location.assign('/dashboard/shopping');
  },
  /** Looks at the portal of a customer below the own one; null for the own. */
  look(customerID: string | null): void {
    try {
      if (customerID) globalThis.sessionStorage.setItem(storageKey, customerID);
      else globalThis.sessionStorage.removeItem(storageKey);
    } catch {
      // as above
    }
    globalThis.location.reload();
  },
  end(customerID: string): void {
    try {
      globalThis.sessionStorage.removeItem(storageKey);
    } catch {
      // as above
    }
    globalThis.location.assign(`/dashboard/customers/${customerID}`);
  },
};

/** What portal calls say of whom they are about: nothing for customers. */
export const useVisited = (): { asCustomerID?: string } =>
  useMemo(() => {
    const customerID = read();
    return customerID ? { asCustomerID: customerID } : {};
  }, []);
