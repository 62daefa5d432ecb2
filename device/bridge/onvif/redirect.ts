import { request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { agentFor } from './camera-agents.ts'
import { OnvifError, onvifErrorOf } from './fault.ts'
import { onvifUrlOf, parseOnvifUrl, type OnvifAddress } from './onvif-url.ts'

/**
 * Where a camera is to be asked that sends us on from this address: on the same host, which knows the password anyway, and from onvifs not to where all
 * can listen. Throws an `OnvifError` ('moved') that names any other one. What is asked here holds no password.
 */
export async function movedFrom(address: OnvifAddress, patienceMs: number): Promise<OnvifAddress> {
  const { label, host, credentials, certificate, isSecure } = address
  const told = await locationAt(address, patienceMs)
  const url = told === undefined ? undefined : onvifUrlOf(told)
  if (url === undefined) throw new OnvifError('moved', `${label} sends us on to an address that is none`)
  const to = { ...parseOnvifUrl(url, certificate), credentials }
  if (to.host.toLowerCase() === host.toLowerCase() && (to.isSecure || !isSecure)) return to
  throw new OnvifError('moved', `${label} sends us on to ${url}`)
}

/** The whole address that the camera answers with; undefined when that is none. */
function locationAt(address: OnvifAddress, patienceMs: number): Promise<string | undefined> {
  const { host, port, path, label, isSecure } = address
  const agent = agentFor(address, patienceMs)
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const asked = (isSecure ? requestSecurely : request)({ host, port, path, agent, method: 'POST', timeout: patienceMs }, (answer) => {
    const { location = '' } = answer.headers
    const base = `${isSecure ? 'https' : 'http'}://${label}${path}`
    answer.destroy()
    resolve(URL.canParse(location, base) ? new URL(location, base).href : undefined)
  })
  asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
  asked.on('error', (error) => reject(onvifErrorOf(error, label)))
  asked.end()
  return promise.finally(() => agent.destroy())
}
