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
 * many pages come and go in its frame. And each message of a websocket is told, with all that is in it, by the very thread that takes it: half of the first pictures
 * of 16 windows came after 185 ms, and after 165 without. With `CHROMIUM_TELLS_NO_NETWORK` nothing of the network is kept or told: for those who measure the
 * memory of pages, or how old their pictures are.
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

/** Commands that are changed: what they are told besides, or the one that is given in their place and answered in the same way. */
const changed: Readonly<Record<string, { method?: string; params?: object }>> = {
  'Target.setAutoAttach': { params: { filter: unwatched } },
  ...(process.env['CHROMIUM_TELLS_NO_NETWORK'] !== undefined && { 'Network.enable': { method: 'Network.disable' } }),
}

function filtered(message: Buffer): Buffer {
  if (!Object.keys(changed).some((method) => message.includes(`"${method}"`))) return message
  const command = JSON.parse(message.toString()) as { method: string; params?: object }
  const { method = command.method, params } = changed[command.method] ?? {}
  return Buffer.from(JSON.stringify({ ...command, method, params: { ...command.params, ...params } }))
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
