import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands, pluginCodes } from '#contract/plugin/command-registry.ts'
import type { Command } from '#contract/plugin/define-command.ts'
import { readFrame, writeCommand, writeFault, writeReply } from '#contract/plugin/xml.ts'
import { PluginSocket } from '#workers/core/plugin-socket.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { comparable, type Exchange, readRecordings, withId } from '#tests/support/plugin-recordings.ts'
import { RecordedWorld } from '#tests/support/recorded-world.ts'
import { StandInPlugin } from '#tests/support/stand-in-plugin.ts'
import { until } from '#tests/support/until.ts'

const PATIENCE = { timeout: 10_000, interval: 50 }
/** While it is recorded: what is asked again has settled by then. */
const SETTLED_MS = 1_000
const recordings = readRecordings()
const byName: Record<string, Command> = commands

test('every command has a recording in which it succeeds, and one in which it fails unless it cannot', () => {
  const cannotFail = ['getOCXVersion']
  expect(recordings.map(({ command }) => command)).toEqual(Object.keys(commands).toSorted())
  for (const { command, exchanges } of recordings) {
    const codes = exchanges.filter(({ name }) => name === command).map(({ reply }) => codeOf(reply))
    expect(codes, command).toContain(pluginCodes.success)
    if (!cannotFail.includes(command))
      expect(
        codes.some((code) => code !== pluginCodes.success),
        command,
      ).toBe(true)
  }
})

describe('the plugin answers as it was recorded', () => {
  let world: RecordedWorld
  beforeAll(async () => {
    world = await RecordedWorld.start()
  })
  afterAll(() => world.close())

  test.each(recordings)('$command', async ({ command, exchanges }) => {
    const page = await world.page()
    for (const exchange of exchanges) {
      const { about, request, reply, isAskedAgain } = exchange
      if (process.env['RECORD_PLUGIN'] !== undefined) {
        if (isAskedAgain) await pause(SETTLED_MS)
        await record(command, exchange, await page.say(request))
      } else if (isAskedAgain) await expect.poll(async () => comparable(await page.say(request)), PATIENCE).toBe(comparable(reply))
      else expect(comparable(await page.say(request)), about).toBe(comparable(reply))
    }
    page.close()
  })
})

describe('the codec writes what was recorded, byte for byte, and reads it', () => {
  test.each(recordings)('$command', ({ exchanges }) => {
    for (const { id, name, request, reply } of exchanges) {
      const command = byName[name] ?? expect.unreachable()
      const asked = command.request.safeParse(bodyOf(request))
      const isRefused = codeOf(reply) === pluginCodes.badXml
      if (asked.success) expect(writeCommand(command, id, asked.data)).toBe(request)
      else expect(isRefused).toBe(true)
      const written = codeOf(reply) === pluginCodes.success ? writeReply(command, id, command.reply.parse(bodyOf(reply))) : undefined
      expect(written ?? writeFault(name, id, codeOf(reply))).toBe(reply)
    }
  })
})

describe("the browser's core understands a plugin that answers from the recordings", () => {
  let standIn: StandInPlugin
  let plugin: PluginSocket
  const profile = new TestProfile()
  beforeAll(async () => {
    standIn = await StandInPlugin.start()
    const origin = 'https://video.example.org'
    plugin = new PluginSocket(nodePorts(profile, { url: origin, origin, pluginPort: standIn.port, clock: systemClock }), {
      port: async () => 31853,
      ticket: async () => 'ticket-of-the-page',
      sessionId: () => 'session-1',
      onState: () => {},
      onStolen: () => {},
    })
    plugin.start()
    await until('a loaded plugin', () => plugin.state.kind === 'loaded')
  })
  afterAll(async () => {
    plugin.stop()
    await standIn.close()
    profile.close()
  })

  test.each(recordings)('$command', async ({ exchanges }) => {
    // What cannot be written by a core that keeps to the schema is left out.
    const sayable = exchanges.filter(({ name, request }) => byName[name]?.request.safeParse(bodyOf(request)).success)
    standIn.load(sayable)
    for (const { name, request, reply } of sayable) {
      const command = byName[name] ?? expect.unreachable()
      const result = await plugin.ask(command, command.request.parse(bodyOf(request)))
      if (codeOf(reply) === pluginCodes.success) expect(result).toEqual({ ok: true, data: command.reply.parse(bodyOf(reply)) })
      else expect(result).toMatchObject({ ok: false, code: codeOf(reply) })
    }
    expect(standIn.heard.map((frame) => withId(frame, '0'))).toEqual(sayable.map(({ request }) => withId(request, '0')))
  })
})

function bodyOf(xml: string): unknown {
  return (readFrame(xml) ?? expect.unreachable(`not read: ${xml}`)).body
}

function codeOf(reply: string): number {
  const frame = readFrame(reply)
  return frame?.kind === 'reply' ? frame.code : expect.unreachable(`not a reply: ${reply}`)
}

/** With RECORD_PLUGIN set the replies of today are written into the files, to be looked at before they are committed. */
async function record(command: string, { reply, request, id }: Exchange, heard: string): Promise<void> {
  const file = new URL(`../fixtures/plugin/${command}.xml`, import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.trim() === request) + 1
  expect(lines[at]?.trim()).toBe(reply)
  lines[at] = `  ${withId(heard, id)}`
  writeFileSync(file, lines.join('\n'))
}
