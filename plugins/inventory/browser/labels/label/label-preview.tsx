import { ErrorState, LoadingState } from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import classes from './label.module.css';

/** The PDF in the browser's own viewer, which can also print it. */
export function LabelPreview({
  blob,
  error,
  onRetry,
}: {
  blob: Blob | undefined;
  error: Error | null;
  onRetry(): void;
}) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (error) return <ErrorState error={error} onRetry={onRetry} what="label" />;
  if (!blob || !address) return <LoadingState />;
  return <iframe className={classes['preview']} src={address} title="Labels as they print" />;
}
