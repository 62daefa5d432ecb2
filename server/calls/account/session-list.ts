import { sessionList as call } from '#contract/calls/account/session-list.ts'
import { handler } from '../handler.ts'

export const sessionList = handler(call, async (_input, { sessions }, { userId, sessionId }) => {
  const live = await sessions.liveOf(userId)
  const views = live.map(({ id, agent, address, created_at_ms, used_at_ms, is_screen, elsewhere }) => ({
    session: id,
    isThis: id === sessionId,
    agent,
    address,
    signedInAtMs: created_at_ms,
    usedAtMs: used_at_ms,
    elsewhere: elsewhere.map((place) => ({ address: place.address, usedAtMs: place.used_at_ms })),
    isScreen: is_screen === 1,
  }))
  return { sessions: views.toSorted((one, other) => Number(other.isThis) - Number(one.isThis)) }
})
