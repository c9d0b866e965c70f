/** Where a complete build says what it was built from. */
export function stampOf(root: string): string;
/** What a build is made from. */
export function fingerprint(root: string): string;
/** Whether there is a build of the sources as they are now. */
export function isBuilt(root: string): boolean;
