/** Viewing stations open a page of their own, with a frame around the app. */
export const stationPage = /^\/user\/kiosk(\?|$)/

/**
 * Addresses below the app's that are none of its pages: the service worker's own script, which browsers show when asked to, helpers, which are saved, and
 * shares, which are pages of their own.
 */
export const otherPages = [/^\/user\/sw\.js$/, /^\/user\/helper\//, /^\/user\/archives-share\//]

/** Whether a window shows the app, with a page that goes where it is told to. One that the app has opened for a picture keeps that. */
export function isOfTheApp({ url, frameType }: { url: string; frameType: string }): boolean {
  const { pathname } = new URL(url)
  return frameType === 'top-level' && !stationPage.test(pathname) && !otherPages.some((page) => page.test(pathname))
}
