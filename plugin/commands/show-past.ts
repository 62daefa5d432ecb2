import { PlaybackWindow, type PlaybackOptions } from '../playback/playback-window.ts'
import type { CommandContext } from './handler.ts'

/** Shows the past in a window of a tab. Answers with a ticket when the tab has no media socket. Throws `PluginFault` 409. */
export function showPast(
  { session, tickets, ticketLifeMs, log }: CommandContext,
  { tabId, ...past }: Omit<PlaybackOptions, 'sink' | 'log'> & { tabId: string },
): { mediaTicket?: string } {
  const tab = session.put(tabId, past.winIndex, (sink) => new PlaybackWindow({ ...past, sink, log }))
  if (tab.hasSocket) return {}
  tab.awaitSocket(ticketLifeMs)
  return { mediaTicket: tickets.issue(tab) }
}
