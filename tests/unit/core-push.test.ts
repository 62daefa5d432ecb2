import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pushClose, type PushMessage } from '#contract/push.ts'
import { PushLink } from '#workers/core/push.ts'
import type { PlayedSocket } from '#tests/support/core/other-end.ts'
import { TestProfile, type TestPorts } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const HEARTBEAT = JSON.stringify({ type: 'heartbeat', path: '/notice/ws/heartbeat' })
let profile: TestProfile
let ports: TestPorts
let push: PushLink
let token: string | undefined
let messages: PushMessage[]
let heard: string[]
let reached: boolean[]

function makePush(): PushLink {
  ports = profile.ports()
  return new PushLink(ports, () => token, {
    onState: (state) => heard.push(state),
    onMessage: (message) => messages.push(message),
    onGap: () => heard.push('gap'),
    onRefused: (code) => heard.push(`refused ${code}`),
    onReach: (isReachable) => reached.push(isReachable),
    onSilence: () => {},
    onStanding: () => {},
    onStolen: () => heard.push('stolen'),
  })
}

beforeEach(() => {
  profile = new TestProfile()
  token = 'token-1'
  messages = []
  heard = []
  reached = []
  push = makePush()
})
afterEach(() => {
  push.stop()
  profile.close()
})

let seq = 0
function say(socket: PlayedSocket, infoType: string, infoContent: object, at = (seq += 1)): void {
  socket.say(JSON.stringify({ infoType, infoContent, extension: { seq: at, sentAtMs: 1 } }))
}

/** Waits for socket number `count` and gives it. */
async function socketNo(count: number): Promise<PlayedSocket> {
  await until(`socket ${count}`, () => ports.sockets.length === count)
  return ports.sockets[count - 1] as PlayedSocket
}

async function accepted(count: number): Promise<PlayedSocket> {
  const socket = await socketNo(count)
  socket.open()
  say(socket, 'reply', { to: 'token', code: 200 })
  return socket
}

