import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isSea } from 'node:sea'
import { readSettings, type Settings, SettingError } from '#contract/settings.ts'
import { createLog } from '#shared/log.ts'
import { type CommandLine, ownDataFolder, readCommandLine, USAGE } from './command-line.ts'
import { createPlugin, type Plugin } from './plugin.ts'
import { type LoginMachine, noStartAtLogin, startAtLogin } from './start-at-login.ts'
import { PLUGIN_VERSION } from './version.ts'

/** Open snapshots and sockets must not keep a process that should end. */
const END_WITHIN_MS = 900

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

function commandLineOrFail(): CommandLine {
  try {
    return readCommandLine(process.argv.slice(2))
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

function settingsOrFail(env: Record<string, string | undefined>): Settings {
  try {
    return readSettings(env)
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
      log: createLog(settings.logLevel, 'plugin', (line) => process.stderr.write(line)),
    })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const reason = isTaken ? 'is in use' : `cannot be opened (${String(error)})`
    return fail(
      `Port ${settings.pluginPort} ${reason}: the local video plugin cannot start. Choose another one with SIGHTLINE_PLUGIN_PORT.`,
    )
  }
}

/** Does what ends at once. False when the plugin is to run. */
async function isDone({ isVersion, isHelp, startAtLogin: isWanted, kept }: CommandLine): Promise<boolean> {
  if (isVersion || isHelp) process.stdout.write(isVersion ? `${PLUGIN_VERSION}\n` : USAGE)
  const machine: LoginMachine = { platform: process.platform, home: homedir(), env: process.env }
  const own = isSea() ? [process.execPath] : [process.execPath, process.argv[1] ?? '']
  try {
    if (isWanted === true) process.stderr.write(`Starts at login: ${await startAtLogin(machine, [...own, ...kept])}\n`)
    if (isWanted === false) await noStartAtLogin(machine)
  } catch (error) {
    fail(`Whether it starts at login could not be changed: ${error instanceof Error ? error.message : String(error)}`)
  }
  return isVersion || isHelp || isWanted === false
}

async function run(): Promise<void> {
  const commandLine = commandLineOrFail()
  if (await isDone(commandLine)) return
  const installed = isSea() ? { SIGHTLINE_DATA: ownDataFolder(process.platform, homedir(), process.env) } : {}
  const settings = settingsOrFail({ ...installed, ...process.env, ...commandLine.env })
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
}

void run()
