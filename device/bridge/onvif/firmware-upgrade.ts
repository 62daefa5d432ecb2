import { createReadStream } from 'node:fs'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Firmware } from '../firmware.ts'
import { Authorizer, parseChallenges, pickChallenge } from '../rtsp/digest.ts'
import type { OnvifClient } from './client.ts'
import { OnvifError, onvifErrorOf } from './fault.ts'
import { askOnvif } from './tree.ts'

/** A camera that takes nothing of the file for this long has gone. */
const SILENCE_MS = 60_000
/** Many cameras do not say that they want the file: after this it is sent all the same. */
const CONTINUE_MS = 1_000
/** Longer no camera makes itself ready. */
const MOST_DELAY_MS = 60_000
/** How often it is told how much is there, in percent of it. */
const STEP_PERCENT = 5

/** True when the camera takes new firmware over HTTP, else nothing; those that do not know the question do not. */
export async function takesFirmware(client: OnvifClient): Promise<true | undefined> {
  try {
    const told = await askOnvif(client, 'device', 'GetServiceCapabilities')
    return told.get('capabilities', 'system').attribute('HttpFirmwareUpgrade') === 'true' || undefined
  } catch (error) {
    if (error instanceof OnvifError && ['unsupported', 'not-found', 'protocol'].includes(error.fault.kind)) return undefined
    throw error
  }
}

/**
 * Has the camera make itself ready for new firmware; what it answers with sends the file, tells how much of it is there in percent, and resolves when
 * the camera has all of it and restarts. Both throw `OnvifError`.
 */
export async function beginUpgrade(
  client: OnvifClient,
): Promise<(firmware: Firmware, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<void>> {
  const told = await askOnvif(client, 'device', 'StartFirmwareUpgrade')
  const url = client.ownUrl(told.get('uploadUri').text)
  const delayMs = Math.min(MOST_DELAY_MS, durationMs(told.get('uploadDelay').text))
  return async (firmware, onProgress, signal) => {
    try {
      await pause(delayMs, undefined, { signal })
      const first = await send(client, url, firmware, onProgress, signal)
      const { credentials } = client.address
      const challenge = pickChallenge(parseChallenges([first.headers['www-authenticate'] ?? '']))
      if (first.statusCode !== 401 || credentials === undefined || challenge === undefined) return requireTaken(client, first)
      const authorization = new Authorizer(challenge, credentials).header('POST', url.pathname + url.search)
      requireTaken(client, await send(client, url, firmware, onProgress, signal, authorization))
    } catch (error) {
      throw onvifErrorOf(error, client.address.label)
    }
  }
}

/** Sends the file; a camera that wants a password says so before it takes any of it, where it knows how to. */
async function send(
  client: OnvifClient,
  url: URL,
  { path, sizeBytes }: Firmware,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
  authorization?: string,
): Promise<IncomingMessage> {
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
  const content = { 'content-type': 'application/octet-stream', 'content-length': sizeBytes, expect: '100-continue' }
  const headers = { ...content, ...(authorization && { authorization }) }
  const options: RequestOptions = { method: 'POST', agent: client.connections, headers, timeout: SILENCE_MS, signal }
  const request = ask(url, options)
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
    request.once('timeout', () => request.destroy(new OnvifError('timeout', `${client.address.label} takes no more of the firmware`)))
  })
  const isWanted = new Promise<true>((resolve) => request.once('continue', () => resolve(true)))
  request.flushHeaders()
  const first = await Promise.race([answer, isWanted, pause(CONTINUE_MS, true, { signal })])
  // One that refuses hangs up while the file is still on its way: what it answered counts.
  if (first === true) void pipeline(createReadStream(path), counted(sizeBytes, onProgress), request).catch(() => {})
  const response = await answer
  response.resume()
  if (response.statusCode === 401) request.destroy()
  return response
}

function counted(sizeBytes: number, onProgress: (percent: number) => void): Transform {
  let sentBytes = 0
  let told = -STEP_PERCENT
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sentBytes += chunk.byteLength
      const percent = Math.floor((sentBytes / sizeBytes) * 100)
      if (percent >= told + STEP_PERCENT) onProgress((told = percent))
      done(null, chunk)
    },
  })
}

function requireTaken({ address }: OnvifClient, { statusCode = 0 }: IncomingMessage): void {
  if (statusCode === 401) throw new OnvifError('unauthorized', `${address.label} takes no firmware with this user name and password`)
  if (statusCode < 200 || statusCode > 299) throw new OnvifError('protocol', `${address.label} does not take the firmware (${statusCode})`)
}

/** Of a duration such as PT1M30S; what is none takes no time. */
function durationMs(text: string): number {
  const [, minutes = '0', seconds = '0'] = /^PT(?:(\d{1,4})M)?(?:(\d{1,4}(?:\.\d+)?)S)?$/.exec(text) ?? []
  return Number(minutes) * 60_000 + Number(seconds) * 1_000
}
