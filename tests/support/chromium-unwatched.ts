#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { Transform, type Writable } from 'node:stream'

/**
 * Chromium with no debugger at its service workers and shared workers, to be started in its place: everything goes through, but Playwright's wish to
 * be attached to whatever there is.
 *
 * A service worker with a debugger is another one than people have. When a new one takes its place, Chromium ends it although fetch events are
 * under way (without a debugger it waits for them): their pages then stay without an answer, for minutes. A shared worker waits for the debugger
 * before it starts: for ever, where that is told of it in the moment in which a process goes down.
 *
 * With a debugger a page also keeps all that it was answered, up to 100 MB, until its own address changes, which that of a viewing station never does, however
 * many pages come and go in its frame. With `CHROMIUM_KEEPS_NO_ANSWERS` it does not, and tests cannot read them: for those who measure its memory.
 *
 * With a debugger each message of a websocket is also told, with all that is in it, by the very thread that takes it: a picture of 50 kB costs it some tenths of a
 * millisecond, and other threads as much again. With `CHROMIUM_TELLS_NO_NETWORK` nothing of the network is told: for those who measure how old pictures are.
 *
 * The path of Chromium stands in `CHROMIUM_PATH`. Commands come through descriptor 3, what is told goes through descriptor 4, each message ends
 * with a zero byte.
 */
const unwatched = [
  { type: 'service_worker', exclude: true },
  { type: 'shared_worker', exclude: true },
  { type: 'browser', exclude: true },
  { type: 'tab', exclude: true },
  {},
]
const COMMANDS = 3
const TOLD = 4

/** What commands are told besides. */
const added: Readonly<Record<string, object>> = {
  'Target.setAutoAttach': { filter: unwatched },
  ...(process.env['CHROMIUM_KEEPS_NO_ANSWERS'] !== undefined && { 'Network.enable': { maxTotalBufferSize: 1, maxResourceBufferSize: 1 } }),
}

/** Commands in whose place another one is given, which is answered in the same way. */
const replaced: Readonly<Record<string, string>> = {
  ...(process.env['CHROMIUM_TELLS_NO_NETWORK'] !== undefined && { 'Network.enable': 'Network.disable' }),
}
const changed = [...Object.keys(added), ...Object.keys(replaced)]

/** One command, with what is added to its kind, or that in whose place it stands. */
function filtered(message: Buffer): Buffer {
  if (!changed.some((method) => message.includes(`"${method}"`))) return message
  const command = JSON.parse(message.toString()) as { method: string; params?: object }
  const { method } = command
  const other = { ...command, method: replaced[method] ?? method, params: { ...command.params, ...added[method] } }
  return Buffer.from(JSON.stringify(other))
}

let rest = Buffer.alloc(0)
const filter = new Transform({
  transform(chunk: Buffer, _encoding, done) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      this.push(Buffer.concat([filtered(rest.subarray(0, end)), Buffer.of(0)]))
      rest = rest.subarray(end + 1)
    }
    done()
  },
})

// What is told is many times what is commanded, and goes past this process.
const browser = spawn(process.env['CHROMIUM_PATH'] ?? 'chromium', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'inherit', 'pipe', TOLD],
})
new Socket({ fd: COMMANDS }).pipe(filter).pipe(browser.stdio[COMMANDS] as Writable)
browser.on('exit', (code) => process.exit(code ?? 1))
