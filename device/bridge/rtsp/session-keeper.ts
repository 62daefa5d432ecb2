import type { RtspConnection } from './connection.ts'
import { rtspFaultOf, rtspError } from './fault.ts'
import { checkAnswer, type PlayingSession } from './handshake.ts'

/** Tells a camera regularly, by `method`, that somebody is there; ends the connection when it has forgotten the session. Answers with how to stop. */
export function keepSession(connection: RtspConnection, session: PlayingSession, method: string): () => void {
  const { address } = connection
  const tell = async () => {
    try {
      const response = await connection.request(method, session.uri, { Session: session.id })
      if (response.status === 401 || response.status === 403) checkAnswer(response, method, connection)
      if (response.status === 454) throw rtspError('lost', `${address.label} has forgotten the session`)
    } catch (error) {
      connection.end(rtspFaultOf(error, address.label))
    }
  }
  const timer = setInterval(() => void tell(), (session.timeoutS * 1000) / 2)
  return () => clearInterval(timer)
}
