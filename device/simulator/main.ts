import { parseArgs } from 'node:util'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { createLog } from '#shared/log.ts'
import { dataFolderOf } from '#device/agent/data-folder.ts'
import { endWithParent, readSettingsOrExit, reportReady } from '#device/agent/process-life.ts'
import { castDevices } from './cast.ts'
import { Commander } from './control/commander.ts'
import { openControl } from './control/control-server.ts'
import { writeDemonstration } from './demonstration.ts'
import { keepKeys, prepareDevices } from './devices-file.ts'
import { Fleet } from './fleet.ts'
import { Pacer } from './pacer.ts'
import { Conductor } from './rhythm/conductor.ts'
import { paceNames, type Pace } from './rhythm/paces.ts'

const { values } = parseArgs({
  options: {
    prepare: { type: 'boolean', default: false },
    pace: { type: 'string', default: 'normal' },
    // So many seconds are new network settings tried, a minute unless a test has no time for that.
    'trial-seconds': { type: 'string' },
  },
})
const trialSeconds = Number(values['trial-seconds'] ?? 0)
const settings = readSettingsOrExit()
const dataFolder = dataFolderOf(settings)
if (values.prepare) await keepKeys(dataFolder)
const devices = prepareDevices(dataFolder)
if (values.prepare) writeDemonstration(dataFolder, devices)
else await play(paceNames.find((one) => one === values.pace) ?? 'normal')

/** Connects every device, and plays until the process is told to end. */
async function play(pace: Pace): Promise<void> {
  const log = createLog(settings.logLevel, 'simulator', (line) => process.stderr.write(line))
  const pacer = new Pacer()
  const url = `ws://127.0.0.1:${settings.port}${GATEWAY_PATH}`
  const fleet = new Fleet({
    cast: castDevices(devices),
    pacer,
    dataFolder,
    url,
    ...(trialSeconds > 0 && { trialMs: trialSeconds * 1_000 }),
    log,
  })
  const conductor = new Conductor(fleet.cameras, pacer)
  const commander = new Commander(fleet, conductor)
  const control = await openControl(dataFolder, (request) => commander.obey(request), log)
  endWithParent(async () => {
    await control.close()
    for (const { recorder } of fleet.devices) recorder.flush()
    await Promise.all(fleet.devices.map((device) => device.stop()))
  })
  for (const { agent } of fleet.devices) agent.start()
  await Promise.all(fleet.devices.map(({ agent }) => agent.firstAttempt))
  conductor.setPace(pace)
  reportReady()
}
