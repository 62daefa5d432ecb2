const ORIGIN = 'http://within.invalid'

/** A path of this app, such as `/live?split=9`; `undefined` for what would lead anywhere else. */
export function pathWithin(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined
  const { origin, pathname, search } = new URL(text, ORIGIN)
  // Checked after resolving: `/a/..//evil.example` becomes an address of another host only then.
  if (origin !== ORIGIN || !/^\/[a-z]/.test(pathname) || pathname.startsWith('/login')) return undefined
  return pathname + search
}

/** Whether this path is that of the sign-in page. */
export function isSignIn(path: string): boolean {
  return /^\/login(\/|$)/.test(path)
}

/** Whether this path is that of the live wall, of a window of it, or leads there. */
export function isLive(path: string): boolean {
  return /^\/(live(\/|$)|home$|$)/.test(path)
}

/** Whether this path is that of the screen of a viewing station, within its shell. */
export function isScreen(path: string): boolean {
  return /^\/kiosk-screen(\/|$)/.test(path)
}

/** Where all addresses of the app begin. */
export const basepath = '/user'

/**
 * The whole address of a path of this app, as the router's `href` wants it: of a path that itself begins like the base (`/user/userlist`) the
 * router would take the beginning for the base.
 */
export function hrefOf(path: string): string {
  return basepath + path
}
