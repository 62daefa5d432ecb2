import { get as httpGet, type Agent, type IncomingMessage, type RequestOptions } from 'node:http'
import { get as httpsGet } from 'node:https'
import type { AskedFor } from './camera-agents.ts'
import { Authorizer, parseChallenges, pickChallenge } from '../rtsp/digest.ts'
import type { Credentials } from '../rtsp/rtsp-url.ts'

const PATIENCE_MS = 4_000
/** The service takes pictures up to this. */
const MOST_BYTES = 256 * 1024

/** Fetches the picture of now from a camera, as base64; undefined when it has none, or one that is no JPEG or too large. Never throws. */
export async function fetchSnapshot(url: URL, agent: Agent, credentials: Credentials | undefined): Promise<string | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    let response = await get(url, { agent, signal })
    if (response.statusCode === 401 && credentials !== undefined) {
      const challenge = pickChallenge(parseChallenges([response.headers['www-authenticate'] ?? '']))
      if (challenge === undefined) return undefined
      const authorization = new Authorizer(challenge, credentials).header('GET', url.pathname + url.search)
      response.destroy()
      response = await get(url, { agent, signal, headers: { authorization } })
    }
    const picture = response.statusCode === 200 ? await readUpTo(response, MOST_BYTES) : undefined
    response.destroy()
    const isJpeg = picture !== undefined && picture[0] === 0xff && picture[1] === 0xd8 && picture[2] === 0xff
    return isJpeg ? picture.toString('base64') : undefined
  } catch {
    return undefined
  }
}

function get(url: URL, asked: RequestOptions): Promise<IncomingMessage> {
  const options: RequestOptions & AskedFor = { ...asked, isPicture: true }
  const ask = url.protocol === 'https:' ? httpsGet : httpGet
  return new Promise((resolve, reject) => ask(url, options, resolve).on('error', reject))
}

async function readUpTo(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
