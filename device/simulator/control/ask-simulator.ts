import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { parseJson } from '#shared/net/parse-json.ts'
import { controlAnswer, controlFile, ControlFault, controlPlace, type ControlAnswer, type ControlRequest } from './control-protocol.ts'

const PATIENCE_MS = 5_000
const notRunning = 'The simulator is not running here: it starts with "npm start" (SIGHTLINE_DATA names its data folder).'

/** Asks the simulator that runs on this data folder. Throws a `ControlFault` when there is none. */
export function askSimulator(dataFolder: string, request: ControlRequest): Promise<ControlAnswer> {
  const place = placeOf(dataFolder)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(place.port, '127.0.0.1', () => socket.write(`${JSON.stringify({ token: place.token, request })}\n`))
    socket.setEncoding('utf8')
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
    socket.on('data', (part: string) => (text += part))
    socket.on('error', () => reject(new ControlFault(notRunning)))
    socket.on('close', () => {
      const answer = controlAnswer.safeParse(parseJson(text)).data
      if (answer === undefined)
        reject(new ControlFault('The simulator did not understand that; it may be of another version: start it anew.'))
      else resolve(answer)
    })
  })
}

function placeOf(dataFolder: string) {
  try {
    return controlPlace.parse(JSON.parse(readFileSync(controlFile(dataFolder), 'utf8')))
  } catch {
    throw new ControlFault(notRunning)
  }
}
