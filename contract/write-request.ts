import { CONTRACT_VERSION } from './version.ts'

/**
 * Wraps a call's data. `id` names this attempt's intent and stays the same when the call is sent again, so that the
 * service can answer a repeated mutation without doing it twice; `nonce` is new each time. The login token travels
 * in the `Authorization` header (rule 7.1), never in here.
 */
export function writeRequest(data: unknown, options: { id: string; nonce: string; nowMs: number }): string {
  return JSON.stringify({ basic: { ver: CONTRACT_VERSION, time: options.nowMs, id: options.id, nonce: options.nonce, token: '' }, data })
}
