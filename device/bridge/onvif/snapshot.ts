import { Authorizer, parseChallenges, pickChallenge } from '../rtsp/digest.ts'
import type { Credentials } from '../rtsp/rtsp-url.ts'

const PATIENCE_MS = 4_000
/** The service takes pictures up to this. */
const MOST_BYTES = 256 * 1024

/** Fetches the picture of now from a camera, as base64; undefined when it has none, or one that is no JPEG or too large. Never throws. */
export async function fetchSnapshot(url: URL, credentials: Credentials | undefined): Promise<string | undefined> {
  const options = { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) } as const
  try {
    let response = await fetch(url, options)
    if (response.status === 401 && credentials !== undefined) {
      const challenge = pickChallenge(parseChallenges([response.headers.get('www-authenticate') ?? '']))
      if (challenge === undefined) return undefined
      const authorization = new Authorizer(challenge, credentials).header('GET', url.pathname + url.search)
      await response.body?.cancel()
      response = await fetch(url, { ...options, headers: { authorization } })
    }
    if (!response.ok || response.body === null) return undefined
    const picture = await readUpTo(response.body, MOST_BYTES)
    const isJpeg = picture !== undefined && picture[0] === 0xff && picture[1] === 0xd8 && picture[2] === 0xff
    return isJpeg ? picture.toString('base64') : undefined
  } catch {
    return undefined
  }
}

async function readUpTo(body: ReadableStream<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
