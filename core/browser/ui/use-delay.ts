import { useEffect, useState } from 'react';

/** True once `milliseconds` have passed: short waits show nothing instead of a flicker. */
export function useDelay(milliseconds = 200): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return passed;
}
