import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { readSettings, SettingError } from '#contract/settings.ts'
import { buildIfChanged } from './build.ts'
import { prepareFolder } from './data-folder.ts'
import { demoPeople } from './demo-people.ts'
import { whenParentIsGone } from './parent-life.mjs'
import { Processes, ProcessFailed, type ProcessPlan } from './processes.ts'
import { root } from './root.ts'
import { startViteServer } from './vite-server.ts'

/** After the end of who started this, all has to be over within two seconds. */
const ORPHAN_PATIENCE_MS = 1_200

const isDev = process.argv.includes('--dev')

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

function settingsOrFail() {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (error instanceof SettingError) return fail(error.message)
    throw error
  }
}

const settings = settingsOrFail()
/** Of the server with hot reload. */
const devPort = settings.port + 1
const dataFolder = resolve(root, settings.dataFolder)
const env = {
  SIGHTLINE_DATA: dataFolder,
  ...(isDev ? { SIGHTLINE_ORIGINS: [...settings.origins, `http://localhost:${devPort}`].join(',') } : {}),
}

function plans(): ProcessPlan[] {
  const told = (file: string) => join(dataFolder, 'simulator', file)
  return [
    {
      name: 'service',
      entry: 'server/main.ts',
      args: ['--demo', told('devices.json'), '--history', told('demonstration.json')],
      does: `answers calls, pushes news and relays video on port ${settings.port}`,
      env,
    },
    {
      name: 'simulator',
      entry: 'device/simulator/main.ts',
      does: 'plays the cameras and recorders of the demonstration organization',
      env,
    },
    { name: 'RTSP bridge', entry: 'device/bridge/main.ts', does: 'connects the cameras that "npm run camera -- add" knows', env },
    {
      name: 'local plugin',
      entry: 'plugin/main.ts',
      does: `brings video to the browsers of this machine on 127.0.0.1:${settings.pluginPort}`,
      env,
    },
  ]
}

/** Everything that a person needs to begin: address, names, passwords, what runs, how to stop. */
function greet(list: ProcessPlan[], address: string): void {
  const lines = [
    '',
    `  Sightline is up:  ${address}`,
    '',
    ...demoPeople(dataFolder, settings),
    '',
    '  Running',
    ...list.map((plan) => `    ${plan.name.padEnd(13)} ${plan.does}`),
    '',
    '  Labels of the devices, with the QR codes by which they are added',
    ...['simulator', 'bridge'].map((of) => `    ${join(dataFolder, of, 'labels.html')}`),
    '',
    `  Data lies in ${dataFolder}. Add a camera: npm run camera -- add --url rtsp://… --name "Yard". Ctrl-C stops all of it.`,
    '',
  ]
  console.log(lines.join('\n'))
}

function prepare(): void {
  if (!prepareFolder(dataFolder)) fail(`The data folder ${dataFolder} cannot be written. Choose another one with SIGHTLINE_DATA.`)
  try {
    if (!isDev) buildIfChanged()
  } catch (error) {
    fail((error as Error).message)
  }
  const simulator = spawnSync(process.execPath, [join(root, 'device/simulator/main.ts'), '--prepare'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (simulator.status !== 0) fail('The simulator could not prepare its devices.')
}

async function launch(): Promise<void> {
  prepare()
  const processes = new Processes()
  let isStopping = false
  const stop = async (code: number, patienceMs?: number) => {
    if (isStopping) return
    isStopping = true
    await processes.stop(patienceMs)
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
  // Nobody is there any more who could wait, or end what hangs.
  process.on('SIGHUP', () => void stop(0, ORPHAN_PATIENCE_MS))
  whenParentIsGone(() => void stop(0, ORPHAN_PATIENCE_MS))
  const [service, ...others] = plans() as [ProcessPlan, ...ProcessPlan[]]
  try {
    await processes.start(service)
    await Promise.all(others.map((plan) => processes.start(plan)))
    if (isDev) await startViteServer({ port: devPort, servicePort: settings.port, onServerChange: () => processes.startAnew(service) })
  } catch (error) {
    // A process that failed has said why itself.
    if (!(error instanceof ProcessFailed) && !isStopping) console.error((error as Error).message)
    return stop(error instanceof ProcessFailed ? error.exitCode : 1)
  }
  if (!isStopping) greet([service, ...others], `http://localhost:${isDev ? devPort : settings.port}/user/`)
}

await launch()
