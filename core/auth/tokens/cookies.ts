/** Names of the cookies in the code. Over https they are sent with the prefix `__Host-`. */
export const accessCookie = 'at';
/** Contains the opaque refresh token; HttpOnly like the access cookie. */
export const refreshCookie = 'rt';
/** Cookies are sent to the whole site, because `__Host-` permits no other path. */
export const cookiePath = '/';
/** Identifies the people who have signed in with this browser; stays after sign-out. */
export const deviceCookie = 'dv';
