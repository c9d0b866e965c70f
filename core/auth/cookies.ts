/**
 * Names of the cookies as the code knows them; on the wire they carry `__Host-` where the site is served over https.
 */
export const accessCookie = 'at';
/** Holds the opaque refresh token; HttpOnly like the other. */
export const refreshCookie = 'rt';
/** All cookies are sent to the whole site: `__Host-` allows no other path. */
export const cookiePath = '/';
/** Remembers who has signed in with this browser; stays when they sign out. */
export const deviceCookie = 'dv';
