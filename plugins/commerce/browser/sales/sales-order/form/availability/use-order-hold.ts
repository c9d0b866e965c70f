import { useClient } from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import { OrderHold } from './order-hold.ts';

/** The hold of the open form; released when the form closes or the page is left. */
export function useOrderHold(): OrderHold {
  const client = useClient();
  const [hold] = useState(() => new OrderHold(client));
  useEffect(() => {
    const leave = () => hold.close();
    // The browser can restore the page from its back/forward cache.
    const comeBack = () => hold.open();
    hold.open();
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      hold.close();
    };
  }, [hold]);
  return hold;
}
