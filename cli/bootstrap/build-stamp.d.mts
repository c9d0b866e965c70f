/** File in which a complete build records its sources. */
export function stampOf(root: string): string;
/** Digest of the sources of a build. */
export function fingerprint(root: string): string;
/** Whether a build of the current sources exists. */
export function isBuilt(root: string): boolean;
