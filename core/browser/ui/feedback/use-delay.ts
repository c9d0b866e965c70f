import { useEffect, useState } from 'react';

/** True after `milliseconds`, so that short waits show nothing instead of flickering. */
export function useDelay(milliseconds = 200): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return passed;
}
