/** What pages ask of the service worker by message. Anything that it does not know it passes over: builds differ. */
export type ServiceWorkerRequest =
  /** The version that waits is to take over now: what workbox-window's `messageSkipWaiting` sends. */
  | { type: 'SKIP_WAITING'; kind?: undefined }
  /** Whether all these files of a page are of the version that is asked: answered over the port that comes with it, as a boolean. */
  | { kind: 'is-yours'; urls: string[] }
  /** Addresses that a page loaded while there was no service worker: branding pictures among them are kept. */
  | { kind: 'keep-pictures'; urls: string[] }
  /** Which client the sender is: answered over the port that comes with it, as a string. */
  | { kind: 'who-am-i' }
  /** The ports that come with it go on to the page with this id, in a `CorePort` message. */
  | { kind: 'hand-on'; to: string; host: string }

/** What the service worker says to pages by message. */
export type ServiceWorkerNews =
  /** Somebody has pressed a notice of the system: this page of the app is to be shown, without loading anything anew. */
  | { kind: 'open-path'; path: string }
  /** A message of Web Push with this tag has come and is shown. */
  | { kind: 'pushed'; tag: string }
  /** The browser has another subscription than before: the service is to know it. */
  | { kind: 'subscription-changed' }