describe('the push connection', () => {
  it('shows its token first, then a heartbeat each 30 s', async () => {
    push.start()
    const socket = await accepted(1)
    expect(socket.url).toBe('wss://video.example.org/push-ws')
    expect(socket.sent).toEqual([JSON.stringify({ type: 'token', token: 'token-1' })])
    expect(push.state).toBe('open')
    for (let beats = 1; beats <= 3; beats += 1) {
      profile.clock.advance(29_999)
      expect(socket.sent).toHaveLength(beats)
      profile.clock.advance(1)
      expect(socket.sent.slice(1)).toEqual(Array(beats).fill(HEARTBEAT))
      say(socket, 'reply', { to: 'heartbeat', code: 200 })
    }
  })

  it('begins where the first answers of a page ended, so that what is sent before it can hear is not missed', async () => {
    push.start()
    const socket = await socketNo(1)
    for (const cursor of ['41', '40', '43']) push.noteAnswer(cursor)
    socket.open()
    expect(socket.sent).toEqual([JSON.stringify({ type: 'token', token: 'token-1', after: '40' })])
    // What the answers showed may be older than that on a machine that took long: it is asked for anew all the same.
    profile.clock.advance(2_500)
    say(socket, 'reply', { to: 'token', code: 200, isResumed: true })
    expect(heard).toEqual(['connecting', 'open', 'gap'])
  })

  it('retries each 5 s five times, then says that it failed and goes on with growing pauses', async () => {
    push.start()
    let attempts = 1
    for (const waitMs of [5_000, 5_000, 5_000, 5_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      const socket = await socketNo(attempts)
      expect(push.state).toBe(attempts === 1 ? 'connecting' : attempts <= 6 ? 'retrying' : 'failed')
      socket.fail()
      await until('a pause', () => profile.clock.waits.includes(waitMs))
      expect(push.state).toBe(attempts <= 5 ? 'retrying' : 'failed')
      profile.clock.advance(waitMs - 1)
      expect(ports.sockets).toHaveLength(attempts)
      profile.clock.advance(1)
      attempts += 1
    }
    await accepted(attempts)
    expect(push.state).toBe('open')
    expect(heard.at(-1)).toBe('gap')
  })

  it('says that there are too many of its network, once more each time that it is refused for that, until there is room', async () => {
    push.start()
    const first = await socketNo(1)
    first.open()
    first.closeWith(pushClose.crowded)
    for (const [count, waitMs] of [5_000, 5_000, 5_000, 5_000, 5_000, 10_000].entries()) {
      await until('a pause', () => profile.clock.waits.includes(waitMs))
      expect(push.state).toBe('crowded')
      profile.clock.advance(waitMs)
      const next = await socketNo(count + 2)
      next.open()
      next.closeWith(pushClose.crowded)
    }
    await until('a pause', () => profile.clock.waits.includes(20_000))
    expect(heard).toEqual(['connecting', 'crowded'])
    profile.clock.advance(20_000)
    await accepted(8)
    expect(push.state).toBe('open')
    // The service is there.
    expect(reached).toEqual([])
  })

  it('tries at once when the network is back', async () => {
    push.start()
    const socket = await socketNo(1)
    socket.fail()
    await until('a pause', () => profile.clock.waits.includes(5_000))
    push.retryNow()
    await accepted(2)
    expect(push.state).toBe('open')
  })

  it('gets through on a slow line whose speed the browser estimates anew all the time', async () => {
    push.start()
    const socket = await socketNo(1)
    for (let estimates = 0; estimates < 10; estimates += 1) {
      push.endPause()
      profile.clock.advance(1_500)
    }
    expect(socket.readyState).toBe(0)
    await accepted(1)
    push.endPause()
    profile.clock.advance(5_000)
    expect(socket.readyState).toBe(1)
    expect(push.state).toBe('open')
  })

  it('gives up an attempt after 60 s', async () => {
    push.start()
    await socketNo(1)
    profile.clock.advance(60_000)
    await until('a pause', () => profile.clock.waits.includes(5_000))
    expect(ports.sockets[0]?.readyState).toBe(3)
  })

  it('notices a half-open socket by the heartbeat that stays unanswered', async () => {
    push.start()
    const socket = await accepted(1)
    profile.clock.advance(30_000)
    expect(socket.readyState).toBe(1)
    profile.clock.advance(10_000)
    expect(socket.readyState).toBe(3)
    await until('a pause', () => profile.clock.waits.includes(5_000))
    profile.clock.advance(5_000)
    await accepted(2)
    expect(heard).toEqual(['connecting', 'open', 'retrying', 'open', 'gap'])
  })

  it('reconnects at once on 22013', async () => {
    push.start()
    const socket = await accepted(1)
    profile.clock.advance(20_000)
    say(socket, 'reconnect', { code: 22013 })
    await accepted(2)
    expect(push.state).toBe('open')
  })

  it('does not reconnect in a circle when each connection asks for it at once', async () => {
    push.start()
    say(await accepted(1), 'reconnect', { code: 22013 })
    await until('a pause', () => profile.clock.waits.includes(5_000))
    expect(ports.sockets).toHaveLength(1)
  })

  it('reconnects with the new token after a renewal', async () => {
    push.start()
    await accepted(1)
    profile.clock.advance(20_000)
    token = 'token-2'
    push.renew()
    const socket = await accepted(2)
    expect(socket.sent[0]).toBe(JSON.stringify({ type: 'token', token: 'token-2' }))
  })

  it('hands messages on, and tells of a gap in the numbers', async () => {
    push.start()
    const socket = await accepted(1)
    say(socket, 'assets-changed', {})
    expect(messages.map((message) => message.infoType)).toEqual(['assets-changed'])
    expect(heard).not.toContain('gap')
    say(socket, 'assets-changed', {}, (seq += 5))
    expect(heard).toContain('gap')
  })

  it('empties the data of messages that cannot be read, and has what is shown asked for anew, once for several in a row', async () => {
    push.start()
    const socket = await accepted(1)
    socket.say('{"infoType":')
    say(socket, 'news-of-tomorrow', { sn: 'X' })
    say(socket, 'channel-status', { sn: 5, status: 'gone' })
    expect(messages).toEqual([])
    expect(heard).not.toContain('gap')
    profile.clock.advance(1_000)
    expect(heard.filter((one) => one === 'gap')).toHaveLength(1)
    say(socket, 'assets-changed', {})
    expect(messages.map((message) => message.infoType)).toEqual(['assets-changed'])
    profile.clock.advance(1_000)
    expect(heard.filter((one) => one === 'gap')).toHaveLength(1)
    expect(push.state).toBe('open')
  })

  it('notices a half-open socket within 30 s by the silence of a service that speaks unasked', async () => {
    push.start()
    const socket = await accepted(1)
    for (let spoken = 0; spoken < 5; spoken += 1) {
      profile.clock.advance(12_000)
      say(socket, 'reply', { to: 'heartbeat', code: 200 })
    }
    expect(push.state).toBe('open')
    expect(socket.sent.slice(1)).toEqual([HEARTBEAT, HEARTBEAT])
    profile.clock.advance(30_000)
    expect(socket.readyState).toBe(3)
    await until('a pause', () => profile.clock.waits.includes(5_000))
    expect(push.state).toBe('retrying')
  })

  it('fetches what a gap in the numbers leaves out by resuming before it, and no unreadable message is a gap', async () => {
    const sayAt = (socket: PlayedSocket, cursor: string, at: number) =>
      socket.say(JSON.stringify({ infoType: 'assets-changed', infoContent: {}, extension: { seq: at, sentAtMs: 1, cursor } }))
    push.start()
    const socket = await accepted(1)
    profile.clock.advance(2_000)
    sayAt(socket, 'a', (seq += 1))
    socket.say('{"infoType":"news-of-tomorrow"}')
    sayAt(socket, 'b', (seq += 2))
    expect(messages).toHaveLength(2)
    sayAt(socket, 'd', (seq += 2))
    const second = await socketNo(2)
    second.open()
    expect(second.sent).toEqual([JSON.stringify({ type: 'token', token: 'token-1', after: 'b' })])
    expect(messages).toHaveLength(2)
    expect(heard).not.toContain('gap')
  })

  it('reports that the service ended the session', async () => {
    push.start()
    say(await accepted(1), 'session-ended', { code: 7004 })
    expect(heard).toContain('refused 7004')
  })

  it('opens nothing without a token', async () => {
    token = undefined
    push.start()
    await until('a pause', () => profile.clock.waits.includes(5_000))
    expect(ports.sockets).toHaveLength(0)
  })

  it('closes when it is stopped, and lets the next core have the lock', async () => {
    push.start()
    const socket = await accepted(1)
    const first = push
    push = makePush()
    push.start()
    expect(ports.sockets).toHaveLength(0)
    first.stop()
    expect(socket.readyState).toBe(3)
    await accepted(1)
    expect(push.state).toBe('open')
  })

  it('resumes where it was, and has everything asked for anew only when the service cannot', async () => {
    const sayAt = (socket: PlayedSocket, cursor: string, infoType: string, infoContent: object) =>
      socket.say(JSON.stringify({ infoType, infoContent, extension: { seq: (seq += 1), sentAtMs: 1, cursor } }))
    push.start()
    const first = await accepted(1)
    profile.clock.advance(10_000)
    sayAt(first, 'log.7', 'assets-changed', {})
    push.renew()
    const second = await socketNo(2)
    second.open()
    expect(second.sent).toEqual([JSON.stringify({ type: 'token', token: 'token-1', after: 'log.7' })])
    seq = 0
    sayAt(second, 'log.9', 'reply', { to: 'token', code: 200, isResumed: true })
    expect(heard.filter((what) => what === 'gap')).toEqual([])
    profile.clock.advance(10_000)
    push.renew()
    const third = await socketNo(3)
    third.open()
    expect(third.sent).toEqual([JSON.stringify({ type: 'token', token: 'token-1', after: 'log.9' })])
    seq = 0
    sayAt(third, 'other.1', 'reply', { to: 'token', code: 200, isResumed: false })
    expect(heard.filter((what) => what === 'gap')).toEqual(['gap'])
  })
})

describe('the push connection of a hidden page that is woken once a minute', () => {
  const answerHeartbeats = (socket: PlayedSocket) => {
    let answered = 1
    return () => {
      for (; answered < socket.sent.length; answered += 1) say(socket, 'reply', { to: 'heartbeat', code: 200 })
    }
  }

  beforeEach(() => {
    profile.clock.wakesEveryMs = 60_000
    // Between two wakes.
    profile.clock.advance(37_123)
  })

  it.each([
    ['speaks unasked every 12 s', true],
    ['only answers', false],
  ])('stays open for an hour, with a heartbeat a minute, at a service that %s', async (_, speaks) => {
    push.start()
    const socket = await accepted(1)
    const answer = answerHeartbeats(socket)
    for (let pieces = 0; pieces < 5 * 60; pieces += 1) {
      profile.clock.advance(12_000)
      answer()
      if (speaks) say(socket, 'reply', { to: 'heartbeat', code: 200 })
    }
    expect(heard).toEqual(['connecting', 'open'])
    expect(ports.sockets).toHaveLength(1)
    expect(socket.sent.slice(1)).toEqual(Array(59).fill(HEARTBEAT))
  })

  it('is found half-open two wakes after it fell silent, and is made anew at the next', async () => {
    push.start()
    const socket = await accepted(1)
    const answer = answerHeartbeats(socket)
    for (let minutes = 0; minutes < 5; minutes += 1) {
      profile.clock.advance(60_000)
      answer()
    }
    expect(push.state).toBe('open')
    profile.clock.advance(2 * 60_000)
    await until('a pause', () => push.state === 'retrying')
    profile.clock.advance(60_000)
    await accepted(2)
    expect(heard).toEqual(['connecting', 'open', 'retrying', 'open', 'gap'])
  })
})

describe('where the service answers calls again', () => {
  it('an attempt that hangs is followed by another at once, which a slow line has five seconds for', async () => {
    push.start()
    await socketNo(1)
    profile.clock.advance(20_000)
    push.retryNow()
    const second = await socketNo(2)
    expect(ports.sockets[0]?.readyState).toBe(3)
    push.retryNow()
    profile.clock.advance(4_999)
    await accepted(2)
    expect(push.state).toBe('open')
    profile.clock.advance(5_000)
    expect(second.readyState).toBe(1)
  })

  it('one that has just begun is followed by another within a second, and that by the next after a pause, as where the service is at its limit', async () => {
    push.start()
    const first = await socketNo(1)
    push.retryNow()
    profile.clock.advance(999)
    expect(first.readyState).toBe(0)
    profile.clock.advance(1)
    await socketNo(2)
    expect(push.state).toBe('connecting')
    push.retryNow()
    profile.clock.advance(5_000)
    await until('a pause', () => push.state === 'retrying')
    profile.clock.advance(4_999)
    expect(ports.sockets).toHaveLength(2)
    profile.clock.advance(1)
    await accepted(3)
    expect(push.state).toBe('open')
  })

  it('a connection of before that says nothing any more is replaced within a second, and goes on where it was', async () => {
    push.start()
    const first = await accepted(1)
    push.noteCursor('7')
    profile.clock.advance(5_000)
    push.retryNow()
    expect(first.sent.at(-1)).toBe(HEARTBEAT)
    profile.clock.advance(1_000)
    const second = await socketNo(2)
    expect(first.readyState).toBe(3)
    second.open()
    expect(second.sent).toEqual([JSON.stringify({ type: 'token', token: 'token-1', after: '7' })])
    say(second, 'reply', { to: 'token', code: 200, isResumed: true })
    expect(heard).toEqual(['connecting', 'open', 'connecting', 'open'])
  })

  /** The first connection stands, hangs, and is given up: the next one is being opened. */
  async function hangOnce(): Promise<void> {
    push.start()
    await accepted(1)
    profile.clock.advance(5_000)
    push.retryNow()
    profile.clock.advance(1_000)
  }

  it('one that hangs soon after another did is replaced within a second as well, when the service had taken it promptly', async () => {
    await hangOnce()
    const second = await accepted(2)
    profile.clock.advance(20_000)
    push.retryNow()
    profile.clock.advance(1_000)
    expect(second.readyState).toBe(3)
    await accepted(3)
    expect(heard).not.toContain('retrying')
  })

  it('one that was begun soon after another hung, while the service was away, is followed by another at once when it is back', async () => {
    await hangOnce()
    await socketNo(2)
    profile.clock.advance(2_000)
    push.retryNow()
    await accepted(3)
    expect(heard).not.toContain('retrying')
  })

  it('one that a slow line took some seconds for has five to answer, and is followed by another without a pause when it has stood', async () => {
    await hangOnce()
    await socketNo(2)
    profile.clock.advance(2_000)
    const second = await accepted(2)
    profile.clock.advance(20_000)
    push.retryNow()
    profile.clock.advance(4_999)
    expect(second.readyState).toBe(1)
    profile.clock.advance(1)
    expect(second.readyState).toBe(3)
    await accepted(3)
    expect(heard).not.toContain('retrying')
  })

  it('a connection that lives is kept', async () => {
    push.start()
    const socket = await accepted(1)
    profile.clock.advance(29_500)
    push.retryNow()
    profile.clock.advance(500)
    // That of each 30 s, and the one more.
    expect(socket.sent.slice(1)).toEqual([HEARTBEAT, HEARTBEAT])
    say(socket, 'reply', { to: 'heartbeat', code: 200 })
    say(socket, 'reply', { to: 'heartbeat', code: 200 })
    profile.clock.advance(29_000)
    expect(socket.readyState).toBe(1)
    expect(ports.sockets).toHaveLength(1)
  })
})
