import type { StreamCaps } from '#contract/stream-caps.ts'

export interface WindowChannel {
  sn: string
  chlIndex: number
  streams: StreamCaps[]
}

type Place = Pick<WindowChannel, 'sn' | 'chlIndex'>

export function isSameChannel(one: Place | undefined, other: Place | undefined): boolean {
  return one?.sn === other?.sn && one?.chlIndex === other?.chlIndex
}
