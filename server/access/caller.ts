import type { Role } from '#contract/access.ts'

/** Somebody on the network. */
export interface Visitor {
  /** Network address. */
  address: string
  /** Name under which the service was asked, without the port. */
  host: string
  /** What the browser calls itself, cut short. */
  agent: string
  /** The cookie by which `KnownBrowsers` knows the browser again, and a way to give it another. */
  browser?: string
  remember?: (cookie: string) => void
  /** Aborted when whoever asked for a file does not wait for it any more. */
  gone?: AbortSignal
  /** Whom an open call is about, for the audit trail: set by its handler as soon as that is known, whatever becomes of the call. */
  concerns?: { organizationId: string; userId: string | null }
}

/** Somebody with a live session. Holds for one call or one socket; rights are asked of `Rights` each time. */
export interface Principal {
  sessionId: string
  userId: string
  organizationId: string
  role: Role
  /** The access for a time by which an installer is here as administrator. */
  remoteAccessId?: string
  /** It is the screen of a viewing station, and no person. */
  station?: { sn: string; voId: 1 | 2 }
}

/** Who makes a call that needs a session, and the token that the call came with. */
export type Caller = Visitor & Principal & { token: string }
