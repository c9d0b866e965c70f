import { useClient } from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import { OrderHold } from './order-hold.ts';

/** The hold of the form on the screen; given back when the form goes, or the page. */
export function useOrderHold(): OrderHold {
  const client = useClient();
  const [hold] = useState(() => new OrderHold(client));
  useEffect(() => {
    const leave = () => hold.close();
    // A page that the browser kept comes back as it was left.
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
