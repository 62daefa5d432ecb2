import type { Command, ReplyOf, RequestOf } from '#contract/plugin/define-command.ts'
import type { Log } from '#shared/log.ts'
import type { DownloadTasks } from '../downloads/downloads.ts'
import type { MediaTickets } from '../media-tickets.ts'
import type { PluginSession } from '../plugin-session.ts'
import type { Snapshots } from '../snapshots.ts'
import type { Tab } from '../tab.ts'

/** What handlers work with: the session of the asking page, and what all pages share. */
export interface CommandContext {
  session: PluginSession
  tickets: MediaTickets<Tab>
  ticketLifeMs: number
  snapshots: Snapshots
  downloads: DownloadTasks
  origins: readonly string[]
  log: Log
  /** The asking page now holds the control socket of this session of a browser: closes an older one. */
  replaceOlder(sessionId: string): void
}

/** Does one command. What cannot be done is thrown as `PluginFault`. */
export type Handler<C extends Command> = (context: CommandContext, request: RequestOf<C>) => ReplyOf<C> | Promise<ReplyOf<C>>
