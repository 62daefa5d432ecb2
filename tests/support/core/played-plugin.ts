import { commands, type CommandName } from '#contract/plugin/command-registry.ts'
import { readFrame, writeFault, writeReply } from '#contract/plugin/xml.ts'
import type { PlayedSocket } from './other-end.ts'

/** What a played plugin answers: a reply's body, or a failure's code. */
export type Replies = { [Name in CommandName]?: (body: Record<string, string>) => object | number }

/** Plays the plugin on a socket: opens it and answers as told, 200 and empty when not. Gives the requests it gets. */
export function play(socket: PlayedSocket, replies: Replies = {}): { name: string; body: Record<string, string> }[] {
  const got: { name: string; body: Record<string, string> }[] = []
  const answers: Replies = { getOCXVersion: () => ({ pluginVersion: '1.0.0.1914' }), ...replies }
  socket.send = (xml) => {
    const frame = readFrame(xml)
    if (frame?.kind !== 'request') throw new Error(`Not a request: ${xml}`)
    const name = frame.name as CommandName
    const body = frame.body as Record<string, string>
    got.push({ name, body })
    const answer = answers[name]?.(body) ?? {}
    const reply = typeof answer === 'number' ? writeFault(name, frame.id, answer) : writeReply(commands[name], frame.id, answer as never)
    queueMicrotask(() => socket.say(reply))
  }
  socket.open()
  return got
}
