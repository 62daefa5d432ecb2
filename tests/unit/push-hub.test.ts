import { expect, test } from 'vitest'
import { SUCCESS } from '#contract/envelope.ts'
import { Bus, type NodeMessageKind, type NodeMessages } from '#server/nodes/bus.ts'
import { PushHub, type PushSocket } from '#server/push/hub.ts'

/** A node's way to the others, which all hear what it has to tell when its turn comes. */
class BusInTurns extends Bus {
  readonly #nodes: BusInTurns[]
  readonly #untold: ((node: BusInTurns) => void)[] = []
  #position = 0

  constructor(nodes: BusInTurns[]) {
    super()
    this.#nodes = nodes
    nodes.push(this)
  }

  get position(): number {
    return this.#position
  }

  tell<K extends NodeMessageKind>(kind: K, message: NodeMessages[K]): void {
    this.#untold.push((node) => {
      node.#position += 1
      node.deliver(kind, message)
    })
  }

  haveItsTurn(): void {
    for (const one of this.#untold.splice(0)) for (const node of this.#nodes) one(node)
  }

  async close(): Promise<void> {}
}

test('a client that moves to another node as soon as it is greeted keeps the new socket, and the old one is closed, whichever node tells first', () => {
  const nodes: BusInTurns[] = []
  const [here, there] = [new BusInTurns(nodes), new BusInTurns(nodes)]
  const [atHere, atThere] = [new PushHub(() => 0, here), new PushHub(() => 0, there)]
  const heard: string[] = []
  const open = (id: string, hub: PushHub, onGreeted: () => void) => {
    const send = (text: string) => {
      heard.push(`${id} ${(JSON.parse(text) as { infoType: string }).infoType}`)
      onGreeted()
    }
    const socket: PushSocket = { id, sessionId: 's', userId: 'u', seq: 0, isWatched: false, send, close: () => heard.push(`${id} closed`) }
    hub.add(socket, undefined, (isResumed) => ({ infoType: 'reply', infoContent: { to: 'token', code: SUCCESS, isResumed } }))
  }
  open('first', atHere, () => open('moved', atThere, () => {}))
  for (let round = 0; round < 3; round += 1) for (const node of [there, here]) node.haveItsTurn()
  expect(heard).toEqual(['first reply', 'first closed', 'moved reply'])
})

test('what a client hears before it is greeted does not say that it has heard what it was not sent yet', () => {
  const nodes: BusInTurns[] = []
  const bus = new BusInTurns(nodes)
  const hub = new PushHub(() => 0, bus)
  const cursors: unknown[] = []
  const send = (text: string) => cursors.push((JSON.parse(text) as { extension: { cursor?: string } }).extension.cursor)
  const reply = (to: 'token' | 'heartbeat') => ({ infoType: 'reply', infoContent: { to, code: SUCCESS } }) as const
  const socket: PushSocket = { id: 'one', sessionId: 's', userId: 'u', seq: 0, isWatched: false, send, close: () => {} }
  hub.send(['u'], reply('heartbeat'))
  bus.haveItsTurn()
  hub.add(socket, '0', () => reply('token'))
  hub.sendTo(socket, reply('heartbeat'))
  expect(cursors).toEqual([undefined])
  bus.haveItsTurn()
  expect(cursors).toEqual([undefined, '0', '1'])
})
