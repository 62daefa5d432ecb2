import { setTimeout as pause } from 'node:timers/promises'
import { DEVICE_LOG_CHARACTERS, type FromDevice } from '#contract/device-gateway.ts'
import type { DeviceActivity } from '#contract/states/device.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { recordCommands } from './recordings/record-commands.ts'
import type { DeviceRecorder } from './recordings/device-recorder.ts'
import { describeCard, describeDisks, describeHealth, FORMAT_MS } from './state/storage.ts'
import { notifyOf } from './state/notify.ts'
import type { StateFile } from './state/state-file.ts'

const NEWEST_VERSION = '1.2.0'
/** Long enough for the answer to leave first. */
const ANSWER_MS = 100
const REBOOT_MS = 4_000
const UPGRADE_STEP_MS = 400
const LOG_STEP_MS = 250

/** What the commands of a simulated device work on. */
interface SimulatedHost {
  readonly sn: string
  readonly state: StateFile
  readonly recorder: DeviceRecorder
  report(report: Extract<FromDevice, { kind: 'activity' | 'log' }>): void
  /** Loses the connection for a while, and comes back as what it is then. */
  restart(awayMs: number): void
  takeSecurityCode(code: string): void
}

/** What a simulated device does when it is told to: what its type has, kept in its state. */
export function simulatedCommands(host: SimulatedHost): CommandHandlers {
  const { sn, state, recorder } = host
  let isAtWork = false

  /** One piece of work at a time; the answer to the command does not wait for it. */
  function work(task: () => Promise<void>): void {
    if (isAtWork) throw new Refusal('busy')
    isAtWork = true
    void pause(ANSWER_MS)
      .then(task)
      .finally(() => {
        isAtWork = false
      })
  }
  async function progress(activity: DeviceActivity, steps: number, stepMs: number): Promise<void> {
    for (let step = 0; step <= steps; step += 1) {
      host.report({ kind: 'activity', activity, progress: Math.round((100 * step) / steps) })
      await pause(stepMs)
    }
  }
  function diskOf(diskId: string) {
    const disk = state.now.disks.find((one) => one.diskId === diskId)
    if (disk === undefined) throw new Refusal('not-found', 'diskId')
    return disk
  }

  const disks: CommandHandlers = {
    'storage-info': () => ({
      disks: describeDisks(state.now, Date.now()),
      raid: state.now.isRaid ? { level: '5', status: 'normal' } : null,
    }),
    'disk-health': ({ diskId }) => describeHealth(state.now, diskOf(diskId), sn, Date.now()),
    'disk-format': ({ diskId }) => {
      if (diskOf(diskId).emptiedAtMs > Date.now()) throw new Refusal('busy')
      const emptiedAtMs = Date.now() + FORMAT_MS
      recorder.empty(diskId, emptiedAtMs)
      state.change(
        { disks: state.now.disks.map((disk) => (disk.diskId === diskId ? { ...disk, emptiedAtMs } : disk)) },
        `disk ${diskId} formatted`,
      )
      return null
    },
  }
  const card: CommandHandlers = {
    'sd-status': () => describeCard(state.now.sd, Date.now()),
    'sd-format': () => {
      const { sd } = state.now
      if (!sd) throw new Refusal('not-found')
      if (sd.emptiedAtMs > Date.now()) throw new Refusal('busy')
      const emptiedAtMs = Date.now() + FORMAT_MS
      recorder.empty('sd', emptiedAtMs)
      state.change({ sd: { ...sd, emptiedAtMs } }, 'memory card formatted')
      return null
    },
  }
  return {
    ...(state.now.disks.length > 0 ? disks : {}),
    ...(state.now.sd === undefined ? {} : card),
    ...recordCommands(recorder, () =>
      state.change({ recording: recorder.modes, recordWays: recorder.ways }, `recording: ${recorder.modes.join(', ')}`),
    ),
    reboot: () => {
      work(async () => {
        state.change({}, 'restart on command')
        host.restart(REBOOT_MS)
      })
      return null
    },
    upgrade: () => {
      if (state.now.version === NEWEST_VERSION) throw new Refusal('up-to-date')
      work(async () => {
        await progress('upgrading', 10, UPGRADE_STEP_MS)
        host.report({ kind: 'activity', activity: 'rebooting', progress: null })
        state.change({ version: NEWEST_VERSION }, `upgraded from ${state.now.version} to ${NEWEST_VERSION}`)
        host.restart(REBOOT_MS)
      })
      return { version: NEWEST_VERSION }
    },
    'log-collect': () => {
      work(async () => {
        await progress('log-collecting', 4, LOG_STEP_MS)
        host.report({ kind: 'activity', activity: 'log-uploading', progress: null })
        const collectedAt = new Date().toISOString()
        host.report({ kind: 'log', fileName: `${sn}-${collectedAt.replace(/[:.]/g, '-')}.log`, text: logText(host, collectedAt) })
        host.report({ kind: 'activity', activity: 'idle', progress: null })
      })
      return null
    },
    'general-get': () => state.now.general,
    'general-set': (change) => {
      if (change.screenResolution !== undefined && state.now.general.screenResolution === undefined)
        throw new Refusal('bad-value', 'screenResolution')
      const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      state.change({ general: { ...state.now.general, ...named } }, `settings changed: ${Object.keys(named).join(', ')}`)
      return state.now.general
    },
    'notify-get': () => notifyOf(state.now),
    'notify-set': (notify) => {
      state.change({ notify }, `tells ${notify.isEnabled ? notify.kinds.join(', ') || 'nothing' : 'nothing'}`)
      return notify
    },
    'security-code-set': ({ securityCode }) => {
      host.takeSecurityCode(securityCode)
      state.change({}, 'security code changed')
      return null
    },
  }
}

function logText({ sn, state }: SimulatedHost, collectedAt: string): string {
  const { version, general, log } = state.now
  const head = `${collectedAt} log of ${sn} (${general.name}), version ${version}`
  const lines = log.map(({ atMs, text }) => `${new Date(atMs).toISOString()} ${text}`)
  return `${[head, ...lines].join('\n')}\n`.slice(-DEVICE_LOG_CHARACTERS)
}
