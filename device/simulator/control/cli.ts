import { parseArgs } from 'node:util'
import { eventKinds } from '#contract/event-attributes.ts'
import { dataFolderOf } from '#device/agent/data-folder.ts'
import { readSettingsOrExit } from '#device/agent/process-life.ts'
import { paceNames } from '../rhythm/paces.ts'
import { askSimulator } from './ask-simulator.ts'
import { ControlFault, type ControlRequest } from './control-protocol.ts'
import { kindAliases } from './event-words.ts'

const USAGE = `Usage:
  npm run simulate -- KIND --camera "Gate 2" [--attributes NAME=VALUE …] [--plate "KV 482 T"] [--similarity 93] [--person "Name"]
  npm run simulate -- offline --camera "Gate 2" [--for 30s]
  npm run simulate -- offline --device "Shop recorder" [--for 2m]
  npm run simulate -- fail --device "Shop recorder" [--as refuse|silent|away] [--times 3]
  npm run simulate -- pace [PACE]
  npm run simulate -- list
  npm run simulate -- help
KIND is ${eventKinds.join(', ')}; also ${Object.keys(kindAliases).join(', ')}.
NAME is age, gender, mask, hat, glasses, backpack, clothing, colour, type, brand or direction; a wrong value is answered with the right ones.
A camera's name may be cut short while no other begins like it.
PACE is how often the cameras tell something by themselves: ${paceNames.join(', ')}.`

const SECOND_MS = 1_000
const USUAL_OUTAGE_MS = 30 * SECOND_MS

try {
  await run(process.argv.slice(2))
} catch (fault) {
  const isPlain =
    fault instanceof ControlFault || (fault instanceof Error && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS'))
  if (!isPlain) throw fault
  process.stderr.write(`${fault.message}\n`)
  process.exitCode = 1
}

async function run(args: string[]): Promise<void> {
  const request = requestOf(args)
  if (request === undefined) return print([USAGE])
  const { ok, lines } = await askSimulator(dataFolderOf(readSettingsOrExit()), request)
  if (!ok) throw new ControlFault(lines.join('\n'))
  print(lines)
}

/** What is asked for; undefined: how to ask. */
function requestOf(args: string[]): ControlRequest | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      camera: { type: 'string' },
      device: { type: 'string' },
      attributes: { type: 'string', multiple: true, default: [] },
      plate: { type: 'string' },
      similarity: { type: 'string' },
      person: { type: 'string' },
      for: { type: 'string' },
      as: { type: 'string' },
      times: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const [command, ...rest] = positionals
  if (values.help || command === undefined || command === 'help') return undefined
  // Behind --attributes stand several; all but the first are words of their own to the shell.
  const stray = rest.find((word) => !word.includes('='))
  if (stray !== undefined && command !== 'pace')
    throw new ControlFault(`"${stray}" is not understood; put names with spaces in quotes.\n${USAGE}`)
  const { camera, device, plate, similarity, person } = values
  switch (command) {
    case 'list':
      return { command }
    case 'pace':
      return { command, pace: rest[0] }
    case 'offline':
      return { command, camera, device, forMs: timeOf(values.for) }
    case 'fail':
      return { command, device, how: values.as, times: timesOf(values.times) }
    default:
      return { command: 'event', kind: command, camera, attributes: [...values.attributes, ...rest], plate, similarity, person }
  }
}

function timesOf(typed = '1'): number {
  if (!/^\d{1,3}$/.test(typed)) throw new ControlFault('--times should be a whole number up to 999; 0 ends it.')
  return Number(typed)
}

function timeOf(typed: string | undefined): number {
  if (typed === undefined) return USUAL_OUTAGE_MS
  const [, number, unit] = /^(\d{1,4})(s|m)?$/.exec(typed) ?? []
  const ms = Number(number) * SECOND_MS * (unit === 'm' ? 60 : 1)
  if (!(ms >= SECOND_MS && ms <= 3_600 * SECOND_MS)) throw new ControlFault('--for should be a time such as 30s or 2m, an hour at most.')
  return ms
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
