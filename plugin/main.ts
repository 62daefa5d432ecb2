import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings, type Settings, SettingError } from '#contract/settings.ts'
import { createLog } from './log.ts'
import { createPlugin, type Plugin } from './plugin.ts'

/** Open snapshots and sockets must not keep a process that should end. */
const END_WITHIN_MS = 900

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

function settingsOrFail(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (error instanceof SettingError) fail(error.message)
    throw error
  }
}

function prepareFolder(dataFolder: string): void {
  try {
    mkdirSync(join(dataFolder, 'plugin'), { recursive: true })
  } catch {
    fail(`The data folder ${dataFolder} cannot be written. Choose another one with SIGHTLINE_DATA.`)
  }
}

async function start(settings: Settings): Promise<Plugin> {
  try {
    return await createPlugin({
      port: settings.pluginPort,
      origins: settings.origins,
      dataFolder: settings.dataFolder,
      ...(settings.downloadsFolder === '' ? {} : { downloadsFolder: settings.downloadsFolder }),
      log: createLog(settings.logLevel),
    })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const reason = isTaken ? 'is in use' : `cannot be opened (${String(error)})`
    return fail(
      `Port ${settings.pluginPort} ${reason}: the local video plugin cannot start. Choose another one with SIGHTLINE_PLUGIN_PORT.`,
    )
  }
}

const settings = settingsOrFail()
prepareFolder(settings.dataFolder)
const plugin = await start(settings)

let isEnding = false
function end(): void {
  if (isEnding) return
  isEnding = true
  setTimeout(() => process.exit(0), END_WITHIN_MS).unref()
  void plugin.close().then(() => process.exit(0))
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
process.on('disconnect', end)
process.on('message', (message: { kind?: unknown } | null) => {
  if (message?.kind === 'stats') process.send?.({ kind: 'stats', ...plugin.stats() })
})
process.send?.({ kind: 'ready' })
