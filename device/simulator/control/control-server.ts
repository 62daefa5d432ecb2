import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import type { Log } from '#shared/log.ts'
import { parseJson } from '#shared/net/parse-json.ts'
import { controlFile, ControlFault, controlMessage, LONGEST_LINE, type ControlAnswer, type ControlRequest } from './control-protocol.ts'

const PATIENCE_MS = 5_000

type Obey = (request: ControlRequest) => string[]

/**
 * Listens on this machine alone to whoever can read the control file in the data folder, which holds the port and a token that is drawn anew at
 * each start. `obey` answers with lines, or throws a `ControlFault`. A simulator that cannot listen goes on without commands.
 */
export async function openControl(dataFolder: string, obey: Obey, log: Log): Promise<{ close(): Promise<void> }> {
  const token = randomBytes(24).toString('base64url')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    hear(socket, token, obey, log)
  })
  const port = await listen(server)
  if (port === undefined) {
    log('warn', 'commands cannot be taken: there is no port to listen on')
    return { close: async () => {} }
  }
  const file = controlFile(dataFolder)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify({ port, token }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return {
    close: () => {
      rmSync(file, { force: true })
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function listen(server: Server): Promise<number | undefined> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Reads one line, answers with one, and hangs up. */
function hear(socket: Socket, token: string, obey: Obey, log: Log): void {
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    text += part
    if (text.length > LONGEST_LINE) return socket.destroy()
    const end = text.indexOf('\n')
    if (end === -1) return
    socket.removeAllListeners('data')
    const message = controlMessage.safeParse(parseJson(text.slice(0, end))).data
    if (message === undefined || !isSame(message.token, token)) return socket.destroy()
    socket.end(`${JSON.stringify(answerTo(message.request, obey, log))}\n`)
  })
}

function answerTo(request: ControlRequest, obey: Obey, log: Log): ControlAnswer {
  try {
    return { ok: true, lines: obey(request) }
  } catch (fault) {
    if (fault instanceof ControlFault) return { ok: false, lines: fault.message.split('\n') }
    log('error', `a command failed: ${String(fault)}`)
    return { ok: false, lines: ['That went wrong; the log of the simulator says why.'] }
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
