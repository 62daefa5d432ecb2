import { AlarmAnswers } from '#workers/core/alarm-answers.ts'
import { Calls } from '#workers/core/calls.ts'
import { ServiceTime } from '#workers/core/service-time.ts'
import { Session } from '#workers/core/session.ts'
import { Transport } from '#workers/core/transport.ts'
import type { TestPorts, TestProfile } from './test-ports.ts'

export interface SessionPart {
  ports: TestPorts
  session: Session
  calls: Calls
  time: ServiceTime
  /** What the session told: begin, renewed, end. */
  heard: string[]
}

/** A session with its calls, as one core has them; `share` tells the others as the core's bus does. */
export function makeSessionPart(profile: TestProfile, share: (code?: number) => void = () => {}): SessionPart {
  const ports = profile.ports()
  const heard: string[] = []
  const time = new ServiceTime(ports.clock, () => session.lookAtTime())
  const transport = new Transport(ports, time, () => {})
  const session: Session = new Session(ports, time, transport, {
    onState: () => {},
    onBegin: () => heard.push('begin'),
    onRenewed: () => heard.push('renewed'),
    onEnd: () => heard.push('end'),
    onShared: share,
  })
  const calls = new Calls(ports, session, transport, {
    isReachable: () => true,
    onSlow: () => {},
    overlay: async (_call, answer) => answer,
    alarms: new AlarmAnswers(ports, { onNews: () => {}, onTooMany: () => {} }),
  })
  return { ports, session, calls, time, heard }
}
