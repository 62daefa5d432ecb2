import type { preview as command } from '#contract/plugin/commands/preview.ts'
import type { Handler } from './handler.ts'

export const preview: Handler<typeof command> = ({ session, tickets, ticketLifeMs }, { tabId, winIndex, sn, chlIndex, streamType }) => {
  const tab = session.show(tabId, winIndex, { sn, chlIndex, stream: streamType })
  if (tab.hasSocket) return {}
  tab.awaitSocket(ticketLifeMs)
  return { mediaTicket: tickets.issue(tab) }
}
